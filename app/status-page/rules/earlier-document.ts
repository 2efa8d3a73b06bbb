import type { Snapshot } from "./snapshot-document";

const nobodys = { status: "no_data", unmonitored: true, uptime: null } as const;

/** Sets days to no data that were shown as operational while nothing observed them. */
const unvouchedDays = (days: string) => days.replaceAll("o", "n");

/**
 * Marks each component as unmonitored in a document of an earlier version, which marked only the whole page and left
 * each component operational. Such documents are read until the next publish, and must not be green meanwhile.
 */
export function markComponentsUnmonitored(snapshot: Snapshot): Snapshot {
  if (!snapshot.unmonitored) return snapshot;
  return {
    ...snapshot,
    components: snapshot.components.map((each) =>
      each.status === "operational"
        ? { ...each, ...nobodys, unobservedStatus: "no_data", days: unvouchedDays(each.days) }
        : each,
    ),
    groups: snapshot.groups.map((each) => (each.status === "operational" ? { ...each, ...nobodys } : each)),
  };
}
