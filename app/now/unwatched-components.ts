import type { componentStatesOfPage } from "~/components/queries/component";
import type { QueryRows } from "~/db/read";

export interface ManualComponent {
  id: string;
  name: string;
  version: number;
}

/** Components without a monitor, as asked while a page is set up. */
export interface UnwatchedComponents {
  /**
   * Components shown as operational because people are assumed to keep them manually, on a page with monitored ones.
   */
  assumed: ManualComponent[];
  /** Components shown as not monitored. */
  unmonitored: ManualComponent[];
}

type ComponentStateRow = QueryRows<ReturnType<typeof componentStatesOfPage>>[number];

const shown = ({ id, name, version }: ComponentStateRow): ManualComponent => ({ id, name, version });

/**
 * Returns the components to ask about. On a page without any monitored component people keep all of them, so nothing is
 * asked.
 */
export function unwatchedComponentsOf(rows: readonly ComponentStateRow[]): UnwatchedComponents {
  const isBesideWatched = rows.some(({ coverage }) => coverage === null);
  const assumed = rows.filter(({ keptBy, keptAnswered }) => keptBy === "manual" && !keptAnswered);
  const unmonitored = rows.filter(
    ({ coverage, keptBy, observed }) => coverage === "no_data" && keptBy !== "manual" && !observed,
  );
  return { assumed: isBesideWatched ? assumed.map(shown) : [], unmonitored: unmonitored.map(shown) };
}
