import type { Banner, Status } from "~/status/status";
import { banner, type RaisingIncident } from "./banner";
import type { SnapshotFacts } from "./snapshot-facts";

/** What a page's green rests on: what watches its components now, and that people have ever spoken on it. */
interface Vouching extends Pick<SnapshotFacts, "observedComponentIds"> {
  page: Pick<SnapshotFacts["page"], "spokenAt">;
  components: readonly { id: string }[];
}

/**
 * Green would mean nothing: there is no component, or nothing watches any and people have never said a word. Their word
 * holds however long ago it was; what a machine saw once holds no longer than it watches.
 */
export function isUnmonitored({ page, components, observedComponentIds }: Vouching): boolean {
  if (components.length === 0) return true;
  return page.spokenAt === null && !components.some(({ id }) => observedComponentIds.has(id));
}

/** Its status, or a group's; null where it would be green and nothing and nobody vouches for it. */
export const statusSeen = (
  { status }: { status: Status },
  { unmonitored }: { unmonitored?: boolean | undefined },
): Status | null => (unmonitored && status === "operational" ? null : status);

/** The ladder's sentence; of a page that is not monitored none that all is well. */
export function bannerSeen(
  statuses: readonly Status[],
  open: readonly RaisingIncident[],
  unmonitored: boolean,
): Banner {
  const told = banner(statuses, open);
  return unmonitored && told.state === "operational" ? banner(["no_data"], []) : told;
}
