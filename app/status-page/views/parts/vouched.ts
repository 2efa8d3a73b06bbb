import { letterOfStatus, type StateLetter } from "~/status/state-letter";
import type { SnapshotComponent } from "../../rules/snapshot-document";
import { type Monitored, statusSeen } from "../../rules/unmonitored";

/** Returns the letter of a component's or group's status; never green when nothing and no person vouches for it. */
export function letterSeen(component: Monitored): StateLetter {
  const status = statusSeen(component);
  return status === null ? "n" : letterOfStatus[status];
}

type Counted = Pick<SnapshotComponent, "showUptime" | "uptime" | "unmonitored">;

/** Returns true when bars and uptime are shown; for an unmonitored component only if it once was monitored. */
export const showsUptime = ({ showUptime, uptime, unmonitored }: Counted): boolean =>
  showUptime && !(unmonitored && uptime === null);
