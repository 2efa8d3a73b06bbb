import { type Status, statusRank } from "~/status/status";
import type { TeamWords } from "./team-words";

export interface NotifiedComponent {
  id: string;
  name: string;
  /** Status that visitors see; for a draft, the status that the draft gives it. */
  status: Status;
  /** True when nothing monitors the component. */
  unmonitored?: true;
}

type Fact = { name: string; value: string };

/** Most components that are named. */
const maxComponentsNamed = 8;

/** Returns the names; of a long list the first names and the number of the others. */
export function componentNamesText(words: TeamWords, components: readonly NotifiedComponent[]): string {
  const more = components.length - maxComponentsNamed;
  const names = components.slice(0, maxComponentsNamed).map(({ name }) => name);
  if (more <= 0) return words.list(names);
  return words.names([...names, words.t("more", { number: words.number(more) })]);
}

/** Most components with a line each; channels show eight lines in all. */
const maxComponentLines = 4;

/** Returns each component's status; of more than a few, the names by status, the worst status first. */
export function componentStatusFacts(words: TeamWords, components: readonly NotifiedComponent[]): Fact[] {
  const stated = components.map((each) => ({ ...each, word: words.standing(each) }));
  if (components.length <= maxComponentLines) return stated.map(({ name, word }) => ({ name, value: word }));
  const sorted = stated.toSorted((one, other) => statusRank(other.status) - statusRank(one.status));
  const byWord = Map.groupBy(sorted, ({ word }) => word);
  return [...byWord].map(([name, group]) => ({ name, value: componentNamesText(words, group) }));
}

export const componentNameFacts = (words: TeamWords, components: readonly NotifiedComponent[]): Fact[] =>
  components.length === 0
    ? []
    : [{ name: words.common("mail.components"), value: componentNamesText(words, components) }];
