import type { MaintenanceRepeat } from "~/time/repeat";
import { CheckboxField, FieldSet, fieldChoicesOf, SelectField } from "~/ui/parts/field";
import { useFieldText } from "~/ui/parts/field-text";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { type RepeatFormValues, repeatFields, repeatFormValues } from "../rules/repeat-fields";
import { useWords } from "./words/words";

function Weekdays({ chosen }: { chosen: readonly string[] }) {
  const { prefix } = repeatFields["repeat.weekdays"];
  const { label, hint, choices } = useFieldText(repeatFields["repeat.weekdays"]);
  return (
    <FieldSet legend={label} name="repeat.weekdays" hint={hint}>
      <div className="flex flex-wrap gap-x-6">
        {Object.entries(choices).map(([key, words]) => (
          <CheckboxField key={key} name={`${prefix}${key}`} label={words} checked={chosen.includes(key)} />
        ))}
      </div>
    </FieldSet>
  );
}

/** Shows only the fields that the chosen end needs, if the browser supports it; otherwise all of them. */
function Ends({ values }: { values: RepeatFormValues }) {
  return (
    <div className="group/end grid gap-5 sm:grid-cols-2">
      <NounFieldControl fields={repeatFields} name="repeat.end.kind" value={values["repeat.end.kind"]} />
      <div className="group-has-[option[value=never]:checked]/end:hidden group-has-[option[value=until]:checked]/end:hidden">
        <NounFieldControl fields={repeatFields} name="repeat.end.count" value={values["repeat.end.count"]} />
      </div>
      <div className="group-has-[option[value=count]:checked]/end:hidden group-has-[option[value=never]:checked]/end:hidden">
        <NounFieldControl fields={repeatFields} name="repeat.end.date" value={values["repeat.end.date"]} />
      </div>
    </div>
  );
}

interface RepeatFieldsProps {
  repeat: MaintenanceRepeat | null;
  /** True for a series, which always repeats. */
  always?: boolean;
}

/** The repetition as plain fields; those that the chosen kind does not need are hidden if the browser supports it. */
export function RepeatFields({ repeat, always = false }: RepeatFieldsProps) {
  const { label, choices } = useFieldText(repeatFields["repeat.frequency"]);
  const { once: _once, ...repeating } = choices;
  const values = repeatFormValues(repeat);
  return (
    <FieldSet legend={useWords().t("form.repeat")} name="repeat">
      <div className="group/repeat grid gap-5">
        <SelectField
          name="repeat.frequency"
          label={label}
          choices={fieldChoicesOf(always ? repeating : choices)}
          value={repeat?.frequency ?? (always ? "weekly" : "once")}
        />
        <div className="grid gap-5 group-has-[option[value=once]:checked]/repeat:hidden">
          <NounFieldControl fields={repeatFields} name="repeat.interval" value={values["repeat.interval"]} />
          <div className="group-has-[option[value=daily]:checked]/repeat:hidden group-has-[option[value=monthly\_day]:checked]/repeat:hidden group-has-[option[value=monthly\_weekday]:checked]/repeat:hidden">
            <Weekdays chosen={values["repeat.weekdays"]} />
          </div>
          <Ends values={values} />
        </div>
      </div>
    </FieldSet>
  );
}
