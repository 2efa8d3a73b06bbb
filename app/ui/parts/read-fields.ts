import { type Field, type Fields, type PostedValue, parseFieldValues } from "~/fields/fields";
import { wordsIn } from "./part-words";
import { type PostedForm, readPostedTime, unreadableNumber } from "./posted-form";

/** Value of a field; a moment is a time in ms, absent when none was typed or it is unchanged. */
type ParsedFieldValue<F extends Field> = F extends { kind: "moment" } ? number : PostedValue<F>;
type ParsedFieldValues<All extends Fields> = {
  -readonly [Name in keyof All as All[Name] extends { kind: "moment" } ? never : Name]: PostedValue<All[Name]>;
} & {
  -readonly [Name in keyof All as All[Name] extends { kind: "moment" } ? Name : never]?: ParsedFieldValue<All[Name]>;
};

/** A field shows minutes; the form sends its original text, so that an untouched one keeps its seconds. */
const isUntouched = ({ values }: PostedForm, name: string): boolean =>
  `${name}Was` in values && values[name] === values[`${name}Was`];

/**
 * Returns the values of a form, with its times read in the page's zone; a time that is missing or cannot be read is
 * noted beside its field. With `changes`, a time that was not sent stays as it is.
 */
export function parsePostedFields<All extends Fields>(
  fields: All,
  posted: PostedForm,
  { zone, changes = false }: { zone: string; changes?: boolean },
): ParsedFieldValues<All> {
  const values: Record<string, unknown> = parseFieldValues(fields, posted.values);
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== "moment") continue;
    delete values[name];
    if (changes && (isUntouched(posted, name) || !(name in posted.values))) continue;
    const at = readPostedTime(posted, name, zone);
    if (at !== null) values[name] = at;
    else if (field.required) {
      posted.unread[name] = wordsIn(posted.language).t("error.moment");
      values[name] = unreadableNumber;
    }
  }
  return values as ParsedFieldValues<All>;
}
