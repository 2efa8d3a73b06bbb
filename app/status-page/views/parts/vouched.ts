import { letterOfStatus, type StateLetter } from "~/status/state-letter";
import type { SnapshotComponent } from "../../rules/snapshot-document";
import { statusSeen } from "../../rules/unmonitored";

interface Page {
  /** Nothing and nobody vouches for any of its components. */
  unmonitored?: boolean | undefined;
}

/** The letter of its status, or of a group's: none of green where nothing and nobody vouches for it. */
export function letterSeen(component: Pick<SnapshotComponent, "status">, page: Page): StateLetter {
  const status = statusSeen(component, page);
  return status === null ? "n" : letterOfStatus[status];
}

/** Bars and uptime of what nobody vouches for would say 100%. */
export const showsUptime = ({ showUptime }: Pick<SnapshotComponent, "showUptime">, { unmonitored }: Page): boolean =>
  showUptime && !unmonitored;
