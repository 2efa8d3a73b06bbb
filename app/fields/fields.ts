import type { FieldDescription, PostedTexts } from "./field-about";
import {
  blankMultiControlValue,
  type ChoiceSetFieldDefinition,
  type DurationFieldDefinition,
  isMultiControlField,
  type MultiControlFieldDefinition,
  multiControlPostedTexts,
  parseMultiControlValue,
  type SeveralFieldDefinition,
  type StatusesFieldDefinition,
} from "./grouped-fields";
import { isSecretChanged, type SecretField } from "./secret";
import {
  type ClockFieldDefinition,
  type DecimalFieldDefinition,
  isNullWhenEmpty,
  type MarkdownTextFieldDefinition,
  type MomentFieldDefinition,
  type OptionFieldDefinition,
  parseDecimal,
} from "./typed-fields";
import { commaSeparatedWords, parseWholeNumber } from "./whole-number";

/**
 * The fields of a noun are defined once. The form, its parsing, the comparison of two versions, the API's names and the
 * audit log's words are derived from them. Their words are in the noun's catalogue (`named`). Bounds are in
 * `fields/field-bounds`, which browsers do not load.
 */
export interface LineFieldDefinition extends FieldDescription {
  kind: "line";
  required?: boolean;
  type?: "email" | "url";
  /** Set for letters meant for a program, not words: nothing is completed, corrected or underlined. */
  literal?: boolean;
}

/** A whole number; null only when it is optional. */
export interface NumberFieldDefinition extends FieldDescription {
  kind: "number";
  /** Unit as the API names it; people read it in the label. */
  unit: string;
  initial: number | null;
  optional?: boolean;
  least: number;
  most: number;
  /** The only values allowed. */
  among?: readonly number[];
  /** Usual durations in seconds or minutes, by its unit: its form offers them, and takes any other. */
  usual?: readonly number[];
}

/** Words separated by commas. */
export interface TextListFieldDefinition extends FieldDescription {
  kind: "list";
  most: number;
  /** Maximum number of characters of an item. */
  longest: number;
}

export interface LongTextFieldDefinition extends FieldDescription {
  kind: "text";
  rows: number;
  /** Maximum number of characters. */
  longest: number;
}

/** One value of a closed list. */
export interface ChoiceFieldDefinition<Key extends string = string> extends FieldDescription {
  kind: "choice";
  choices: readonly Key[];
  initial: NoInfer<Key>;
  /** Choice that is a flag in the API: true means this choice, false the initial one. */
  apiFlag?: NoInfer<Key>;
}

/** The id of an object on the page, or none. The form supplies the available objects. */
export interface PickFieldDefinition extends FieldDescription {
  kind: "pick";
}

export interface TickFieldDefinition extends FieldDescription {
  kind: "tick";
  initial: boolean;
}

/** A calendar day, as 2026-11-20; "" = none. */
export interface DayFieldDefinition extends FieldDescription {
  kind: "day";
}

export type { PostedTexts } from "./field-about";

export type Field =
  | LineFieldDefinition
  | LongTextFieldDefinition
  | ChoiceFieldDefinition
  | PickFieldDefinition
  | TickFieldDefinition
  | DayFieldDefinition
  | NumberFieldDefinition
  | TextListFieldDefinition
  | SecretField
  | MarkdownTextFieldDefinition
  | MomentFieldDefinition
  | OptionFieldDefinition
  | DecimalFieldDefinition
  | ClockFieldDefinition
  | MultiControlFieldDefinition;
export type Fields = Readonly<Record<string, Field>>;

export type FieldValue<F extends Field> = F extends TickFieldDefinition
  ? boolean
  : F extends PickFieldDefinition
    ? string | null
    : F extends ChoiceFieldDefinition<infer Key>
      ? Key
      : F extends OptionFieldDefinition<infer Key>
        ? Key | null
        : F extends NumberFieldDefinition | DecimalFieldDefinition
          ? NumberValue<F>
          : F extends DurationFieldDefinition
            ? number
            : F extends ChoiceSetFieldDefinition<infer Key>
              ? Key[]
              : F extends TextListFieldDefinition | SeveralFieldDefinition
                ? string[]
                : F extends StatusesFieldDefinition
                  ? Record<string, string>
                  : string;
type NumberValue<F extends NumberFieldDefinition | DecimalFieldDefinition> = F extends { optional: true }
  ? number | null
  : number;
export type FieldValues<All extends Fields> = { -readonly [Name in keyof All]: FieldValue<All[Name]> };

/** Defines a choice field that keeps its keys as a type. */
export const choiceField = <const Key extends string>(
  field: Omit<ChoiceFieldDefinition<Key>, "kind">,
): ChoiceFieldDefinition<Key> => ({
  kind: "choice",
  ...field,
});

type AnyFieldValue = FieldValue<Field>;

function blankOne(field: Field): AnyFieldValue {
  if (isMultiControlField(field)) return blankMultiControlValue(field);
  if (isNullWhenEmpty(field)) return null;
  if (field.kind === "list") return [];
  return field.kind === "tick" || field.kind === "choice" || field.kind === "number" || field.kind === "decimal"
    ? field.initial
    : "";
}

/** Returns the values of a form for a new thing. */
export const blankFieldValues = <All extends Fields>(fields: All): FieldValues<All> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, blankOne(field)])) as FieldValues<All>;

