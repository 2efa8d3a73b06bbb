import { letterOfStatus, type StateLetter } from "~/status/state-letter";
import type { SnapshotComponent } from "../../rules/snapshot-document";
import { type Monitored, statusSeen } from "../../rules/unmonitored";

/** The letter of its status, or of a group's: none of green where nothing and nobody vouches for it. */
export function letterSeen(component: Monitored): StateLetter {
  const status = statusSeen(component);
  return status === null ? "n" : letterOfStatus[status];
}

type Counted = Pick<SnapshotComponent, "showUptime" | "uptime" | "unmonitored">;

/** Of what nobody vouches for there are bars and a figure only where somebody once did. */
export const showsUptime = ({ showUptime, uptime, unmonitored }: Counted): boolean =>
  showUptime && !(unmonitored && uptime === null);
