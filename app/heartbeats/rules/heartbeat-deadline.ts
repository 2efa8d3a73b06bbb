import { clockRuns } from "./clock-runs";
import type { Schedule } from "./heartbeat";
import type { HeartbeatState } from "./heartbeat-ping";

/** What a heartbeat's deadline follows from; instants in UTC ms. */
export interface Expecting {
  state: HeartbeatState;
  schedule: Schedule;
  graceSeconds: number;
  lastPingAt: number | null;
  lastStartAt: number | null;
}

/** When the next ping is expected, in UTC ms; null = never, or nothing is expected of it in this state. */
export function expectedOf({ state, schedule, lastPingAt }: Expecting): number | null {
  if (state !== "up" || lastPingAt === null) return null;
  if (schedule.kind === "simple") return lastPingAt + schedule.periodSeconds * 1000;
  return clockRuns(schedule, lastPingAt, 1)[0] ?? null;
}

/**
 * When it is down unless it pings: the expected time, or the start of a run that has not ended where that is earlier,
 * and the grace time. Null: it is down, or cannot be late.
 */
export function deadlineOf(heartbeat: Expecting): number | null {
  if (heartbeat.state === "down") return null;
  const waits = [expectedOf(heartbeat), heartbeat.lastStartAt].filter((each) => each !== null);
  return waits.length > 0 ? Math.min(...waits) + heartbeat.graceSeconds * 1000 : null;
}

/** The same with what is written of it in its row. */
export interface Waiting extends Expecting {
  /** When it is looked at next: never after its deadline, unless that was moved. */
  dueAt?: number | null;
}

/**
 * The deadline that counts: one that fell into a time in which nobody listened was moved to the grace time after it, and no
 * look lies further ahead than that but by a clock that was wrong.
 */
export function movedDeadlineOf(heartbeat: Waiting, now: number): number | null {
  const { dueAt = null, graceSeconds } = heartbeat;
  const deadline = deadlineOf(heartbeat);
  const isMoved = deadline !== null && dueAt !== null && dueAt > deadline && dueAt <= now + graceSeconds * 1000;
  return isMoved ? dueAt : deadline;
}

export interface Displayed {
  state: HeartbeatState | "grace";
  /** A run has begun and not ended; shown beside. */
  started: boolean;
}

/** Shown states that need somebody, the worst first. */
export const troubledHeartbeats = ["down", "grace"] as const satisfies Displayed["state"][];

/** As it is shown: true at `now`, even where the tick has not told it yet. */
export function displayState(heartbeat: Waiting, now: number): Displayed {
  const started = heartbeat.lastStartAt !== null;
  const deadline = movedDeadlineOf(heartbeat, now);
  if (deadline !== null && now >= deadline) return { state: "down", started: false };
  const runOver = started && now >= (heartbeat.lastStartAt ?? 0) + heartbeat.graceSeconds * 1000;
  const expected = expectedOf(heartbeat);
  const late = expected !== null && now >= expected;
  return { state: late ? "grace" : heartbeat.state, started: started && !runOver };
}
