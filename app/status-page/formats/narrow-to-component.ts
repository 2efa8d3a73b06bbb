import type { RecentDocument, RecentIncident } from "../rules/recent-document";

const names = (incident: RecentIncident, componentId: string) =>
  incident.components.some((each) => each.id === componentId) ||
  incident.updates.some((update) => update.changes.some((change) => change.componentId === componentId));

/** Returns the entries for the feed and calendar of one component: those that affected it at any time. */
export function filterRecentByComponent(recent: RecentDocument, componentId: string): RecentDocument {
  return {
    ...recent,
    incidents: recent.incidents.filter((each) => names(each, componentId)),
    maintenances: recent.maintenances.filter((each) => each.components.some(({ id }) => id === componentId)),
    tombstones: recent.tombstones.filter((each) => each.componentIds.includes(componentId)),
  };
}
