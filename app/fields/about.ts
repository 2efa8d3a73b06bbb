/** The words of a noun's fields: its English says which keys there are, and stands in for a language that has none. */
export interface Catalogue<
  Tree extends Record<string, Record<string, string>> = Record<string, Record<string, string>>,
> {
  name: string;
  english: Tree;
}

/** Where the words of one field are: `group.key`, with `_hint`, `_short`, `_nothing` and each choice behind it. */
export interface FieldWords {
  catalogue: Catalogue;
  key: string;
  /** What its label is filled with. */
  values?: Readonly<Record<string, number>>;
}

/** What people read of a field, in one language. */
export interface FieldText {
  label: string;
  hint?: string;
  /** What it is called beside other fields, in a conflict and the audit log, where its form asks in a sentence. */
  short: string;
  /** What it means that nothing is chosen. */
  none: string;
  choices: Readonly<Record<string, string>>;
}

export interface About {
  /** `named` gives them; a setting of an adapter has its own. */
  words?: FieldWords;
  /** What a form says instead, in the reader's language. */
  says?: Partial<FieldText>;
  /** The API's name where it is not the name in snake case. */
  api?: string;
  /** It is of no matter unless that choice of the same form is one of these. */
  countsWhere?: { field: string; is: readonly string[] };
}

/** A form as it is posted, name by name; a tick that is not set is not in it. */
export type PostedTexts = Readonly<Record<string, string>>;
