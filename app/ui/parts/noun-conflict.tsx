import type { FieldText } from "~/fields/about";
import {
  differencesOf,
  type Field,
  type FieldDifference,
  type Fields,
  type PostedTexts,
  postedBy,
  postedNames,
  printedText,
  type ShownOf,
} from "~/fields/fields";
import { secretState } from "~/fields/secret";
import { fieldText } from "~/i18n/field-text";
import { lengthText } from "~/i18n/length";
import { Conflict, type ConflictField } from "./conflict";
import type { Choice } from "./field";
import { useFormState } from "./form";
import type { Picks } from "./noun-fields";
import { isWordOf, type PartWords, useWords } from "./part-words";

/** Typed as one text: it stays editable, so that both can be put together. */
const isTyped = (field: Field): boolean =>
  ["line", "text", "markdown", "day", "clock", "moment", "decimal", "list"].includes(field.kind) ||
  (field.kind === "number" && !field.among);

/** What a value is said with. */
interface Saying extends Pick<PartWords, "t" | "list" | "language"> {
  picks: readonly Choice[];
}

/** By a field's own choices, else as a status. */
const statusWord = (status: string, { t }: Saying, { choices }: FieldText): string =>
  choices[status] ?? (isWordOf("status", status) ? t(`status.${status}`) : status);

function componentLines(value: object, saying: Saying, text: FieldText) {
  const { t, picks } = saying;
  return picks.flatMap(({ value: id, label: name }) => {
    const status = (value as Record<string, string>)[id];
    return status === undefined ? [] : [t("value.of", { name, value: statusWord(status, saying, text) })];
  });
}

/** A value as people read it; "" = there is none. */
function wordsOf(field: Field, value: FieldDifference["mine"], saying: Saying): string {
  const { t, list, language, picks } = saying;
  const text = printedText(value);
  const said = fieldText(field, language);
  if (field.kind === "choice") return said.choices[text] ?? text;
  if (field.kind === "tick") return t(value === true ? "value.yes" : "value.no");
  if (field.kind === "pick")
    return value === null ? said.none : (picks.find((each) => each.value === value)?.label ?? text);
  if (field.kind === "option") return said.choices[text] ?? (text || said.none);
  if (field.kind === "number") return said.choices[text] ?? text;
  if (field.kind === "duration") return lengthText(Number(value), language);
  if (field.kind === "set") return list((value as string[]).map((key) => said.choices[key] ?? key));
  if (field.kind === "several") {
    const ids = value as string[];
    return list(ids.map((id) => picks.find((each) => each.value === id)?.label ?? id)) || said.none;
  }
  return field.kind === "statuses" ? componentLines(value as object, saying, said).join("\n") : text;
}

type Sides = Record<"mine" | "theirs", PostedTexts>;

/** Of a secret only whether there is one, and where it goes. */
function sideWords(side: "mine" | "theirs", difference: FieldDifference, saying: Saying, sides: Sides): string {
  const { field } = difference;
  if (field.kind !== "secret") return wordsOf(field, difference[side], saying);
  const { is, host } = secretState(field, String(difference[side]), sides[side][field.origin ?? ""] ?? "");
  if (is === "none") return "";
  return host === null ? saying.t(`secret.${is}`) : saying.t(`secret.${is}_for`, { host });
}

function shownDifference(difference: FieldDifference, saying: Saying, sides: Sides): ConflictField {
  const { name, field } = difference;
  const about = { name, label: fieldText(field, saying.language).short, posted: postedNames(difference) };
  const both = { ...about, theirs: sideWords("theirs", difference, saying, sides) };
  return isTyped(field) ? both : { ...both, mine: sideWords("mine", difference, saying, sides) };
}

interface NounConflictProps<All extends Fields> {
  form: string;
  /** As they are saved now, with their version. */
  saved: ShownOf<NoInfer<All>> & { version: number };
  fields: All;
  picks: Picks<NoInfer<All>>;
  keepTo: string;
  again?: string;
  /** What the form carries besides, as it is by now. */
  besides?: Record<string, string>;
}

/** Where a form says what a moment was before, so that an untouched one keeps its seconds: what it is by now. */
const before = (mine: PostedTexts, theirs: PostedTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(theirs).flatMap(([name, text]) => (`${name}Was` in mine ? [[`${name}Was`, text]] : [])),
  );

/** Both versions of all fields in which they differ: what a form posts and what is compared follow from the same fields. */
export function NounConflict<All extends Fields>({
  form,
  saved,
  fields,
  picks,
  keepTo,
  again,
  besides = {},
}: NounConflictProps<All>) {
  const { t, list, language } = useWords();
  const state = useFormState(form);
  const chosen = picks as Record<string, readonly Choice[]>;
  const known = Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, printedText(value)]));
  const sides = { mine: { ...known, ...state?.values }, theirs: { ...known, ...postedBy(fields, saved) } };
  const differing = differencesOf(fields, state?.values ?? {}, postedBy(fields, saved));
  const shown = differing.map((each) =>
    shownDifference(each, { t, list, language, picks: chosen[each.name] ?? [] }, sides),
  );
  const carried = { ...before(sides.mine, sides.theirs), ...besides };
  const about = { form, keepTo, carried, ...(again === undefined ? {} : { again }) };
  return <Conflict {...about} version={saved.version} fields={shown} />;
}
