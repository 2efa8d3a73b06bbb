import { settableStatuses } from "~/status/status";
import type { PartWords } from "./part-words";
import { wordsIn } from "./part-words";
import { useLanguage } from "./viewer";
import english from "./words/en.json";

const keysOf = <Group extends object>(group: Group) => Object.keys(group) as (keyof Group & string)[];

type Word = PartWords["t"];

/** Groups of words for values that may be any text, such as one of an older row. */
const groups = {
  status: (t: Word) => keysOf(english.status).map((key) => [key, t(`status.${key}`)]),
  settable_status: (t: Word) => settableStatuses.map((key) => [key, t(`status.${key}`)]),
  maintenance_status: (t: Word) =>
    keysOf(english.maintenance_status).map((key) => [key, t(`maintenance_status.${key}`)]),
  incident_status: (t: Word) => keysOf(english.incident_status).map((key) => [key, t(`incident_status.${key}`)]),
  announcement_status: (t: Word) =>
    keysOf(english.announcement_status).map((key) => [key, t(`announcement_status.${key}`)]),
  visibility: (t: Word) => keysOf(english.visibility).map((key) => [key, t(`visibility.${key}`)]),
  origin: (t: Word) => keysOf(english.origin).map((key) => [key, t(`origin.${key}`)]),
  severity: (t: Word) => keysOf(english.severity).map((key) => [key, t(`severity.${key}`)]),
  role: (t: Word) => keysOf(english.role).map((key) => [key, t(`role.${key}`)]),
  layer: (t: Word) => keysOf(english.layer).map((key) => [key, t(`layer.${key}`)]),
  choice: (t: Word) => keysOf(english.choice).map((key) => [key, t(`choice.${key}`)]),
  test: (t: Word) => keysOf(english.test).map((key) => [key, t(`test.${key}`)]),
};

type Group = keyof typeof groups;

/** Words of a group by their keys. */
export type WordTable = Readonly<Record<string, string>>;

const made = new Map<string, WordTable>();

/** Returns the table, made once per language, so that rows rendered again get the same object. */
export function tableIn(language: string, group: Group): WordTable {
  const name = `${language} ${group}`;
  const table: WordTable = made.get(name) ?? Object.fromEntries(groups[group](wordsIn(language).t));
  made.set(name, table);
  return table;
}

export const useTable = (group: Group): WordTable => tableIn(useLanguage(), group);
