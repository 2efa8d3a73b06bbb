import type { Schedule } from "~/rules/heartbeats/heartbeat";
import { ComponentStatuses } from "../components/component-statuses";
import { Button } from "../parts/button";
import { CheckboxField, choicesOf, SelectField, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { HoldFields, Part } from "../parts/form-part";
import { modeWords } from "../parts/words";
import { inUnits, unitWords } from "./heartbeat-words";

export interface HeartbeatValues {
  name: string;
  slug: string;
  schedule: Schedule;
  graceSeconds: number;
  postOnly: boolean;
  manualResume: boolean;
  tags: string[];
  /** Status when it is down, by component. */
  components: Record<string, string>;
  mode: string;
  holdSeconds: number;
  resolveAfterSeconds: number;
}

export const newHeartbeat: HeartbeatValues = {
  name: "",
  slug: "",
  schedule: { kind: "simple", periodSeconds: 86_400 },
  graceSeconds: 3600,
  postOnly: false,
  manualResume: false,
  tags: [],
  components: {},
  mode: "draft",
  holdSeconds: 0,
  resolveAfterSeconds: 0,
};

export const scheduleKindWords = { simple: "Every so often", cron: "By a cron expression" };

interface HeartbeatFormProps {
  form: string;
  /** Where it posts; default: this page. */
  action?: string;
  version?: number;
  values: HeartbeatValues;
  components: { id: string; name: string }[];
  /** What a cron expression is read in, where nothing else was chosen yet. */
  pageZone: string;
  submit: string;
  primary?: boolean;
}

interface LengthProps {
  name: string;
  unitName: string;
  label: string;
  hint: string;
  seconds: number;
}

/** A number and its unit; the number's field carries the messages. */
function LengthFields({ name, unitName, label, hint, seconds }: LengthProps) {
  const { count, unit } = inUnits(seconds);
  return (
    <div className="grid max-w-2xl gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,10rem)] sm:items-end">
      <TextField
        name={name}
        type="number"
        inputMode="numeric"
        label={label}
        hint={hint}
        value={String(count)}
        required
      />
      <SelectField name={unitName} label={`${label}: unit`} choices={choicesOf(unitWords)} value={unit} />
    </div>
  );
}

const zoneNames = ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** What belongs to the other kind of schedule steps back where the browser can tell; without that, both are there. */
function When({ schedule, pageZone }: { schedule: Schedule; pageZone: string }) {
  const simple = schedule.kind === "simple";
  return (
    <div className="group/when grid gap-5">
      <SelectField name="scheduleKind" label="Schedule" choices={choicesOf(scheduleKindWords)} value={schedule.kind} />
      <div className="group-has-[option[value=cron]:checked]/when:hidden">
        <LengthFields
          name="schedule.periodSeconds"
          unitName="periodUnit"
          label="Period"
          hint="The longest time between two pings: 1 minute to 365 days."
          seconds={simple ? schedule.periodSeconds : 86_400}
        />
      </div>
      <div className="grid gap-5 group-has-[option[value=simple]:checked]/when:hidden sm:grid-cols-2">
        <TextField
          name="schedule.expression"
          label="Cron expression"
          hint="Five fields, as 30 3 * * 1-5: minute, hour, day of the month, month, day of the week."
          value={simple ? "" : schedule.expression}
          spellCheck={false}
          autoComplete="off"
        />
        <TextField
          name="schedule.timeZone"
          label="In the time zone"
          hint="As in Europe/Berlin; changes of the clock are taken into account."
          value={simple ? pageZone : schedule.timeZone}
          suggestions={zoneNames}
          spellCheck={false}
          autoComplete="off"
        />
      </div>
    </div>
  );
}

function Moves({ values, components }: Pick<HeartbeatFormProps, "values" | "components">) {
  return (
    <Part title="What it moves">
      <ComponentStatuses
        legend="Components, and their status while it is down"
        components={components}
        chosen={values.components}
        none="Leave alone"
      />
      <SelectField name="mode" label="Incident" choices={choicesOf(modeWords)} value={values.mode} />
      <HoldFields
        hold={values.holdSeconds}
        resolveAfter={values.resolveAfterSeconds}
        holdHint="How long it must be down, beyond the grace, before an incident opens."
        resolveHint="How long it must be up again before the incident resolves itself."
      />
    </Part>
  );
}

/** What must report, when, and what comes of it when it does not. */
export function HeartbeatForm(props: HeartbeatFormProps) {
  const { form, values, components, pageZone, submit, primary, ...rest } = props;
  return (
    <PostForm name={form} {...rest}>
      <Part title="What must report">
        <TextField
          name="name"
          label="Name"
          hint="As your team calls it: Nightly backup."
          value={values.name}
          required
        />
        <TextField
          name="slug"
          label="Slug"
          hint="For an address by the page's ping key: small letters, digits, - and _. Two with the same slug cannot be pinged by it."
          value={values.slug}
          spellCheck={false}
          autoComplete="off"
        />
        <TextField
          name="tags"
          label="Tags"
          hint="Such as backup, eu: to filter the list."
          value={values.tags.join(", ")}
          spellCheck={false}
        />
      </Part>
      <Part title="When it must report">
        <When schedule={values.schedule} pageZone={pageZone} />
        <LengthFields
          name="graceSeconds"
          unitName="graceUnit"
          label="Grace"
          hint="How late a ping may be, and how long a run may take: 1 minute to 365 days."
          seconds={values.graceSeconds}
        />
        <div className="grid gap-1">
          <CheckboxField
            name="postOnly"
            label="Only POST counts"
            hint="For addresses that link previews or mail scanners might open."
            checked={values.postOnly}
          />
          <CheckboxField
            name="manualResume"
            label="Once paused, only a person resumes it"
            hint="Otherwise the next ping does."
            checked={values.manualResume}
          />
        </div>
      </Part>
      <Moves values={values} components={components} />
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
