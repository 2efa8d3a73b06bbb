import { SelectField, TextArea, TextField } from "./field";
import { choiceWords } from "./words";

/** One setting of a kind of source, channel or mailer. */
export interface SettingField {
  name: string;
  title: string;
  secret: boolean;
  required: boolean;
  choices?: string[];
  preset?: string;
  lines?: number;
}

const textOf = (value: unknown, preset = ""): string =>
  value === undefined || value === null ? preset : String(value);

function Setting({ field, value }: { field: SettingField; value: unknown }) {
  const { title, choices, secret, required, preset, lines } = field;
  const name = `settings.${field.name}`;
  const shown = textOf(value, preset);
  if (choices) {
    const offered = choices.map((each) => ({ value: each, label: choiceWords[each] ?? each }));
    return <SelectField name={name} label={title} value={shown} choices={offered} />;
  }
  const hint = secret ? "Secret: shown as dots once it is saved." : undefined;
  const given = { name, label: title, hint, value: shown, required, "data-secret": secret || undefined };
  if (lines) return <TextArea {...given} rows={lines} />;
  return <TextField {...given} autoComplete="off" spellCheck={false} />;
}

interface SettingFieldsProps {
  fields: SettingField[];
  values: Record<string, unknown>;
}

/** What a kind wants to know, from its own schema. */
export const SettingFields = ({ fields, values }: SettingFieldsProps) =>
  fields.map((field) => <Setting key={field.name} field={field} value={values[field.name]} />);
