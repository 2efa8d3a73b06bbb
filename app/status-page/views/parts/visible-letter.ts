import { type StateLetter, stateLetterByStatus } from "~/status/state-letter";
import { type MonitoredState, visibleStatus } from "../../rules/monitored-state";
import type { SnapshotComponent } from "../../rules/snapshot-document";

/** Returns the letter of a component's or group's status; never green when nothing and no person vouches for it. */
export function visibleStateLetter(component: MonitoredState): StateLetter {
  const status = visibleStatus(component);
  return status === null ? "n" : stateLetterByStatus[status];
}

type UptimeVisibility = Pick<SnapshotComponent, "showUptime" | "uptime" | "unmonitored">;

/** Returns true when bars and uptime are shown; for an unmonitored component only if it once was monitored. */
export const isUptimeShown = ({ showUptime, uptime, unmonitored }: UptimeVisibility): boolean =>
  showUptime && !(unmonitored && uptime === null);
