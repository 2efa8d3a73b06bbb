import type { componentStates } from "~/components/queries/component";
import type { RowsOf } from "~/db/read";

export interface KeptComponent {
  id: string;
  name: string;
  version: number;
}

/** What nothing watches, as somebody sets a page up. */
export interface Keeping {
  /** Shown as operational because people are assumed to keep them by hand, beside others that are watched. */
  assumed: KeptComponent[];
  /** Shown as not monitored. */
  unmonitored: KeptComponent[];
}

/** An alert source of which nobody has said what its quiet means. */
export interface QuietSource {
  id: string;
  name: string;
  version: number;
  /** It means well because it did before anybody was asked; else it vouches for nothing. */
  isAssumed: boolean;
}

type StoredSource = Omit<QuietSource, "isAssumed"> & { assumed: number };

/** As the page's row has them, by their names. */
const quietSourcesIn = (text: string): QuietSource[] =>
  (JSON.parse(text) as StoredSource[])
    .map(({ assumed, ...source }) => ({ ...source, isAssumed: assumed !== 0 }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

type Row = RowsOf<ReturnType<typeof componentStates>>[number];

const shown = ({ id, name, version }: Row): KeptComponent => ({ id, name, version });

/** Where nothing of a page is watched people keep all of it, as they did before: they are not asked. */
function keepingOf(rows: readonly Row[]): Keeping {
  const isBesideWatched = rows.some(({ coverage }) => coverage === null);
  const assumed = rows.filter(({ keptBy, keptAnswered }) => keptBy === "manual" && !keptAnswered);
  const unmonitored = rows.filter(
    ({ coverage, keptBy, observed }) => coverage === "no_data" && keptBy !== "manual" && !observed,
  );
  return { assumed: isBesideWatched ? assumed.map(shown) : [], unmonitored: unmonitored.map(shown) };
}

/** What is asked as a page is set up, until somebody answers. */
export interface Asked {
  keeping: Keeping;
  quietSources: QuietSource[];
}

export const askedOf = (rows: readonly Row[], quietSources: string): Asked => ({
  keeping: keepingOf(rows),
  quietSources: quietSourcesIn(quietSources),
});
