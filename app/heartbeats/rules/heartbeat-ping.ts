import type { KeptPing, PingKind } from "./heartbeat";
import { type Heard, kindByWords, type PingWords } from "./ping-words";

export type HeartbeatState = "new" | "up" | "down" | "paused";

/** What of a heartbeat a ping is judged by and changes; instants in UTC ms. */
export interface PingState extends PingWords {
  state: HeartbeatState;
  graceSeconds: number;
  postOnly: boolean;
  manualResume: boolean;
  /** The newest last. */
  pings: KeptPing[];
  pingCount: number;
  lastPingAt: number | null;
  lastResult: "success" | "fail" | null;
  lastStartAt: number | null;
  /** "" = started without a run id. */
  lastStartRun: string | null;
  lastDuration: number | null;
  /** Number of the first ping that is to be looked at, as it turned something. */
  pendingFrom: number | null;
  dueAt: number | null;
}

/** How a ping came. */
export interface PingCame {
  /** When, UTC ms. */
  now: number;
  /** What its words are looked for in; null where its address said itself what it is. */
  heard?: Heard | null;
  /** It lay in an inbox since then: what is known of a later time stands, and it is only counted. */
  isLate?: boolean;
}

/** One ping as it came; its number and what is made of it are decided by the row. */
export type PingDraft = Omit<KeptPing, "n" | "at" | "kind" | "id"> & {
  id: string;
  kind: Exclude<PingKind, "ignored">;
};

export const pingsKept = 100;

/** Per heartbeat and minute; what is more is answered and counted, and kept only if it changes what is known. */
export const keptAMinute = 5;

const bodied = ["POST", "MAIL"];

/** One that lay in an inbox, and is older than what is known by now. */
const isOvertaken = ({ lastPingAt, lastStartAt }: PingState, at: number) =>
  at < Math.max(lastPingAt ?? 0, lastStartAt ?? 0);

function kindOf(state: PingState, ping: PingDraft, { now, heard = null, isLate = false }: PingCame): PingKind {
  const unheard = state.postOnly && !bodied.includes(ping.method);
  if (unheard || (state.manualResume && state.state === "paused")) return "ignored";
  if (isLate && isOvertaken(state, now)) return "ignored";
  return heard ? kindByWords(state, ping.kind, heard) : ping.kind;
}

export const stateAfter = (result: "success" | "fail"): "up" | "down" => (result === "success" ? "up" : "down");

const counts = (kind: PingKind): kind is "success" | "fail" => kind === "success" || kind === "fail";

/** The fifth from the end is of the last minute. Instants after now, by a clock that went back, hold nothing off. */
function isFull(pings: readonly KeptPing[], now: number): boolean {
  const fifth = pings.at(-keptAMinute);
  return fifth !== undefined && fifth.at > now - 60_000 && fifth.at <= now;
}

const changesWhatIsKnown = (state: PingState, kind: PingKind): boolean =>
  (kind === "start" && state.lastStartAt === null) ||
  (counts(kind) && (stateAfter(kind) !== state.state || kind !== state.lastResult));

/** A start begins a run; a success or failure of the same run ends it with its length, others as Healthchecks does. */
function runAfter(state: PingState, kind: PingKind, rid: string, now: number) {
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
 * Something else is to be told than is known; or the clock went back, and with it when it is due; or a start that was
 * found by its words, which did not move when it is due.
 */
function asksToLook(state: PingState, kind: PingKind, given: PingKind, now: number): boolean {
  if (!counts(kind)) return kind === "start" && given !== "start";
  return stateAfter(kind) !== state.state || (state.lastPingAt !== null && now < state.lastPingAt);
}

/** Only ever earlier, as moving it costs a row: who looks too early moves it on (heartbeat-turn). */
function dueAfter(state: PingState, kind: PingKind, given: PingKind, now: number): number | null {
  const starts = kind === "start" && given === "start" && state.state !== "down";
  return starts ? Math.min(state.dueAt ?? Number.POSITIVE_INFINITY, now + state.graceSeconds * 1000) : state.dueAt;
}

function pingsAfter(state: PingState, kind: PingKind, ping: PingDraft, now: number): KeptPing[] {
  if (!changesWhatIsKnown(state, kind) && isFull(state.pings, now)) return state.pings;
  const kept = { ...ping, n: state.pingCount + 1, at: now, kind };
  return [...state.pings, kept].slice(-pingsKept);
}

/**
 * A heartbeat after one ping, but for its state, which follows when the turn is told (heartbeat-turn). The same in SQL:
 * heartbeats/queries/heartbeat-ping, held equal by its test. Behaviour of Healthchecks, point by point.
 */
export function afterPing(state: PingState, ping: PingDraft, came: PingCame): PingState {
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
