/** The words of a noun's fields: its English defines the keys, and replaces missing translations. */
export interface FieldCatalogue<
  Tree extends Record<string, Record<string, string>> = Record<string, Record<string, string>>,
> {
  name: string;
  english: Tree;
}

/**
 * Place of a field's words: `group.key`, and the key with `_hint`, `_short`, `_nothing`, each choice and
 * `_group_` with each group as suffixes.
 */
export interface FieldWords {
  catalogue: FieldCatalogue;
  key: string;
  /** Values that fill its label. */
  values?: Readonly<Record<string, number>>;
}

/** Texts of a field in one language. */
export interface FieldText {
  label: string;
  hint?: string;
  /** Short name beside other fields, in a conflict and the audit log, when its form asks in a sentence. */
  short: string;
  /** Meaning of an empty choice. */
  none: string;
  choices: Readonly<Record<string, string>>;
  /** Headings of the groups of its choices. */
  groups?: Readonly<Record<string, string>>;
}

export interface FieldDescription {
  /** Set by `named`; a setting of an adapter has its own texts. */
  words?: FieldWords;
  /** Texts that a form uses instead, in the person's language. */
  says?: Partial<FieldText>;
  /** The API's name when it is not the name in snake case. */
  api?: string;
  /** Condition under which the field matters: another field of the same form has one of these values. */
  countsWhere?: { field: string; is: readonly string[] };
}

/** A form as posted, by name; an unticked checkbox is absent. */
export type PostedTexts = Readonly<Record<string, string>>;
