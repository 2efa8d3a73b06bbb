import { letterOfStatus, type StateLetter } from "~/rules/basics/state-letter";
import type { Status } from "~/rules/basics/status";
import type { SnapshotComponent } from "~/rules/snapshot/snapshot-document";

interface Page {
  /** Nothing and nobody vouches for any of its components. */
  unmonitored?: boolean | undefined;
}

/** Its status, or a group's; null where it would be green and nothing and nobody vouches for it. */
export const statusSeen = ({ status }: Pick<SnapshotComponent, "status">, { unmonitored }: Page): Status | null =>
  unmonitored && status === "operational" ? null : status;

/** The letter of the same. */
export function letterSeen(component: Pick<SnapshotComponent, "status">, page: Page): StateLetter {
  const status = statusSeen(component, page);
  return status === null ? "n" : letterOfStatus[status];
}

/** Bars and uptime of what nobody vouches for would say 100%. */
export const showsUptime = ({ showUptime }: Pick<SnapshotComponent, "showUptime">, { unmonitored }: Page): boolean =>
  showUptime && !unmonitored;
