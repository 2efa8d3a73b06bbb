/**
 * What people fill in about one noun, told once: from these follow its form, what a form posts and how that is read, the
 * comparison of two versions, the API's names and the audit log's words. Bounds follow in `rules/fields/field-bounds`, which
 * browsers do without.
 */
interface Common {
  label: string;
  hint?: string;
  /** The API's name where it is not the name in snake case. */
  api?: string;
}

export interface LineField extends Common {
  kind: "line";
  required?: boolean;
}

export interface TextField extends Common {
  kind: "text";
  rows: number;
  /** Characters. */
  longest: number;
}

/** One of a closed list, with the words for each. */
export interface ChoiceField<Key extends string = string> extends Common {
  kind: "choice";
  choices: Readonly<Record<Key, string>>;
  initial: NoInfer<Key>;
  /** In the API it is a flag: true means this one, false the initial one. */
  apiFlag?: NoInfer<Key>;
}

/** The id of something of the page, or none; what there is to choose from comes with the form. */
export interface PickField extends Common {
  kind: "pick";
  none: string;
}

export interface TickField extends Common {
  kind: "tick";
  initial: boolean;
}

/** A calendar day, as 2026-11-20; "" = none. */
export interface DayField extends Common {
  kind: "day";
}

export type Field = LineField | TextField | ChoiceField | PickField | TickField | DayField;
export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F extends Field> = F extends TickField
  ? boolean
  : F extends PickField
    ? string | null
    : F extends ChoiceField<infer Key>
      ? Key
      : string;
export type ValuesOf<All extends Fields> = { -readonly [Name in keyof All]: ValueOf<All[Name]> };

/** A form as it is posted, name by name; a tick that is not set is not in it. */
export type PostedTexts = Readonly<Record<string, string>>;

/** Choices keep their own keys, so that their values have a type. */
export const choice = <const Key extends string>(field: Omit<ChoiceField<Key>, "kind">): ChoiceField<Key> => ({
  kind: "choice",
  ...field,
});

function blankOne(field: Field): string | boolean | null {
  if (field.kind === "pick") return null;
  return field.kind === "tick" || field.kind === "choice" ? field.initial : "";
}

/** What stands in the form of something new. */
export const blankOf = <All extends Fields>(fields: All): ValuesOf<All> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, blankOne(field)])) as ValuesOf<All>;

function readOne(field: Field, text: string | undefined): string | boolean | null {
  if (field.kind === "tick") return text !== undefined;
  return field.kind === "pick" ? text || null : (text ?? "");
}

export type ReadOf<F extends Field> = F extends TickField ? boolean : F extends PickField ? string | null : string;

/** What was posted, field by field; whether a value may stand is for the bounds to say. */
export const valuesIn = <All extends Fields>(fields: All, posted: PostedTexts) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readOne(field, posted[name])])) as {
    -readonly [Name in keyof All]: ReadOf<All[Name]>;
  };

function printOne(name: string, value: unknown): [string, string][] {
  if (typeof value === "boolean") return value ? [[name, "on"]] : [];
  return [[name, typeof value === "string" ? value : ""]];
}

/** What the form with these values posts when nobody changes anything. */
export const postedBy = <All extends Fields>(fields: All, values: ValuesOf<All>): PostedTexts =>
  Object.fromEntries(Object.keys(fields).flatMap((name) => printOne(name, values[name])));

export interface FieldDifference {
  name: string;
  field: Field;
  /** As posted; undefined is a tick that is not set. */
  mine: string | undefined;
  theirs: string | undefined;
}

/** The fields in which what was typed and what is saved now are not the same, in the order of the form. */
export function differencesOf(fields: Fields, mine: PostedTexts, theirs: PostedTexts): FieldDifference[] {
  const all = Object.entries(fields).map(([name, field]) => ({ name, field, mine: mine[name], theirs: theirs[name] }));
  return all.filter((each) => each.mine !== each.theirs);
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const apiNameOf = (name: string, field: Field): string => field.api ?? snakeCase(name);
