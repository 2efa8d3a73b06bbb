import type { KeptPing } from "./heartbeat";
import { deadlineOf, movedDeadlineOf, type StoredDeadlineFacts } from "./heartbeat-deadline";
import { type PingState, stateAfter } from "./heartbeat-ping";

export type WatchedHeartbeat = StoredDeadlineFacts &
  Pick<PingState, "pings" | "pingCount" | "pendingFrom" | "lastResult"> & { stateSince: number };

export interface HeartbeatFlip {
  state: "up" | "down";
  at: number;
  /** The ping that caused it; null = none came in time. */
  ping: KeptPing | null;
}

/** Result of a check. `pendingFrom` and `dueAt` are the values after it. */
export interface HeartbeatLook {
  turn: HeartbeatFlip | null;
  pendingFrom: number | null;
  dueAt: number | null;
}

const resultOf = ({ kind }: KeptPing) => (kind === "success" || kind === "fail" ? stateAfter(kind) : null);

/** Returns the first ping from `from` on whose result differs from `state`. */
function turning(pings: readonly KeptPing[], from: number, state: string): KeptPing | undefined {
  return pings.find((each) => each.n >= from && resultOf(each) !== null && resultOf(each) !== state);
}

/**
 * Returns a stand-in for a ping that changed the state and is no longer among the hundred kept ones: its row still has
 * the result of the last one.
 */
function forgotten({ state, pendingFrom, lastResult, lastPingAt }: WatchedHeartbeat): KeptPing | undefined {
  if (pendingFrom === null || lastResult === null || lastPingAt === null) return undefined;
  if (stateAfter(lastResult) === state) return undefined;
  return { n: pendingFrom, at: lastPingAt, kind: lastResult, method: "", from: "", agent: "" };
}

/** Applies a ping. All further changes after the first one are merged into one, by the last ping. */
function told(heartbeat: WatchedHeartbeat, ping: KeptPing, now: number): HeartbeatLook {
  const state = resultOf(ping) ?? "up";
  const last = heartbeat.pings.findLast((each) => resultOf(each) !== null);
  const next = last && turning([last], ping.n + 1, state);
  const dueAt = deadlineOf({ ...heartbeat, state });
  return { turn: { state, at: Math.min(ping.at, now), ping }, pendingFrom: next?.n ?? null, dueAt };
}

/**
 * Takes one step at a time, so that no change of state is lost: pending pings in their order, then the deadline, at
 * which it went down even when no check ran until now. Without either: the next check.
 */
export function verdictOn(heartbeat: WatchedHeartbeat, now: number): HeartbeatLook {
  const { pendingFrom, pings, state, stateSince } = heartbeat;
  const ping = pendingFrom === null ? undefined : (turning(pings, pendingFrom, state) ?? forgotten(heartbeat));
  if (ping) return told(heartbeat, ping, now);
  const deadline = movedDeadlineOf(heartbeat, now);
  if (deadline === null || deadline > now) return { turn: null, pendingFrom: null, dueAt: deadline };
  const at = Math.min(now, Math.max(deadline, stateSince));
  return { turn: { state: "down", at, ping: null }, pendingFrom: null, dueAt: null };
}
