import { settableStatuses } from "~/status/status";
import type { SharedUiWords } from "./part-words";
import { wordsIn } from "./part-words";
import { useLanguage } from "./viewer";
import english from "./words/en.json";

const keysOf = <Group extends object>(group: Group) => Object.keys(group) as (keyof Group & string)[];

type TranslatePartWord = SharedUiWords["t"];

/** Groups of words for values that may be any text, such as one of an older row. */
const groups = {
  status: (t: TranslatePartWord) => keysOf(english.status).map((key) => [key, t(`status.${key}`)]),
  settable_status: (t: TranslatePartWord) => settableStatuses.map((key) => [key, t(`status.${key}`)]),
  maintenance_status: (t: TranslatePartWord) =>
    keysOf(english.maintenance_status).map((key) => [key, t(`maintenance_status.${key}`)]),
  incident_status: (t: TranslatePartWord) =>
    keysOf(english.incident_status).map((key) => [key, t(`incident_status.${key}`)]),
  announcement_status: (t: TranslatePartWord) =>
    keysOf(english.announcement_status).map((key) => [key, t(`announcement_status.${key}`)]),
  visibility: (t: TranslatePartWord) => keysOf(english.visibility).map((key) => [key, t(`visibility.${key}`)]),
  origin: (t: TranslatePartWord) => keysOf(english.origin).map((key) => [key, t(`origin.${key}`)]),
  severity: (t: TranslatePartWord) => keysOf(english.severity).map((key) => [key, t(`severity.${key}`)]),
  role: (t: TranslatePartWord) => keysOf(english.role).map((key) => [key, t(`role.${key}`)]),
  layer: (t: TranslatePartWord) => keysOf(english.layer).map((key) => [key, t(`layer.${key}`)]),
  choice: (t: TranslatePartWord) => keysOf(english.choice).map((key) => [key, t(`choice.${key}`)]),
  test: (t: TranslatePartWord) => keysOf(english.test).map((key) => [key, t(`test.${key}`)]),
};

type WordGroup = keyof typeof groups;

/** Words of a group by their keys. */
export type WordTable = Readonly<Record<string, string>>;

const made = new Map<string, WordTable>();

/** Returns the table, made once per language, so that rows rendered again get the same object. */
export function wordTableOfLanguage(language: string, group: WordGroup): WordTable {
  const name = `${language} ${group}`;
  const table: WordTable = made.get(name) ?? Object.fromEntries(groups[group](wordsIn(language).t));
  made.set(name, table);
  return table;
}

export const useWordTable = (group: WordGroup): WordTable => wordTableOfLanguage(useLanguage(), group);
