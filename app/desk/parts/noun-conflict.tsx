import { lengthText } from "~/rules/basics/length";
import { shortLabel } from "~/rules/fields/about";
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
} from "~/rules/fields/fields";
import { secretWords } from "~/rules/fields/secret";
import { Conflict, type ConflictField } from "./conflict";
import type { Choice } from "./field";
import { useFormState } from "./form";
import type { Picks } from "./noun-fields";
import { settableStatusWords } from "./words";

/** Typed as one text: it stays editable, so that both can be put together. */
const isTyped = (field: Field): boolean =>
  ["line", "text", "markdown", "day", "moment", "decimal", "list"].includes(field.kind) ||
  (field.kind === "number" && !field.among);

const statusWords: Record<string, string> = settableStatusWords;

const componentLines = (value: object, components: readonly Choice[], words = statusWords) =>
  components.flatMap(({ value: id, label }) => {
    const status = (value as Record<string, string>)[id];
    return status === undefined ? [] : [`${label}: ${words[status] ?? status}`];
  });

/** A value as people read it; "" = there is none. */
function wordsOf(field: Field, value: FieldDifference["mine"], picks: readonly Choice[]): string {
  const text = printedText(value);
  if (field.kind === "choice") return (field.choices as Record<string, string>)[text] ?? text;
  if (field.kind === "tick") return value === true ? "Yes" : "No";
  if (field.kind === "pick")
    return value === null ? field.none : (picks.find((each) => each.value === value)?.label ?? text);
  if (field.kind === "option") return (field.choices as Record<string, string>)[text] ?? (text || field.none);
  if (field.kind === "number") return field.among?.[Number(value)] ?? text;
  if (field.kind === "duration") return lengthText(Number(value));
  if (field.kind === "set") return (value as string[]).map((key) => field.choices[key] ?? key).join(", ");
  return field.kind === "statuses" ? componentLines(value as object, picks, field.choices).join("\n") : text;
}

type Sides = Record<"mine" | "theirs", PostedTexts>;

/** Of a secret only whether there is one, and where it goes. */
function sideWords(
  side: "mine" | "theirs",
  difference: FieldDifference,
  picks: readonly Choice[],
  sides: Sides,
): string {
  const { field } = difference;
  if (field.kind !== "secret") return wordsOf(field, difference[side], picks);
  return secretWords(field, String(difference[side]), sides[side][field.origin ?? ""] ?? "");
}

function shownDifference(difference: FieldDifference, picks: readonly Choice[], sides: Sides): ConflictField {
  const { name, field } = difference;
  const about = { name, label: shortLabel(field), posted: postedNames(difference) };
  const both = { ...about, theirs: sideWords("theirs", difference, picks, sides) };
  return isTyped(field) ? both : { ...both, mine: sideWords("mine", difference, picks, sides) };
}

interface NounConflictProps<All extends Fields> {
  form: string;
  /** As they are saved now, with their version. */
  saved: ShownOf<NoInfer<All>> & { version: number };
  fields: All;
  picks: Picks<NoInfer<All>>;
  keepTo: string;
}

/** Where a form says what a moment was before, so that an untouched one keeps its seconds: what it is by now. */
const before = (mine: PostedTexts, theirs: PostedTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(theirs).flatMap(([name, text]) => (`${name}Was` in mine ? [[`${name}Was`, text]] : [])),
  );

/** Both versions of all fields in which they differ: what a form posts and what is compared follow from the same fields. */
export function NounConflict<All extends Fields>({ form, saved, fields, picks, keepTo }: NounConflictProps<All>) {
  const state = useFormState(form);
  const chosen = picks as Record<string, readonly Choice[]>;
  const known = Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, printedText(value)]));
  const sides = { mine: { ...known, ...state?.values }, theirs: { ...known, ...postedBy(fields, saved) } };
  const differing = differencesOf(fields, state?.values ?? {}, postedBy(fields, saved));
  const shown = differing.map((each) => shownDifference(each, chosen[each.name] ?? [], sides));
  const carried = before(sides.mine, sides.theirs);
  return <Conflict form={form} version={saved.version} fields={shown} keepTo={keepTo} carried={carried} />;
}
