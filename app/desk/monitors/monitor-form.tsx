import { intervals, regions } from "~/rules/monitors/monitor";
import { ComponentStatuses } from "../components/component-statuses";
import { Button } from "../parts/button";
import { CheckboxField, choicesOf, FieldSet, SelectField, TextField } from "../parts/field";
import { PostForm, useFormState } from "../parts/form";
import { HoldFields, Pair, Part } from "../parts/form-part";
import { Fold } from "../parts/list";
import { type SettingField, SettingFields } from "../parts/setting-fields";
import { modeWords } from "../parts/words";
import { intervalWords, regionWords } from "./monitor-words";

interface Named {
  id: string;
  name: string;
}

export interface MonitorValues {
  name: string;
  settings: Record<string, unknown>;
  interval: number;
  timeoutSeconds: number;
  retries: number;
  inARow: number;
  degradedAboveMs: number | null;
  regions: string[];
  /** Status when it is down, by component. */
  components: Record<string, string>;
  mode: string;
  hold: number;
  resolveAfter: number;
  dependsOn: string | null;
  tags: string[];
  chartShown: boolean;
}

/** What a new one does unless told otherwise. */
export const newMonitor: MonitorValues = {
  name: "",
  settings: {},
  interval: 1,
  timeoutSeconds: 8,
  retries: 0,
  inARow: 2,
  degradedAboveMs: null,
  regions: [],
  components: {},
  mode: "draft",
  hold: 120,
  resolveAfter: 300,
  dependsOn: null,
  tags: [],
  chartShown: true,
};

interface MonitorFormProps {
  form: string;
  /** Where it posts, when the address says which kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: MonitorValues;
  settingFields: SettingField[];
  components: Named[];
  /** The monitors that it may depend on. */
  others: Named[];
  submit: string;
  primary?: boolean;
}

interface NumberProps {
  name: string;
  label: string;
  hint?: string;
  value: number | null;
  required?: boolean;
}

const NumberField = ({ value, required = true, ...rest }: NumberProps) => (
  <TextField
    type="number"
    inputMode="numeric"
    value={value === null ? "" : String(value)}
    required={required}
    {...rest}
  />
);

const everyChoices = intervals.map((minutes) => ({ value: String(minutes), label: intervalWords(minutes) }));

function Regions({ chosen }: { chosen: string[] }) {
  return (
    <FieldSet
      legend="Second opinion"
      name="regions"
      hint="These regions look too before the state changes, where this deployment can ask them. At most three; none ticked: nobody is asked."
    >
      <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {regions.map((region) => (
          <CheckboxField
            key={region}
            name={`region-${region}`}
            label={regionWords[region] ?? region}
            checked={chosen.includes(region)}
          />
        ))}
      </div>
    </FieldSet>
  );
}

function HowOften({ values }: { values: MonitorValues }) {
  return (
    <Part title="How often">
      <SelectField name="interval" label="Check" choices={everyChoices} value={String(values.interval)} />
      <Pair>
        <NumberField
          name="timeoutSeconds"
          label="Time-out, seconds"
          hint="At most 8. No answer by then is a failure."
          value={values.timeoutSeconds}
        />
        <NumberField
          name="retries"
          label="Retries"
          hint="Tried again at once after a failure, before it counts; at most 2."
          value={values.retries}
        />
        <NumberField
          name="inARow"
          label="Results in a row"
          hint="So many must agree before the state changes; at most 5."
          value={values.inARow}
        />
        <NumberField
          name="degradedAboveMs"
          label="Slow above, milliseconds"
          hint="A slower answer is degraded; at most 8000. Empty: speed does not matter."
          value={values.degradedAboveMs}
          required={false}
        />
      </Pair>
      <Regions chosen={values.regions} />
    </Part>
  );
}

function WhatItMoves({ values, components }: { values: MonitorValues; components: Named[] }) {
  return (
    <Part title="What it moves">
      <ComponentStatuses
        legend="Components, and their status while it is down"
        hint="While it is only slow they show degraded performance."
        components={components}
        chosen={values.components}
        none="Leave alone"
      />
      <SelectField name="mode" label="Incident" choices={choicesOf(modeWords)} value={values.mode} />
      <HoldFields
        hold={values.hold}
        resolveAfter={values.resolveAfter}
        holdHint="How long it must be down before an incident opens."
        resolveHint="How long all must be quiet before the incident resolves itself."
      />
    </Part>
  );
}

const isSaid = (field: SettingField, value: unknown): boolean =>
  value !== undefined && value !== null && String(value) !== (field.preset ?? "");

/** What every one needs; the rest behind a fold, which is open where something in it is said or refused. */
function WhatToLookAt({ form, values, fields }: { form: string; values: MonitorValues; fields: SettingField[] }) {
  const errors = useFormState(form)?.errors ?? {};
  const needed = fields.filter((field) => field.required);
  const more = fields.filter((field) => !field.required);
  const open = more.some((field) => `settings.${field.name}` in errors || isSaid(field, values.settings[field.name]));
  return (
    <Part title="What to look at">
      <TextField
        name="name"
        label="Name"
        hint="As your team calls it. Visitors read it where its response times are shown."
        value={values.name}
        required
      />
      <SettingFields fields={needed} values={values.settings} />
      {more.length > 0 ? (
        <Fold title="How it is asked, and what must come back" open={open}>
          <SettingFields fields={more} values={values.settings} />
        </Fold>
      ) : null}
    </Part>
  );
}

/** What to look at, how often, and what comes of it. */
export function MonitorForm(props: MonitorFormProps) {
  const { form, values, settingFields, components, others, submit, primary, ...rest } = props;
  const known = [{ value: "", label: "Nothing" }, ...others.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <PostForm name={form} {...rest}>
      <WhatToLookAt form={form} values={values} fields={settingFields} />
      <HowOften values={values} />
      <WhatItMoves values={values} components={components} />
      <Part title="Where it belongs, and who sees it">
        <SelectField
          name="dependsOn"
          label="Depends on"
          hint="While that one is down, this one tells nobody and opens no incident."
          choices={known}
          value={values.dependsOn ?? ""}
        />
        <TextField
          name="tags"
          label="Tags"
          hint="Such as shop, eu: to filter the list and to change many at once."
          value={values.tags.join(", ")}
          spellCheck={false}
        />
        <CheckboxField
          name="chartShown"
          label="Show its response times on the public pages of its components"
          hint="Visitors then read this monitor's name too, never its address."
          checked={values.chartShown}
        />
      </Part>
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </PostForm>
  );
}
