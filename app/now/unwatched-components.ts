import type { componentStatesOfPageQuery } from "~/components/queries/component";
import type { QueryRows } from "~/db/read";

export interface ManualComponent {
  id: string;
  name: string;
  version: number;
  /** A source whose rules affect it, but of which nobody has said what silence means; null = there is none. */
  unanswered: { id: string; name: string } | null;
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

type ComponentStateRow = QueryRows<ReturnType<typeof componentStatesOfPageQuery>>[number];

/** A source without an answer to what its silence means, with one of the components that its rules affect. */
interface UnansweredSource {
  id: string;
  name: string;
  componentId: string;
}

const shownWith =
  (sources: readonly UnansweredSource[]) =>
  ({ id, name, version }: ComponentStateRow): ManualComponent => {
    const source = sources.find(({ componentId }) => componentId === id);
    return { id, name, version, unanswered: source ? { id: source.id, name: source.name } : null };
  };

const isUnmonitored = ({ coverage, keptBy, observed }: ComponentStateRow): boolean =>
  coverage === "no_data" && keptBy !== "manual" && !observed;

/**
 * Returns the components to ask about. On a page without any monitored component people keep all of them, so nothing is
 * asked.
 */
export function unwatchedComponentsOf(
  rows: readonly ComponentStateRow[],
  sources: readonly UnansweredSource[],
): UnwatchedComponents {
  const shown = shownWith(sources);
  const isBesideWatched = rows.some(({ coverage }) => coverage === null);
  const assumed = rows.filter(({ keptBy, keptAnswered }) => keptBy === "manual" && !keptAnswered);
  const unmonitored = rows.filter(isUnmonitored);
  return { assumed: isBesideWatched ? assumed.map(shown) : [], unmonitored: unmonitored.map(shown) };
}
