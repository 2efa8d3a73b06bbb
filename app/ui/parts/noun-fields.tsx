import type { FieldText } from "~/fields/field-about";
import type { Field, Fields, FormValues, NumberFieldDefinition } from "~/fields/fields";
import { formControlText } from "~/fields/fields";
import type {
  ChoiceSetFieldDefinition,
  DurationFieldDefinition,
  SeveralFieldDefinition,
  StatusesFieldDefinition,
} from "~/fields/grouped-fields";
import type { SecretField } from "~/fields/secret";
import type { OptionFieldDefinition } from "~/fields/typed-fields";
import { durationInUnits, durationUnits } from "~/text/length";
import { ComponentPicker } from "./component-picker";
import { DurationChips } from "./duration-chips";
import { CheckboxField, type FieldChoice, FieldSet, SelectField, TextArea, TextField } from "./field";
import { useFieldText } from "./field-text";
import { MarkdownField } from "./markdown-field";
import { useWords } from "./part-words";

/** Choices of each field that selects items of the page, or sets a value for each component. */
export type NounFieldChoices<All extends Fields> = {
  readonly [Name in keyof All as All[Name] extends { kind: "pick" | "statuses" | "several" }
    ? Name
    : never]: readonly FieldChoice[];
};

interface ControlProps<F extends Field = Field> {
  name: string;
  field: F;
  text: FieldText;
  value: unknown;
  picks: readonly FieldChoice[];
}

const aboutOf = (name: string, { label, hint }: FieldText) => ({
  name,
  label,
  ...(hint === undefined ? {} : { hint }),
});

const pickerOf = (name: string, { label, hint }: FieldText) => ({
  name,
  legend: label,
  ...(hint === undefined ? {} : { hint }),
});

/** Returns the choices in the order of the field, because an object would sort numeric keys. */
const offered = (keys: readonly (string | number)[], { choices }: FieldText): FieldChoice[] =>
  keys.map((key) => ({ value: String(key), label: choices[key] ?? String(key) }));

const noneOf = ({ none }: FieldText): FieldChoice => ({ value: "", label: none });

const literally = { autoComplete: "off", spellCheck: "false" } as const;

/** A number with a few allowed values is a selection; all others are typed. */
function NumberControl({ name, field, text, value }: ControlProps<NumberFieldDefinition>) {
  const about = aboutOf(name, text);
  const { unit, usual, optional = false } = field;
  if (usual && (unit === "seconds" || unit === "minutes"))
    return <DurationChips {...about} value={formControlText(value)} usual={usual} unit={unit} optional={optional} />;
  if (field.among)
    return <SelectField {...about} choices={offered(field.among, text)} value={formControlText(value)} />;
  return (
    <TextField {...about} type="number" inputMode="numeric" value={formControlText(value)} required={!field.optional} />
  );
}

/** A number and its unit; messages are shown at the number. */
function DurationControl({ name, field, text, value }: ControlProps<DurationFieldDefinition>) {
  const { t } = useWords();
  const { count, unit } = durationInUnits(Number(value));
  const units = durationUnits.map((each) => ({ value: each, label: t(`unit.${each}`) }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,10rem)] items-end gap-3">
      <TextField {...aboutOf(name, text)} type="number" inputMode="numeric" value={String(count)} required />
      <SelectField
        name={field.unitName}
        label={t("label.unit", { label: text.label })}
        labelHidden
        choices={units}
        value={unit}
      />
    </div>
  );
}

interface SetBoxesProps extends Pick<ControlProps<ChoiceSetFieldDefinition>, "field" | "text" | "value"> {
  keys: readonly string[];
}

const SetBoxes = ({ keys, field, text, value }: SetBoxesProps) =>
  offered(keys, text).map(({ value: key, label }) => (
    <CheckboxField
      key={key}
      name={`${field.prefix}${key}`}
      label={label}
      checked={Array.isArray(value) && value.includes(key)}
    />
  ));

/** Many choices stand in groups, each with its heading. */
function SetControl({ name, field, text, value }: ControlProps<ChoiceSetFieldDefinition>) {
  const boxes = { field, text, value };
  return (
    <FieldSet legend={text.label} hint={text.hint} name={name}>
      {field.groups ? (
        <div className="grid gap-x-6 gap-y-4 pt-1 sm:grid-cols-2">
          {Object.entries(field.groups).map(([group, keys]) => (
            <fieldset key={group} className="grid content-start">
              <legend className="text-sm font-medium text-soft">{text.groups?.[group]}</legend>
              <SetBoxes keys={keys} {...boxes} />
            </fieldset>
          ))}
        </div>
      ) : (
        <div className={field.narrow ? "grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3" : "grid"}>
          <SetBoxes keys={field.choices} {...boxes} />
        </div>
      )}
    </FieldSet>
  );
}

