import { minuteMs } from "~/time/durations";
import type { PingKind, StoredPing } from "./heartbeat";
import { type PingContent, type PingKeywords, pingKindOfContent } from "./ping-words";

export type HeartbeatState = "new" | "up" | "down" | "paused";

/** The part of a heartbeat that decides about a ping and is changed by it; instants in UTC ms. */
export interface HeartbeatPingState extends PingKeywords {
  state: HeartbeatState;
  graceSeconds: number;
  postOnly: boolean;
  manualResume: boolean;
  /** Pings, newest last. */
  pings: StoredPing[];
  pingCount: number;
  lastPingAt: number | null;
  lastResult: "success" | "fail" | null;
  lastStartAt: number | null;
  /** Run id of the last start; "" = started without one. */
  lastStartRun: string | null;
  lastDuration: number | null;
  /** Number of the first ping to be checked, because it changes the state. */
  pendingFrom: number | null;
  dueAt: number | null;
}

/** Circumstances of a ping's arrival. */
export interface PingArrival {
  /** Instant of arrival, UTC ms. */
  now: number;
  /** Text that is searched for words; null when the address already gives the kind. */
  heard?: PingContent | null;
  /** True when it came late from an inbox: newer data stays, and it is only counted. */
  isLate?: boolean;
}

/** One ping as it arrived; the row decides its number and its kind. */
export type PingDraft = Omit<StoredPing, "n" | "at" | "kind" | "id"> & {
  id: string;
  kind: Exclude<PingKind, "ignored">;
};

export const maxPingsKept = 100;

/**
 * Maximum number of pings stored for a heartbeat and minute. Further pings are answered and counted, but stored only if
 * they change something.
 */
export const keptPingsPerMinute = 5;

const bodied = ["POST", "MAIL"];

/** Returns true for a ping from an inbox that is older than the known ones. */
const isOvertaken = ({ lastPingAt, lastStartAt }: HeartbeatPingState, at: number) =>
  at < Math.max(lastPingAt ?? 0, lastStartAt ?? 0);

function kindOf(
  state: HeartbeatPingState,
  ping: PingDraft,
  { now, heard = null, isLate = false }: PingArrival,
): PingKind {
  const unheard = state.postOnly && !bodied.includes(ping.method);
  if (unheard || (state.manualResume && state.state === "paused")) return "ignored";
  if (isLate && isOvertaken(state, now)) return "ignored";
  return heard ? pingKindOfContent(state, ping.kind, heard) : ping.kind;
}

export const heartbeatStateAfter = (result: "success" | "fail"): "up" | "down" =>
  result === "success" ? "up" : "down";

const counts = (kind: PingKind): kind is "success" | "fail" => kind === "success" || kind === "fail";

/**
 * Returns true when the fifth ping from the end is of the last minute. Instants after now, by a clock that went back,
 * do not count.
 */
function isFull(pings: readonly StoredPing[], now: number): boolean {
  const fifth = pings.at(-keptPingsPerMinute);
  return fifth !== undefined && fifth.at > now - minuteMs && fifth.at <= now;
}

const changesWhatIsKnown = (state: HeartbeatPingState, kind: PingKind): boolean =>
  (kind === "start" && state.lastStartAt === null) ||
  (counts(kind) && (heartbeatStateAfter(kind) !== state.state || kind !== state.lastResult));

/**
 * Applies a ping to the run. A start begins the run; a success or failure of the same run ends it with its duration.
 * Other pings act as in Healthchecks.
 */
function runAfter(state: HeartbeatPingState, kind: PingKind, rid: string, now: number) {
  const { lastStartAt, lastStartRun, lastDuration } = state;
  if (kind === "start") return { lastStartAt: now, lastStartRun: rid, lastDuration };
  if (!counts(kind)) return { lastStartAt, lastStartRun, lastDuration };
  const paired = lastStartAt !== null && (lastStartRun ?? "") === rid;
  const ends = paired || kind === "fail" || rid === "";
  return {
    lastStartAt: ends ? null : lastStartAt,
    lastStartRun: ends ? null : lastStartRun,
    lastDuration: paired ? Math.max(0, now - lastStartAt) : null,
  };
}

/**
 * True when the heartbeat must be checked: its state changes; the clock was set back, and the deadline with it; or a
 * keyword marked a start, which did not change the deadline.
 */
function asksToLook(state: HeartbeatPingState, kind: PingKind, given: PingKind, now: number): boolean {
  if (!counts(kind)) return kind === "start" && given !== "start";
  return heartbeatStateAfter(kind) !== state.state || (state.lastPingAt !== null && now < state.lastPingAt);
}

/**
 * Returns the next check, which can only become earlier, because delaying it costs a row. A check that runs too early
 * schedules the next (heartbeat-turn).
 */
function dueAfter(state: HeartbeatPingState, kind: PingKind, given: PingKind, now: number): number | null {
  const starts = kind === "start" && given === "start" && state.state !== "down";
  return starts ? Math.min(state.dueAt ?? Number.POSITIVE_INFINITY, now + state.graceSeconds * 1000) : state.dueAt;
}

function pingsAfter(state: HeartbeatPingState, kind: PingKind, ping: PingDraft, now: number): StoredPing[] {
  if (!changesWhatIsKnown(state, kind) && isFull(state.pings, now)) return state.pings;
  const kept = { ...ping, n: state.pingCount + 1, at: now, kind };
  return [...state.pings, kept].slice(-maxPingsKept);
}

/**
 * Returns a heartbeat after one ping, except its state, which follows later (heartbeat-turn).
 * heartbeats/queries/heartbeat-ping does the same in SQL, and its test keeps both equal. It follows the rules of
 * Healthchecks.
 */
export function heartbeatAfterPing(state: HeartbeatPingState, ping: PingDraft, came: PingArrival): HeartbeatPingState {
  const { now } = came;
  const kind = kindOf(state, ping, came);
  return {
    ...state,
    ...runAfter(state, kind, ping.rid ?? "", now),
    ...(counts(kind) ? { lastPingAt: now, lastResult: kind } : {}),
    pings: pingsAfter(state, kind, ping, now),
    pingCount: state.pingCount + 1,
    pendingFrom: state.pendingFrom ?? (asksToLook(state, kind, ping.kind, now) ? state.pingCount + 1 : null),
    dueAt: dueAfter(state, kind, ping.kind, now),
  };
}
