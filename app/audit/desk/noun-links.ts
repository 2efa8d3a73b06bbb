import * as nouns from "~/nouns";

const all: readonly nouns.NounDefinition[] = Object.values(nouns);

const linksTo = (link: "one" | "list"): Readonly<Record<string, string>> =>
  Object.fromEntries(
    all.flatMap(({ name, at, audit }) => (at !== undefined && audit?.link === link ? [[name, at]] : [])),
  );

/** Lists below which a subject has its own page, by subject. */
export const ownPagePathsBySubject = linksTo("one");

/** Lists on which a subject is shown with others, by subject. */
export const listPathsBySubject = linksTo("list");