/** Selection of several items of the page. */
function SeveralControl({ name, field, text, value, picks }: ControlProps<SeveralFieldDefinition>) {
  const ids = Array.isArray(value) ? (value as string[]) : [];
  const chosen = Object.fromEntries(ids.map((id) => [id, "on"]));
  return (
    <ComponentPicker
      {...pickerOf(name, text)}
      components={picks}
      chosen={chosen}
      words={null}
      of={field.of ?? "components"}
    />
  );
}

/** A stored secret that is posted as a mask is shown as that mask; otherwise typed text is hidden. */
function SecretControl({ name, field, text, value }: ControlProps<SecretField>) {
  const { required = false, rows, keptAs } = field;
  const given = { ...aboutOf(name, text), value: formControlText(value), required, "data-secret": true };
  if (rows) return <TextArea {...given} rows={rows} />;
  return <TextField {...given} {...literally} type={keptAs === "empty" ? "password" : "text"} />;
}

function OptionControl({ name, field, text, value }: ControlProps<OptionFieldDefinition>) {
  const choices = [noneOf(text), ...offered(field.choices, text)];
  const { optional = false } = field;
  return <SelectField {...aboutOf(name, text)} choices={choices} value={formControlText(value)} optional={optional} />;
}

function StatusesControl({ name, field, text, value, picks }: ControlProps<StatusesFieldDefinition>) {
  const chosen = value as Record<string, string>;
  const words = field.choices ? { words: text.choices } : {};
  return <ComponentPicker {...pickerOf(name, text)} components={picks} chosen={chosen} {...words} />;
}

function Control({ name, field, value, picks }: Omit<ControlProps, "text">) {
  const text = useFieldText(field);
  const about = aboutOf(name, text);
  const shown = formControlText(value);
  const all = { name, text, value, picks };
  switch (field.kind) {
    case "line": {
      const { type = "text", literal, required = false } = field;
      return <TextField {...about} {...(literal ? literally : {})} type={type} value={shown} required={required} />;
    }
    case "text":
      return <TextArea {...about} rows={field.rows} value={shown} />;
    case "day":
      return <TextField {...about} type="date" value={shown} />;
    case "clock":
      return <TextField {...about} type="time" value={shown} />;
    case "choice":
      return <SelectField {...about} choices={offered(field.choices, text)} value={shown} />;
    case "pick":
      return <SelectField {...about} choices={[noneOf(text), ...picks]} value={shown} />;
    case "tick":
      return <CheckboxField {...about} checked={value === true} />;
    case "markdown":
      return <MarkdownField {...about} value={shown} rows={field.rows ?? 6} required={field.required ?? false} />;
    case "moment":
      return <TextField {...about} type="datetime-local" value={shown} required={field.required ?? false} />;
    case "decimal":
      return <TextField {...about} value={shown} required={!field.optional} />;
    case "option":
      return <OptionControl {...all} field={field} />;
    case "number":
      return <NumberControl {...all} field={field} />;
    case "list":
      return <TextField {...about} value={shown} spellCheck="false" />;
    case "secret":
      return <SecretControl {...all} field={field} />;
    case "duration":
      return <DurationControl {...all} field={field} />;
    case "set":
      return <SetControl {...all} field={field} />;
    case "statuses":
      return <StatusesControl {...all} field={field} />;
    case "several":
      return <SeveralControl {...all} field={field} />;
  }
}

export interface NounFieldControlsProps<All extends Fields> {
  fields: All;
  values: FormValues<NoInfer<All>>;
  picks: NounFieldChoices<NoInfer<All>>;
}

interface NounFieldProps<All extends Fields, Name extends keyof All & string> {
  fields: All;
  name: Name;
  value: FormValues<All>[Name];
  picks?: readonly FieldChoice[];
  /** Texts from the form, when they depend on more than the noun. */
  says?: Partial<FieldText>;
}

/** One field, with its texts given by the form. */
export function NounFieldControl<All extends Fields, Name extends keyof All & string>(
  props: NounFieldProps<All, Name>,
) {
  const { fields, name, value, picks = [], says } = props;
  const field: Field = { ...(fields[name] as Field), ...(says ? { says } : {}) };
  return <Control name={name} field={field} value={value} picks={picks} />;
}

/** Returns choices from items of the page, by their names. */
export const fieldChoicesFromNames = (things: readonly { id: string; name: string; group?: string }[]): FieldChoice[] =>
  things.map(({ id, name, group }) => ({ value: id, label: name, ...(group ? { group } : {}) }));

/** Returns a control for each field, in order. */
export function NounFieldControls<All extends Fields>({ fields, values, picks }: NounFieldControlsProps<All>) {
  const chosen = picks as Record<string, readonly FieldChoice[]>;
  return Object.entries(fields).map(([name, field]) => (
    <Control key={name} name={name} field={field} value={values[name]} picks={chosen[name] ?? []} />
  ));
}
