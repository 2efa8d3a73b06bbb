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

type Row = RowsOf<ReturnType<typeof componentStates>>[number];

const shown = ({ id, name, version }: Row): KeptComponent => ({ id, name, version });

/** Where nothing of a page is watched people keep all of it, as they did before: they are not asked. */
export function keepingOf(rows: readonly Row[]): Keeping {
  const isBesideWatched = rows.some(({ coverage }) => coverage === null);
  const assumed = rows.filter(({ keptBy, keptAnswered }) => keptBy === "manual" && !keptAnswered);
  const unmonitored = rows.filter(
    ({ coverage, keptBy, observed }) => coverage === "no_data" && keptBy !== "manual" && !observed,
  );
  return { assumed: isBesideWatched ? assumed.map(shown) : [], unmonitored: unmonitored.map(shown) };
}