/** Returns only the columns of a row that people fill in. */
export const fieldValuesOfRow = <All extends Fields>(fields: All, row: FieldValues<All>): FieldValues<All> =>
  Object.fromEntries(Object.keys(fields).map((name: keyof All) => [name, row[name]])) as FieldValues<All>;

/** Returns NaN for an invalid number, or for a missing number that is required; the bounds refuse it. */
const numberIn = ({ optional }: NumberFieldDefinition, typed: string | undefined) =>
  parseWholeNumber(typed) ?? (optional ? null : Number.NaN);

function readOne(name: string, field: Field, posted: PostedTexts): AnyFieldValue {
  if (isMultiControlField(field)) return parseMultiControlValue(name, field, posted);
  const text = posted[name];
  if (field.kind === "tick") return text !== undefined;
  if (field.kind === "number") return numberIn(field, text);
  if (field.kind === "decimal") return parseDecimal(field, text);
  if (field.kind === "list") return commaSeparatedWords(text);
  return isNullWhenEmpty(field) ? text || null : (text ?? "");
}

/** A posted value; the bounds check that a choice belongs to its list. */
export type PostedValue<F extends Field> = F extends ChoiceFieldDefinition
  ? string
  : F extends OptionFieldDefinition
    ? string | null
    : FieldValue<F>;

/** Returns the posted values, field by field; the bounds check whether they are valid. */
export const parseFieldValues = <All extends Fields>(fields: All, posted: PostedTexts) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readOne(name, field, posted)])) as {
    -readonly [Name in keyof All]: PostedValue<All[Name]>;
  };

/** Checkboxes post nothing when unticked, so that a missing field cannot be told from an unticked one. */
const isBoxes = (field: Field): boolean =>
  field.kind === "tick" || (isMultiControlField(field) && field.kind !== "duration");

/**
 * Returns true if the posted form has no control for the field, because it was opened before the field existed or
 * leaves it out.
 */
const isAbsent = (name: string, field: Field, posted: PostedTexts): boolean => !isBoxes(field) && !(name in posted);

type AlwaysPostedField =
  | TickFieldDefinition
  | ChoiceSetFieldDefinition
  | StatusesFieldDefinition
  | SeveralFieldDefinition
  | { required: true };

/**
 * Returns the posted values without the fields that have no control, so that those stay unchanged. A required field is
 * empty.
 */
export const parsePostedFieldValues = <All extends Fields>(fields: All, posted: PostedTexts) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      isAbsent(name, field, posted) && !("required" in field && field.required)
        ? []
        : [[name, readOne(name, field, posted)]],
    ),
  ) as {
    -readonly [Name in keyof All]: All[Name] extends AlwaysPostedField
      ? PostedValue<All[Name]>
      : PostedValue<All[Name]> | undefined;
  };

/** Values as a form shows them: a value that is no longer in its closed list is still shown. */
export type FormValues<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends ChoiceSetFieldDefinition ? readonly string[] : PostedValue<All[Name]>;
};

function printOne(name: string, field: Field, value: unknown): [string, string][] {
  if (isMultiControlField(field)) return multiControlPostedTexts(name, field, value);
  if (typeof value === "boolean") return value ? [[name, "on"]] : [];
  return [[name, formControlText(value)]];
}

/** Returns a value as the text of its control. */
export function formControlText(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return value === null || value === undefined ? "" : String(value);
}

/** Returns the texts that the form with these values posts when no field is changed. */
export const formValuesToPostedTexts = <All extends Fields>(fields: All, values: FormValues<All>): PostedTexts =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => printOne(name, field, values[name])));

export interface FieldDifference {
  name: string;
  field: Field;
  mine: AnyFieldValue;
  theirs: AnyFieldValue;
}

/** Ignores line ends, which browsers change. */
const plain = (_: string, value: unknown) => (typeof value === "string" ? value.replaceAll("\r\n", "\n") : value);

function isChanged({ field, mine, theirs }: FieldDifference): boolean {
  if (field.kind === "secret") return isSecretChanged(field, String(mine), String(theirs));
  return JSON.stringify(mine, plain) !== JSON.stringify(theirs, plain);
}

/** Returns the fields whose typed and saved values differ, in the order of the form. */
export function fieldDifferences(fields: Fields, mine: PostedTexts, theirs: PostedTexts): FieldDifference[] {
  const all = Object.entries(fields).map(([name, field]) => {
    const [posted, saved] = [mine, theirs].map((texts) => readOne(name, field, texts)) as [
      AnyFieldValue,
      AnyFieldValue,
    ];
    return { name, field, mine: posted, theirs: saved };
  });
  const counts = ({ field: { countsWhere } }: FieldDifference) =>
    countsWhere === undefined ||
    [mine, theirs].some((texts) => countsWhere.is.includes(texts[countsWhere.field] ?? ""));
  const isSaid = ({ name, field }: FieldDifference) => field.kind === "secret" || !isAbsent(name, field, mine);
  return all.filter((each) => isSaid(each) && isChanged(each) && counts(each));
}

/** Returns the names under which the form posts either value. */
export const postedNamesOfDifference = ({ name, field, mine, theirs }: FieldDifference): string[] => {
  const names = [mine, theirs].flatMap((value) => printOne(name, field, value).map(([posted]) => posted));
  const beside = field.kind === "statuses" ? names.map((each) => each.replace(name, `${name}As`)) : [];
  return [...new Set([name, ...names, ...beside])];
};

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const fieldApiName = (name: string, field: Field): string => field.api ?? snakeCase(name);
