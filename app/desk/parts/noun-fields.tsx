import type { Field, Fields, ValuesOf } from "~/rules/fields/fields";
import { CheckboxField, type Choice, choicesOf, SelectField, TextArea, TextField } from "./field";

/** What there is to choose from, for each field that picks something of the page. */
export type Picks<All extends Fields> = {
  readonly [Name in keyof All as All[Name] extends { kind: "pick" } ? Name : never]: readonly Choice[];
};

interface ControlProps {
  name: string;
  field: Field;
  value: string | boolean | null;
  picks: readonly Choice[];
}

function Control({ name, field, value, picks }: ControlProps) {
  const { label, hint } = field;
  const about = { name, label, ...(hint === undefined ? {} : { hint }) };
  const text = typeof value === "string" ? value : "";
  switch (field.kind) {
    case "line":
      return <TextField {...about} value={text} required={field.required ?? false} />;
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
  }
}

interface NounFieldsProps<All extends Fields> {
  fields: All;
  values: ValuesOf<All>;
  picks: Picks<All>;
}

/** A control for each field, in their order. */
export function NounFields<All extends Fields>({ fields, values, picks }: NounFieldsProps<All>) {
  const chosen = picks as Record<string, readonly Choice[]>;
  return Object.entries(fields).map(([name, field]) => (
    <Control key={name} name={name} field={field} value={values[name] ?? null} picks={chosen[name] ?? []} />
  ));
}
