import type { FieldText } from "~/fields/field-about";
import {
  type Field,
  type FieldDifference,
  type Fields,
  type FormValues,
  fieldDifferences,
  formControlText,
  formValuesToPostedTexts,
  type PostedTexts,
  postedNamesOfDifference,
} from "~/fields/fields";
import { secretState } from "~/fields/secret";
import { fieldText } from "~/i18n/field-text";
import { durationInUnitsText } from "~/i18n/length";
import { type ConflictField, EditConflictSection } from "./conflict";
import type { FieldChoice } from "./field";
import { useFormState } from "./form";
import type { NounFieldChoices } from "./noun-fields";
import { isPartWordKey, type SharedUiWords, useWords } from "./part-words";

/** True for a value typed as one text, which stays editable so that both versions can be merged. */
const isTyped = (field: Field): boolean =>
  ["line", "text", "markdown", "day", "clock", "moment", "decimal", "list"].includes(field.kind) ||
  (field.kind === "number" && !field.among);

/** The words with which a value is shown. */
interface ValueWordsContext extends Pick<SharedUiWords, "t" | "list" | "language"> {
  picks: readonly FieldChoice[];
}

/** Returns a status by the field's own choices, otherwise by the general words. */
const statusWord = (status: string, { t }: ValueWordsContext, { choices }: FieldText): string =>
  choices[status] ?? (isPartWordKey("status", status) ? t(`status.${status}`) : status);

function componentLines(value: object, saying: ValueWordsContext, text: FieldText) {
  const { t, picks } = saying;
  return picks.flatMap(({ value: id, label: name }) => {
    const status = (value as Record<string, string>)[id];
    return status === undefined ? [] : [t("value.of", { name, value: statusWord(status, saying, text) })];
  });
}

/** Returns a value as text for people; "" = there is none. */
function wordsOf(field: Field, value: FieldDifference["mine"], saying: ValueWordsContext): string {
  const { t, list, language, picks } = saying;
  const text = formControlText(value);
  const said = fieldText(field, language);
  if (field.kind === "choice") return said.choices[text] ?? text;
  if (field.kind === "tick") return t(value === true ? "value.yes" : "value.no");
  if (field.kind === "pick")
    return value === null ? said.none : (picks.find((each) => each.value === value)?.label ?? text);
  if (field.kind === "option") return said.choices[text] ?? (text || said.none);
  if (field.kind === "number") return said.choices[text] ?? text;
  if (field.kind === "duration") return durationInUnitsText(Number(value), language);
  if (field.kind === "set") return list((value as string[]).map((key) => said.choices[key] ?? key));
  if (field.kind === "several") {
    const ids = value as string[];
    return list(ids.map((id) => picks.find((each) => each.value === id)?.label ?? id)) || said.none;
  }
  return field.kind === "statuses" ? componentLines(value as object, saying, said).join("\n") : text;
}

type ConflictSides = Record<"mine" | "theirs", PostedTexts>;

/** Shows of a secret only whether it exists, and to which host it is sent. */
function sideWords(
  side: "mine" | "theirs",
  difference: FieldDifference,
  saying: ValueWordsContext,
  sides: ConflictSides,
): string {
  const { field } = difference;
  if (field.kind !== "secret") return wordsOf(field, difference[side], saying);
  const { is, host } = secretState(field, String(difference[side]), sides[side][field.origin ?? ""] ?? "");
  if (is === "none") return "";
  return host === null ? saying.t(`secret.${is}`) : saying.t(`secret.${is}_for`, { host });
}

function shownDifference(difference: FieldDifference, saying: ValueWordsContext, sides: ConflictSides): ConflictField {
  const { name, field } = difference;
  const about = { name, label: fieldText(field, saying.language).short, posted: postedNamesOfDifference(difference) };
  const both = { ...about, theirs: sideWords("theirs", difference, saying, sides) };
  return isTyped(field) ? both : { ...both, mine: sideWords("mine", difference, saying, sides) };
}

interface NounConflictProps<All extends Fields> {
  form: string;
  /** Values as saved now, with their version. */
  saved: FormValues<NoInfer<All>> & { version: number };
  fields: All;
  picks: NounFieldChoices<NoInfer<All>>;
  keepTo: string;
  again?: string;
  /** Other form values, as saved now. */
  besides?: Record<string, string>;
}

/** Returns the saved values for the `…Was` fields of a form, by which an untouched time keeps its seconds. */
const before = (mine: PostedTexts, theirs: PostedTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(theirs).flatMap(([name, text]) => (`${name}Was` in mine ? [[`${name}Was`, text]] : [])),
  );

/** Compares both versions of all fields that differ; the posted and the compared values come from the same fields. */
export function NounConflictSection<All extends Fields>({
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
  const chosen = picks as Record<string, readonly FieldChoice[]>;
  const known = Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, formControlText(value)]));
  const sides = {
    mine: { ...known, ...state?.values },
    theirs: { ...known, ...formValuesToPostedTexts(fields, saved) },
  };
  const differing = fieldDifferences(fields, state?.values ?? {}, formValuesToPostedTexts(fields, saved));
  const shown = differing.map((each) =>
    shownDifference(each, { t, list, language, picks: chosen[each.name] ?? [] }, sides),
  );
  const carried = { ...before(sides.mine, sides.theirs), ...besides };
  const about = { form, keepTo, carried, ...(again === undefined ? {} : { again }) };
  return <EditConflictSection {...about} version={saved.version} fields={shown} />;
}
