import { nextClockRuns } from "./clock-runs";
import type { HeartbeatSchedule } from "./heartbeat";
import type { HeartbeatState } from "./heartbeat-ping";

/** Values from which a heartbeat's deadline follows; instants in UTC ms. */
export interface DeadlineFacts {
  state: HeartbeatState;
  schedule: HeartbeatSchedule;
  graceSeconds: number;
  lastPingAt: number | null;
  lastStartAt: number | null;
}

/** Returns the next expected ping in UTC ms; null when there is none, or none is expected in this state. */
export function nextExpectedPingAt({ state, schedule, lastPingAt }: DeadlineFacts): number | null {
  if (state !== "up" || lastPingAt === null) return null;
  if (schedule.kind === "simple") return lastPingAt + schedule.periodSeconds * 1000;
  return nextClockRuns(schedule, lastPingAt, 1)[0] ?? null;
}

/**
 * Returns the instant at which it becomes down without a ping: the expected time, or the earlier start of an unfinished
 * run, plus the grace time. Null when it is down, or cannot be late.
 */
export function heartbeatDeadline(heartbeat: DeadlineFacts): number | null {
  if (heartbeat.state === "down") return null;
  const waits = [nextExpectedPingAt(heartbeat), heartbeat.lastStartAt].filter((each) => each !== null);
  return waits.length > 0 ? Math.min(...waits) + heartbeat.graceSeconds * 1000 : null;
}

/** The same with the stored time of its next check. */
export interface StoredDeadlineFacts extends DeadlineFacts {
  /** Time of its next check, in ms; never after its deadline unless the deadline changed. */
  dueAt?: number | null;
}

/**
 * Returns the effective deadline. A deadline at a time when pings could not be received moves to the end of the grace
 * time after it. A later check can only come from a wrong clock.
 */
export function effectiveHeartbeatDeadline(heartbeat: StoredDeadlineFacts, now: number): number | null {
  const { dueAt = null, graceSeconds } = heartbeat;
  const deadline = heartbeatDeadline(heartbeat);
  const isMoved = deadline !== null && dueAt !== null && dueAt > deadline && dueAt <= now + graceSeconds * 1000;
  return isMoved ? dueAt : deadline;
}

export interface HeartbeatDisplay {
  state: HeartbeatState | "grace";
  /** True when a run has started and not ended; shown beside the state. */
  started: boolean;
}

/**
 * Returns since when the shown state holds: a state that no tick has written yet, since its ping was expected or its
 * deadline passed.
 */
export function heartbeatStateSince(heartbeat: StoredDeadlineFacts & { stateSince: number }, now: number): number {
  const { state } = heartbeatDisplayOf(heartbeat, now);
  if (state === heartbeat.state) return heartbeat.stateSince;
  const began = state === "grace" ? nextExpectedPingAt(heartbeat) : effectiveHeartbeatDeadline(heartbeat, now);
  return began ?? heartbeat.stateSince;
}

/** Shown states that need attention, worst first. */
export const troubledHeartbeatStates = ["down", "grace"] as const satisfies HeartbeatDisplay["state"][];

/** Returns the shown state, which is correct at `now`, even before the tick has written it. */
export function heartbeatDisplayOf(heartbeat: StoredDeadlineFacts, now: number): HeartbeatDisplay {
  const started = heartbeat.lastStartAt !== null;
  const deadline = effectiveHeartbeatDeadline(heartbeat, now);
  if (deadline !== null && now >= deadline) return { state: "down", started: false };
  const runOver = started && now >= (heartbeat.lastStartAt ?? 0) + heartbeat.graceSeconds * 1000;
  const expected = nextExpectedPingAt(heartbeat);
  const late = expected !== null && now >= expected;
  return { state: late ? "grace" : heartbeat.state, started: started && !runOver };
}
