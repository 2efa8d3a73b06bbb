import { type Status, severityOf } from "~/status/status";
import type { TeamWords } from "./team-words";

export interface ToldComponent {
  id: string;
  name: string;
  /** What visitors see of it; of a draft, what it says of it. */
  status: Status;
  /** Nobody vouches for it. */
  unmonitored?: true;
}

type Fact = { name: string; value: string };

/** So many are named one by one. */
const componentsNamed = 8;

/** Their names; of many the first, and how many more. */
export function namesOf(words: TeamWords, components: readonly ToldComponent[]): string {
  const more = components.length - componentsNamed;
  const names = components.slice(0, componentsNamed).map(({ name }) => name);
  if (more <= 0) return words.list(names);
  return words.names([...names, words.t("more", { number: words.number(more) })]);
}

/** So many have a line each: channels show eight lines in all. */
const linesEach = 4;

/** How each is; of more than a few, which are how, the worst first. */
export function statusFacts(words: TeamWords, components: readonly ToldComponent[]): Fact[] {
  const stated = components.map((each) => ({ ...each, word: words.standing(each) }));
  if (components.length <= linesEach) return stated.map(({ name, word }) => ({ name, value: word }));
  const sorted = stated.toSorted((one, other) => severityOf(other.status) - severityOf(one.status));
  const byWord = Map.groupBy(sorted, ({ word }) => word);
  return [...byWord].map(([name, group]) => ({ name, value: namesOf(words, group) }));
}

export const nameFacts = (words: TeamWords, components: readonly ToldComponent[]): Fact[] =>
  components.length === 0 ? [] : [{ name: words.common("mail.components"), value: namesOf(words, components) }];
