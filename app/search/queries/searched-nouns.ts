import * as nouns from "~/nouns";

type EveryNoun = (typeof nouns)[keyof typeof nouns];

/** Kinds of results, besides the tasks that the search offers. */
export type SearchResultKind = Extract<EveryNoun, { search: object }>["search"]["kind"];

/** The queries by which the search finds objects of one kind, and the page that shows them. */
export interface SearchedNoun {
  kind: SearchResultKind;
  /** Path of the list, below the page's own. */
  at: string;
  anchor: string | null;
  /** Table with `id` and `name`; null = the search has its own query. */
  table: string | null;
  only: string | null;
}

const orderOf = ({ search }: { search: nouns.NounSearch }): number => search.order;

/** Searched nouns in the order of the results. */
export const searchedNouns: readonly SearchedNoun[] = Object.values(nouns)
  .flatMap((noun) => ("search" in noun ? [noun] : []))
  .toSorted((one, other) => orderOf(one) - orderOf(other))
  .map(({ at, search }) => {
    const { anchor, table, only }: nouns.NounSearch = search;
    return { kind: search.kind, at, anchor: anchor ?? null, table: table ?? null, only: only ?? null };
  });
