import { weekdayWords } from "~/rules/basics/recurrence-words";
import type { Repeat } from "~/rules/basics/repeat";
import { CheckboxField, choicesOf, FieldSet, SelectField, TextField } from "../parts/field";
import { frequencyWords, repeatEndWords } from "./maintenance-words";

const numberOf = (value: number | undefined, otherwise: number) => String(value ?? otherwise);

function Weekdays({ chosen }: { chosen: readonly string[] }) {
  return (
    <FieldSet legend="On" name="repeat.weekdays" hint="None ticked: the weekday of the start.">
      <div className="flex flex-wrap gap-x-6">
        {Object.entries(weekdayWords).map(([key, label]) => (
          <CheckboxField key={key} name={`repeat.weekdays.${key}`} label={label} checked={chosen.includes(key)} />
        ))}
      </div>
    </FieldSet>
  );
}

/** What its end needs steps forward where the browser can tell; without that all of it is there. */
function Ends({ end }: { end: Repeat["end"] }) {
  return (
    <div className="group/end grid gap-5 sm:grid-cols-2">
      <SelectField name="repeat.end.kind" label="It stops" choices={choicesOf(repeatEndWords)} value={end.kind} />
      <div className="group-has-[option[value=never]:checked]/end:hidden group-has-[option[value=until]:checked]/end:hidden">
        <TextField
          name="repeat.end.count"
          type="number"
          inputMode="numeric"
          label="Times in all"
          value={end.kind === "count" ? String(end.count) : ""}
        />
      </div>
      <div className="group-has-[option[value=count]:checked]/end:hidden group-has-[option[value=never]:checked]/end:hidden">
        <TextField name="repeat.end.date" type="date" label="Last day" value={end.kind === "until" ? end.date : ""} />
      </div>
    </div>
  );
}

interface RepeatFieldsProps {
  repeat: Repeat | null;
  /** A series always repeats. */
  always?: boolean;
}

/** The rule of repetition as plain fields; what one kind does not need steps back where the browser can tell. */
export function RepeatFields({ repeat, always = false }: RepeatFieldsProps) {
  const { once: _once, ...repeating } = frequencyWords;
  return (
    <FieldSet legend="Does it come again?" name="repeat">
      <div className="group/repeat grid gap-5">
        <SelectField
          name="repeat.frequency"
          label="How often"
          choices={choicesOf(always ? repeating : frequencyWords)}
          value={repeat?.frequency ?? (always ? "weekly" : "once")}
        />
        <div className="grid gap-5 group-has-[option[value=once]:checked]/repeat:hidden">
          <TextField
            name="repeat.interval"
            type="number"
            inputMode="numeric"
            label="Every"
            hint="1 = each day, week or month; 2 = every second one. By month it is the day of the start, or its weekday: the second Sunday."
            value={numberOf(repeat?.interval, 1)}
            required
          />
          <div className="group-has-[option[value=daily]:checked]/repeat:hidden group-has-[option[value=monthly\_day]:checked]/repeat:hidden group-has-[option[value=monthly\_weekday]:checked]/repeat:hidden">
            <Weekdays chosen={repeat?.weekdays ?? []} />
          </div>
          <Ends end={repeat?.end ?? { kind: "never" }} />
        </div>
      </div>
    </FieldSet>
  );
}
