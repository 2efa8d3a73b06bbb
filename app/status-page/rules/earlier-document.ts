import type { Snapshot } from "./snapshot-document";

const nobodys = { status: "no_data", unmonitored: true, uptime: null } as const;

/** A day that was said to be well while nobody vouched for it. */
const unvouchedDays = (days: string) => days.replaceAll("o", "n");

/**
 * Earlier versions said of a whole page that nobody vouches for it, and left each component operational. Their documents
 * are read until the next publish, and must not be green meanwhile.
 */
export function withEachUnmonitored(snapshot: Snapshot): Snapshot {
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
