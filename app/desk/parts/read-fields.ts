import { type Field, type Fields, type ReadOf, valuesIn } from "~/rules/fields/fields";
import { wordsIn } from "./part-words";
import { type Posted, readTime } from "./posted";

/** A moment is an instant in ms here; absent where none was typed, or it is the one that stood there. */
type ValueRead<F extends Field> = F extends { kind: "moment" } ? number : ReadOf<F>;
type ValuesRead<All extends Fields> = {
  -readonly [Name in keyof All as All[Name] extends { kind: "moment" } ? never : Name]: ReadOf<All[Name]>;
} & {
  -readonly [Name in keyof All as All[Name] extends { kind: "moment" } ? Name : never]?: ValueRead<All[Name]>;
};

export interface FieldsRead<All extends Fields> {
  values: ValuesRead<All>;
  /** By field: a time that cannot be read, or is missing. */
  errors: Record<string, string>;
}

/** A field shows minutes: an untouched one must not cut the seconds off, so the form says what stood in it. */
const isUntouched = ({ values }: Posted, name: string): boolean =>
  `${name}Was` in values && values[name] === values[`${name}Was`];

/** What a form says, with its times read in the page's zone. In a change a time that is not sent stays as it is. */
export function readFields<All extends Fields>(
  fields: All,
  posted: Posted,
  { zone, changes = false }: { zone: string; changes?: boolean },
): FieldsRead<All> {
  const values: Record<string, unknown> = valuesIn(fields, posted.values);
  const errors: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== "moment") continue;
    delete values[name];
    if (changes && (isUntouched(posted, name) || !(name in posted.values))) continue;
    const read = readTime(posted.fields, name, zone, posted.language);
    if (!read.ok) errors[name] = read.message;
    else if (read.at !== null) values[name] = read.at;
    else if (field.required) errors[name] = wordsIn(posted.language).t("error.moment");
  }
  return { values: values as ValuesRead<All>, errors };
}
