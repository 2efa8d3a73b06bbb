import type { FieldCatalogue, FieldWords } from "./field-about";
import type { Fields } from "./fields";

interface WordedField {
  words: FieldWords;
}

type Tree = Record<string, Record<string, string>>;

type FieldWordKey<Name extends string> = Name extends `${infer First}.${infer Rest}`
  ? `${First}_${FieldWordKey<Rest>}`
  : Name;

/** Keys that a field needs: its label, a word for each choice, and a heading for each group of them. */
type NeededWordKey<Name extends string, F> =
  | (F extends { choices: readonly (infer Choice extends string)[] }
      ? FieldWordKey<Name> | (string extends Choice ? never : `${FieldWordKey<Name>}_${Choice}`)
      : FieldWordKey<Name>)
  | (F extends { groups: Readonly<Record<infer GroupName extends string, unknown>> }
      ? string extends GroupName
        ? never
        : `${FieldWordKey<Name>}_group_${GroupName}`
      : never);

type MissingWordKey<All, Words> = {
  [Name in keyof All & string]: All[Name] extends WordedField
    ? never
    : Exclude<NeededWordKey<Name, All[Name]>, keyof Words>;
}[keyof All & string];

type NamedFields<All> = { readonly [Name in keyof All]: All[Name] & WordedField };

export const fieldWordKeyOf = (name: string): string => name.replaceAll(".", "_");

/**
 * Assigns fields the words of a catalogue's group: `component.name`, `component.name_hint`. A field that has a place
 * already keeps it. The compiler reports keys that are missing from the catalogue.
 */
export function withFieldWords<English extends Tree, Group extends keyof English & string, const All extends Fields>(
  catalogue: FieldCatalogue<English>,
  group: Group,
  fields: All &
    ([MissingWordKey<All, English[Group]>] extends [never]
      ? unknown
      : { missing: MissingWordKey<All, English[Group]> }),
): NamedFields<All> {
  const all = Object.entries(fields as Fields).map(([name, field]) => [
    name,
    { words: { catalogue, key: `${group}.${fieldWordKeyOf(name)}` }, ...field },
  ]);
  return Object.fromEntries(all) as NamedFields<All>;
}
