import type { StoredPing } from "./heartbeat";
import { effectiveHeartbeatDeadline, heartbeatDeadline, type StoredDeadlineFacts } from "./heartbeat-deadline";
import { type HeartbeatPingState, heartbeatStateAfter } from "./heartbeat-ping";

export type HeartbeatCheckInput = StoredDeadlineFacts &
  Pick<HeartbeatPingState, "pings" | "pingCount" | "pendingFrom" | "lastResult"> & { stateSince: number };

export interface HeartbeatStateChange {
  state: "up" | "down";
  at: number;
  /** The ping that caused it; null = none came in time. */
  ping: StoredPing | null;
}

/** Result of a check. `pendingFrom` and `dueAt` are the values after it. */
export interface HeartbeatVerdict {
  turn: HeartbeatStateChange | null;
  pendingFrom: number | null;
  dueAt: number | null;
}

const resultOf = ({ kind }: StoredPing) => (kind === "success" || kind === "fail" ? heartbeatStateAfter(kind) : null);

/** Returns the first ping from `from` on whose result differs from `state`. */
function turning(pings: readonly StoredPing[], from: number, state: string): StoredPing | undefined {
  return pings.find((each) => each.n >= from && resultOf(each) !== null && resultOf(each) !== state);
}

/**
 * Returns a substitute for a ping that changed the state and is no longer among the hundred stored ones; its row still
 * has the result of the last ping.
 */
function forgotten({ state, pendingFrom, lastResult, lastPingAt }: HeartbeatCheckInput): StoredPing | undefined {
  if (pendingFrom === null || lastResult === null || lastPingAt === null) return undefined;
  if (heartbeatStateAfter(lastResult) === state) return undefined;
  return { n: pendingFrom, at: lastPingAt, kind: lastResult, method: "", from: "", agent: "" };
}

/** Applies a ping. All further changes after the first are merged into one, by the last ping. */
function told(heartbeat: HeartbeatCheckInput, ping: StoredPing, now: number): HeartbeatVerdict {
  const state = resultOf(ping) ?? "up";
  const last = heartbeat.pings.findLast((each) => resultOf(each) !== null);
  const next = last && turning([last], ping.n + 1, state);
  const dueAt = heartbeatDeadline({ ...heartbeat, state });
  return { turn: { state, at: Math.min(ping.at, now), ping }, pendingFrom: next?.n ?? null, dueAt };
}

/**
 * Takes one step at a time, so that no change of state is lost: pending pings in order, then the deadline, at which it
 * went down even when no check ran until now. Without either, it returns the next check.
 */
export function judgeHeartbeat(heartbeat: HeartbeatCheckInput, now: number): HeartbeatVerdict {
  const { pendingFrom, pings, state, stateSince } = heartbeat;
  const ping = pendingFrom === null ? undefined : (turning(pings, pendingFrom, state) ?? forgotten(heartbeat));
  if (ping) return told(heartbeat, ping, now);
  const deadline = effectiveHeartbeatDeadline(heartbeat, now);
  if (deadline === null || deadline > now) return { turn: null, pendingFrom: null, dueAt: deadline };
  const at = Math.min(now, Math.max(deadline, stateSince));
  return { turn: { state: "down", at, ping: null }, pendingFrom: null, dueAt: null };
}
