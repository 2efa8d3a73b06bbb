import type { Catalogue, FieldWords } from "./about";
import type { Fields } from "./fields";

interface Worded {
  words: FieldWords;
}

type Tree = Record<string, Record<string, string>>;

type KeyOf<Name extends string> = Name extends `${infer First}.${infer Rest}` ? `${First}_${KeyOf<Rest>}` : Name;

/** Keys that a field needs: its label, and a word for each choice. */
type Needed<Name extends string, F> = F extends { choices: readonly (infer Choice extends string)[] }
  ? KeyOf<Name> | (string extends Choice ? never : `${KeyOf<Name>}_${Choice}`)
  : KeyOf<Name>;

type Missing<All, Words> = {
  [Name in keyof All & string]: All[Name] extends Worded ? never : Exclude<Needed<Name, All[Name]>, keyof Words>;
}[keyof All & string];

type Named<All> = { readonly [Name in keyof All]: All[Name] & Worded };

export const keyOf = (name: string): string => name.replaceAll(".", "_");

/**
 * Assigns fields the words of a catalogue's group: `component.name`, `component.name_hint`. A field that has a place
 * already keeps it. The compiler reports keys that are missing from the catalogue.
 */
export function named<English extends Tree, Group extends keyof English & string, const All extends Fields>(
  catalogue: Catalogue<English>,
  group: Group,
  fields: All & ([Missing<All, English[Group]>] extends [never] ? unknown : { missing: Missing<All, English[Group]> }),
): Named<All> {
  const all = Object.entries(fields as Fields).map(([name, field]) => [
    name,
    { words: { catalogue, key: `${group}.${keyOf(name)}` }, ...field },
  ]);
  return Object.fromEntries(all) as Named<All>;
}
