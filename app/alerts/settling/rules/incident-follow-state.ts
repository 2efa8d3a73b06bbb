import type { AlertSeverity } from "~/status/severity";
import type { Status } from "~/status/status";

/** The last report to the team about one component of an incident; "" stands for alerts that affect no component. */
export interface TeamComponentReport {
  /** The worst status that was reported. */
  status: Status;
  /** The alerts that were named, as short hashes of rule and name. */
  names: string[];
}

/** The content of the last message about an incident to the team. */
export interface TeamNotificationState {
  /** Time when it was decided, UTC ms. */
  at: number;
  /** Time when the next message with news may be sent, UTC ms; absent when there was no news since the opening. */
  pausedUntil?: number;
  /** The loudest severity; null when that alert has none, which may not be harmless. */
  severity: AlertSeverity | null;
  parts: Record<string, TeamComponentReport>;
}

/** The content of the last update to visitors: when (UTC ms), and the statuses of components. */
export interface VisitorNotificationState {
  at: number;
  components: Record<string, Status>;
}

/** The record that settling keeps of an incident while it follows its alerts. */
export interface IncidentSettlingState {
  /** Component → when the incident's last alert on it stopped firing, UTC ms. */
  over: Record<string, number>;
  /**
   * Component → when it was last reported worse than before; nothing recovers earlier. Absent when that was only at
   * opening.
   */
  raised?: Record<string, number>;
  /** Null when nothing was reported yet. */
  team: TeamNotificationState | null;
  visitors: VisitorNotificationState | null;
  /** True when the incident was open before this was recorded, so that what its alerts report counts as reported. */
  adopts?: boolean;
}

export const emptyIncidentFollowState: IncidentSettlingState = { over: {}, team: null, visitors: null };

/** Resets the record when a person reopens it with these components: earlier recoveries no longer count for them. */
export const resetIncidentFollowState = (
  following: IncidentSettlingState | null,
  componentIds: readonly string[],
  at: number,
) => following && { ...following, over: {}, raised: Object.fromEntries(componentIds.map((id) => [id, at])) };
