import * as nouns from "~/nouns";

type EveryNoun = (typeof nouns)[keyof typeof nouns];

type NounSearchLink = Extract<EveryNoun, { ways: object }>["ways"][number];

/** Tasks of nouns that the search offers, with the role that each needs. */
export const nounSearchLinks = Object.values(nouns)
  .flatMap((noun): readonly NounSearchLink[] => ("ways" in noun ? noun.ways : []))
  .toSorted((one, other) => one.order - other.order)
  .map(({ name, to, need }) => ({ name, to, need }));
