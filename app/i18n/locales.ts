import type english from "./locales/en.json";

type SingularKey<Key extends string> = Key extends `${infer Name}_${"zero" | "one" | "two" | "few" | "many" | "other"}`
  ? Name
  : Key;

/** The keys of a catalogue as `group.key`; a plural key by its base name. */
export type CatalogueKeys<Tree, Prefix extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Prefix}${SingularKey<Key>}`
    : CatalogueKeys<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** Every word of the public pages by its place in the locale files. */
export type WordKey = CatalogueKeys<typeof english>;

/** A catalogue: its groups of keys. */
export type CatalogueTree = Record<string, Record<string, string>>;
