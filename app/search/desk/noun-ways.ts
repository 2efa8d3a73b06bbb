import * as nouns from "~/nouns";

type EveryNoun = (typeof nouns)[keyof typeof nouns];

type NounWay = Extract<EveryNoun, { ways: object }>["ways"][number];

/** Tasks of nouns that the search offers, with the role that each needs. */
export const nounWays = Object.values(nouns)
  .flatMap((noun): readonly NounWay[] => ("ways" in noun ? noun.ways : []))
  .toSorted((one, other) => one.order - other.order)
  .map(({ name, to, need }) => ({ name, to, need }));
