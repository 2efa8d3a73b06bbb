import type { FlapHistory } from "./flap-history";
import type { SignalOrder } from "./signal";

/** An alert with its current or last firing. `reportedStart` and `lastEventAt` are in the sender's clock. */
export interface AlertRecord extends FlapHistory {
  id: string;
  key: string;
  state: "firing" | "resolved";
  severity: string | null;
  title: string;
  body: string;
  link: string | null;
  labels: Record<string, string>;
  groupKey: string;
  startedAt: number;
  endedAt: number | null;
  resolvedReceivedAt: number | null;
  firstSeenAt: number;
  lastSeenAt: number;
  /** Time of the last event (event_time), or the latest start or end that the sender has reported (arrival). */
  lastEventAt: number | null;
  count: number;
  incidentId: string | null;
  acknowledgedAt: number | null;
  acknowledgedBy: string | null;
  dismissedAt: number | null;
  flags: string[];
  version: number;
  /** The start of the current firing as the sender reports it; a firing after a gap repeats it. */
  reportedStart: number;
}

export interface EpisodeRecord {
  alertId: string;
  startedAt: number;
  reportedStart: number;
  receivedAt: number;
  endedAt: number | null;
}

export type AlertSignalOutcome =
  | "new"
  | "repeat"
  | "updates"
  | "fires_again"
  | "resolves"
  | "held"
  | "late"
  | "tombstone";

export interface AlertSignalContext {
  now: number;
  order: SignalOrder;
  /** True when `now` is the arrival of a delivery that is read again. */
  isReplay?: boolean;
  /** True when an earlier firing of this alert is known to have started at that reported start. */
  isOlderEpisode(reportedStart: number): boolean;
}

/**
 * The outcome of one signal. `touch`: the alert was only reported again, and is written without a guard; `whole`: it is
 * written with a guard.
 */
export interface AlertSignalDecision {
  outcome: AlertSignalOutcome;
  write: "none" | "touch" | "whole";
  alert: AlertRecord;
  started?: EpisodeRecord;
  ended?: EpisodeRecord;
}
