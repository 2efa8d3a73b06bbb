import { inUnits, unitWords } from "~/rules/basics/length";
import type { Field, Fields, NumberField, ShownOf } from "~/rules/fields/fields";
import { printedText } from "~/rules/fields/fields";
import type { DurationField, SetField, StatusesField } from "~/rules/fields/grouped";
import type { SecretField } from "~/rules/fields/secret";
import type { OptionField } from "~/rules/fields/typed";
import { ComponentStatuses } from "../components/component-statuses";
import { CheckboxField, type Choice, choicesOf, FieldSet, SelectField, TextArea, TextField } from "./field";
import { MarkdownField } from "./markdown-field";
import { useWords } from "./part-words";

/** What there is to choose from, for each field that picks something of the page, or says something of each component. */
export type Picks<All extends Fields> = {
  readonly [Name in keyof All as All[Name] extends { kind: "pick" | "statuses" } ? Name : never]: readonly Choice[];
};

interface ControlProps<F extends Field = Field> {
  name: string;
  field: F;
  value: unknown;
  picks: readonly Choice[];
}

const aboutOf = (name: string, { label, hint }: Field) => ({ name, label, ...(hint === undefined ? {} : { hint }) });

const literally = { autoComplete: "off", spellCheck: false };

/** Small numbers of which only some may be chosen are chosen, all others typed. */
function NumberControl({ name, field, value }: ControlProps<NumberField>) {
  const about = aboutOf(name, field);
  if (field.among) return <SelectField {...about} choices={choicesOf(field.among)} value={printedText(value)} />;
  return (
    <TextField {...about} type="number" inputMode="numeric" value={printedText(value)} required={!field.optional} />
  );
}

/** A number and its unit; the number's field carries the messages. */
function DurationControl({ name, field, value }: ControlProps<DurationField>) {
  const { count, unit } = inUnits(Number(value));
  const unitLabel = useWords().t("label.unit", { label: field.label });
  return (
    <div className="grid max-w-2xl gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,10rem)] sm:items-end">
      <TextField {...aboutOf(name, field)} type="number" inputMode="numeric" value={String(count)} required />
      <SelectField name={field.unitName} label={unitLabel} choices={choicesOf(unitWords)} value={unit} />
    </div>
  );
}

function SetControl({ name, field, value }: ControlProps<SetField>) {
  const chosen = Array.isArray(value) ? value : [];
  return (
    <FieldSet legend={field.label} hint={field.hint} name={name}>
      <div className={field.narrow ? "grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3" : "grid"}>
        {Object.entries(field.choices).map(([key, words]) => (
          <CheckboxField key={key} name={`${field.prefix}${key}`} label={words} checked={chosen.includes(key)} />
        ))}
      </div>
    </FieldSet>
  );
}

/** Where one that is kept is posted as a mask, the mask is seen; else nothing that is typed is. */
function SecretControl({ name, field, value }: ControlProps<SecretField>) {
  const { required = false, rows, keptAs } = field;
  const given = { ...aboutOf(name, field), value: printedText(value), required, "data-secret": true };
  if (rows) return <TextArea {...given} rows={rows} />;
  return <TextField {...given} {...literally} type={keptAs === "empty" ? "password" : "text"} />;
}

function OptionControl({ name, field, value }: ControlProps<OptionField>) {
  const choices = [{ value: "", label: field.none }, ...choicesOf(field.choices)];
  const { optional = false } = field;
  return <SelectField {...aboutOf(name, field)} choices={choices} value={printedText(value)} optional={optional} />;
}

function StatusesControl({ field, value, picks }: ControlProps<StatusesField>) {
  const components = picks.map(({ value: id, label }) => ({ id, name: label }));
  return (
    <ComponentStatuses
      legend={field.label}
      hint={field.hint}
      components={components}
      chosen={value as Record<string, string>}
      none={field.none}
      {...(field.choices ? { words: field.choices } : {})}
    />
  );
}

function Control({ name, field, value, picks }: ControlProps) {
  const about = aboutOf(name, field);
  const text = printedText(value);
  switch (field.kind) {
    case "line": {
      const { type = "text", literal, required = false } = field;
      return <TextField {...about} {...(literal ? literally : {})} type={type} value={text} required={required} />;
    }
    case "text":
      return <TextArea {...about} rows={field.rows} value={text} />;
    case "day":
      return <TextField {...about} type="date" value={text} />;
    case "choice":
      return <SelectField {...about} choices={choicesOf(field.choices)} value={text} />;
    case "pick":
      return <SelectField {...about} choices={[{ value: "", label: field.none }, ...picks]} value={text} />;
    case "tick":
      return <CheckboxField {...about} checked={value === true} />;
    case "markdown":
      return <MarkdownField {...about} value={text} rows={field.rows ?? 6} required={field.required ?? false} />;
    case "moment":
      return <TextField {...about} type="datetime-local" value={text} required={field.required ?? false} />;
    case "decimal":
      return <TextField {...about} value={text} required />;
    case "option":
      return <OptionControl name={name} field={field} value={value} picks={picks} />;
    case "number":
      return <NumberControl name={name} field={field} value={value} picks={picks} />;
    case "list":
      return <TextField {...about} value={text} spellCheck={false} />;
    case "secret":
      return <SecretControl name={name} field={field} value={value} picks={picks} />;
    case "duration":
      return <DurationControl name={name} field={field} value={value} picks={picks} />;
    case "set":
      return <SetControl name={name} field={field} value={value} picks={picks} />;
    case "statuses":
      return <StatusesControl name={name} field={field} value={value} picks={picks} />;
  }
}

export interface NounFieldsProps<All extends Fields> {
  fields: All;
  values: ShownOf<NoInfer<All>>;
  picks: Picks<NoInfer<All>>;
}

interface NounFieldProps<All extends Fields, Name extends keyof All & string> {
  fields: All;
  name: Name;
  value: ShownOf<All>[Name];
  picks?: readonly Choice[];
  /** What the form says of it instead, where that follows from more than the noun. */
  says?: { label?: string; hint?: string };
}

/** One field, where the form itself says what stands beside it. */
export function NounField<All extends Fields, Name extends keyof All & string>(props: NounFieldProps<All, Name>) {
  const { fields, name, value, picks = [], says } = props;
  const field: Field = { ...(fields[name] as Field), ...says };
  return <Control name={name} field={field} value={value} picks={picks} />;
}

/** Things of the page by their names. */
export const namedChoices = (things: readonly { id: string; name: string }[]): Choice[] =>
  things.map(({ id, name }) => ({ value: id, label: name }));

/** A control for each field, in their order. */
export function NounFields<All extends Fields>({ fields, values, picks }: NounFieldsProps<All>) {
  const chosen = picks as Record<string, readonly Choice[]>;
  return Object.entries(fields).map(([name, field]) => (
    <Control key={name} name={name} field={field} value={values[name]} picks={chosen[name] ?? []} />
  ));
}
