import { toStatus } from "~/status/status";
import type { TeamWords } from "./team-words";

export interface ToldComponent {
  id: string;
  name: string;
  /** What the incident or maintenance makes of it. */
  status: string;
}

type Fact = { name: string; value: string };

/** So many components are named one by one. */
export const componentsNamed = 8;

/** Their names; of many the first, and how many more. */
export function namesOf(words: TeamWords, components: readonly ToldComponent[]): string {
  const more = components.length - componentsNamed;
  const names = components.slice(0, componentsNamed).map(({ name }) => name);
  if (more <= 0) return words.list(names);
  return words.names([...names, words.t("more", { number: words.number(more) })]);
}

/** What is made of each; of many, which they are. */
export function statusFacts(words: TeamWords, components: readonly ToldComponent[]): Fact[] {
  if (components.length > componentsNamed) return nameFacts(words, components);
  return components.map(({ name, status }) => ({ name, value: words.componentStatus(toStatus(status)) }));
}

export const nameFacts = (words: TeamWords, components: readonly ToldComponent[]): Fact[] =>
  components.length === 0 ? [] : [{ name: words.common("mail.components"), value: namesOf(words, components) }];
