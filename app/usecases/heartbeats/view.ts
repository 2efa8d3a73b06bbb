import type { heartbeatsOf } from "~/db/queries/heartbeat";
import type { Schedule } from "~/rules/heartbeat";
import { nextRun } from "~/rules/schedule";

/** As people see it: `grace` = expected and not yet late, worked out from the schedule. */
export type ShownState = "new" | "up" | "grace" | "down" | "paused";

type Row = Awaited<ReturnType<typeof heartbeatsOf>>[number];

export interface HeartbeatRow {
  id: string;
  name: string;
  slug: string;
  tags: string[];
  schedule: Schedule;
  graceSeconds: number;
  postOnly: boolean;
  manualResume: boolean;
  state: ShownState;
  /** Since when it is what was last told: UTC ms. */
  stateSince: number;
  /** A run has begun and not ended. */
  running: boolean;
  startedAt: number | null;
  lastPingAt: number | null;
  lastResult: string | null;
  /** ms */
  lastDuration: number | null;
  pingCount: number;
  /** When the next ping should come; null = none can be late. */
  nextExpectedAt: number | null;
  mutedUntil: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The next ping after the last one, by the schedule; null where nothing is expected. */
export function expectedAt(row: Pick<Row, "schedule" | "lastPingAt" | "state">): number | null {
  const { schedule, lastPingAt, state } = row;
  if (lastPingAt === null || state === "paused" || state === "new") return null;
  return schedule.kind === "simple" ? lastPingAt + schedule.periodSeconds * 1000 : nextRun(schedule, lastPingAt);
}

export function stateAt(row: Pick<Row, "schedule" | "lastPingAt" | "state">, now: number): ShownState {
  const expected = expectedAt(row);
  if (row.state === "up" && expected !== null && now >= expected) return "grace";
  return row.state as ShownState;
}

/** Without its address. `now` = UTC ms. */
export function rowView(row: Row, now: number): HeartbeatRow {
  const { id, name, slug, tags, schedule, graceSeconds, postOnly, manualResume, stateSince } = row;
  const { lastPingAt, lastResult, lastDuration, pingCount, mutedUntil, version, createdAt, updatedAt } = row;
  return {
    ...{ id, name, slug, tags, schedule, graceSeconds, postOnly, manualResume, stateSince },
    ...{ lastPingAt, lastResult, lastDuration, pingCount, version, createdAt, updatedAt },
    mutedUntil: mutedUntil !== null && mutedUntil > now ? mutedUntil : null,
    state: stateAt(row, now),
    running: row.lastStartAt !== null && row.state !== "paused",
    startedAt: row.state === "paused" ? null : row.lastStartAt,
    nextExpectedAt: expectedAt(row),
  };
}

/** What of it may leave in a conflict. */
export const plainOf = (row: Row) => {
  const { id, name, slug, tags, schedule, graceSeconds, postOnly, manualResume, state, mutedUntil, version } = row;
  return { id, name, slug, tags, schedule, graceSeconds, postOnly, manualResume, state, mutedUntil, version };
};
