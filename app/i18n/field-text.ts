import type { FieldCatalogue, FieldText, FieldWords } from "~/fields/field-about";
import type { Field } from "~/fields/fields";
import { createWordRoom, type WordRoom } from "./word-room";

const rooms = new Map<string, WordRoom<string>>();

function roomOf({ name, english }: FieldCatalogue): WordRoom<string> {
  const known = rooms.get(name);
  if (known) return known;
  const made: WordRoom<string> = createWordRoom(`fields/${name}`, english);
  rooms.set(name, made);
  return made;
}

type Keys = readonly (string | number)[];

const groupNamesOf = (field: Field): string[] => Object.keys(("groups" in field && field.groups) || {});

/** Numbers with a limited choice share a sentence that counts them. */
const keysOf = (field: Field): Keys => {
  if ("choices" in field && field.choices) return field.choices;
  return field.kind === "number" && field.among ? field.among : [];
};

function textFrom(keys: Keys, groupNames: string[], place: FieldWords, language: string): FieldText {
  const { catalogue, key, values } = place;
  const { has, wordsIn } = roomOf(catalogue);
  const { t } = wordsIn(language);
  const textOf = (suffix: string) => (has(`${key}_${suffix}`) ? t(`${key}_${suffix}`) : undefined);
  const choices = keys.map((each) => [
    each,
    typeof each === "number" ? t(`${key}_each`, { count: each }) : (textOf(each) ?? each),
  ]);
  const [label, hint] = [t(key, values), textOf("hint")];
  const short = textOf("short") ?? label;
  const groups = Object.fromEntries(groupNames.map((each) => [each, textOf(`group_${each}`) ?? each]));
  const text = { label, short, none: textOf("nothing") ?? "", choices: Object.fromEntries(choices), groups };
  return hint === undefined ? text : { ...text, hint };
}

/**
 * Cache by words object: a control that is rendered again gets the same text object, so that its contents need not be
 * rendered again.
 */
const made = new WeakMap<FieldWords, Map<string, FieldText>>();

function keptText(field: Field, words: FieldWords, language: string): FieldText {
  const kept = made.get(words) ?? new Map<string, FieldText>();
  made.set(words, kept);
  const [keys, groupNames] = [keysOf(field), groupNamesOf(field)];
  const name = [language, ...keys].join(" ");
  const text = kept.get(name) ?? textFrom(keys, groupNames, words, language);
  kept.set(name, text);
  return text;
}

const unnamed: FieldText = { label: "", short: "", none: "", choices: {} };

/** Returns the texts of a field in a language: by its key, or those that its form gives instead. */
export function fieldText(field: Field, language: string): FieldText {
  const { words, says } = field;
  if (words) return says ? { ...keptText(field, words, language), ...says } : keptText(field, words, language);
  return { ...unnamed, short: says?.label ?? "", ...says };
}
