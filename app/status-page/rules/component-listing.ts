import { type Status, statusRank } from "~/status/status";
import { type MonitoredState, visibleStatus } from "./monitored-state";
import type { SnapshotComponent, SnapshotGroup } from "./snapshot-document";

/** Number of components above which a page is long: it has a search, and the affected components come first. */
const longListComponents = 20;

/** Maximum number of affected components that are listed first; in a total outage the groups below show the rest. */
const maxFirstComponents = 10;

export const isLongComponentList = (count: number): boolean => count > longListComponents;

/** Statuses that say what is wrong; missing data is no known trouble. */
export const affectedStatuses: readonly Status[] = [
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
];

/** False for a component that is shown only while it is affected, and is not. */
export const isComponentListed = ({ shownWhen, status }: Pick<SnapshotComponent, "shownWhen" | "status">): boolean =>
  shownWhen === "always" || status !== "operational";

interface AffectedComponents<Component> {
  listed: Component[];
  /** Number of further ones that are not listed. */
  more: number;
}

/**
 * Returns the components that a long page shows before all others: what is known to be wrong, worst first, otherwise in
 * the page's order. Missing data is no known trouble, so such components stay in their place.
 */
export function affectedComponentsFirst<Component extends MonitoredState>(
  components: readonly Component[],
): AffectedComponents<Component> {
  const affected = isLongComponentList(components.length)
    ? components
        .filter(({ status }) => affectedStatuses.includes(status))
        .sort((one, other) => statusRank(other.status) - statusRank(one.status))
    : [];
  const listed = affected.slice(0, maxFirstComponents);
  return { listed, more: affected.length - listed.length };
}

/**
 * Returns true when a group starts open: as its page's people chose, but on a long page never while all of it is
 * operational. A member that nothing vouches for is not.
 */
export function isComponentGroupExpanded(
  { collapsed }: Pick<SnapshotGroup, "collapsed">,
  members: readonly MonitoredState[],
  long: boolean,
): boolean {
  if (collapsed === "always") return false;
  const isOperational = members.every((each) => visibleStatus(each) === "operational");
  return !isOperational || (collapsed === "never" && !long);
}
