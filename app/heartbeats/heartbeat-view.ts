import type { heartbeatsOfPageQuery } from "./queries/heartbeat";
import type { HeartbeatSchedule } from "./rules/heartbeat";
import {
  effectiveHeartbeatDeadline,
  type HeartbeatDisplay,
  heartbeatDisplayOf,
  heartbeatStateSince,
  nextExpectedPingAt,
} from "./rules/heartbeat-deadline";
import type { PingKeywords } from "./rules/ping-words";

/** State as people see it: `grace` = expected and not yet late. */
export type HeartbeatDisplayState = HeartbeatDisplay["state"];

type ListedHeartbeatRow = Omit<Awaited<ReturnType<typeof heartbeatsOfPageQuery>>[number], "waitingFor">;

export interface HeartbeatRow {
  id: string;
  name: string;
  slug: string;
  tags: string[];
  schedule: HeartbeatSchedule;
  graceSeconds: number;
  postOnly: boolean;
  manualResume: boolean;
  wordsIn: PingKeywords["wordsIn"];
  successWords: string[];
  failWords: string[];
  startWords: string[];
  state: HeartbeatDisplayState;
  /** Instant of its last written change of state, UTC ms. */
  stateSince: number;
  /** Instant since which the shown state holds. */
  shownSince: number;
  /** True when a run has started and not ended. */
  running: boolean;
  startedAt: number | null;
  lastPingAt: number | null;
  lastResult: string | null;
  /** Duration of the last run, in ms. */
  lastDuration: number | null;
  pingCount: number;
  /** Instant of the next expected ping; null when none can be late. */
  nextExpectedAt: number | null;
  /** Instant at which it becomes down without a ping; null when it is down, or cannot be late. */
  deadlineAt: number | null;
  mutedUntil: number | null;
  dependsOn: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** Returns the heartbeat without its address. `now` is in UTC ms. */
export function heartbeatRowOf(row: ListedHeartbeatRow, now: number): HeartbeatRow {
  const { id, name, slug, tags, schedule, graceSeconds, postOnly, manualResume, stateSince } = row;
  const { wordsIn, successWords, failWords, startWords } = row;
  const { lastPingAt, lastResult, lastDuration, pingCount, mutedUntil, dependsOn, version, createdAt, updatedAt } = row;
  const known = { ...row, state: row.state };
  const displayed = heartbeatDisplayOf(known, now);
  return {
    id,
    name,
    slug,
    tags,
    schedule,
    graceSeconds,
    postOnly,
    manualResume,
    wordsIn,
    successWords,
    failWords,
    startWords,
    stateSince,
    lastPingAt,
    lastResult,
    lastDuration,
    pingCount,
    dependsOn,
    version,
    createdAt,
    updatedAt,
    mutedUntil: mutedUntil !== null && mutedUntil > now ? mutedUntil : null,
    state: displayed.state,
    running: displayed.started,
    startedAt: displayed.started ? row.lastStartAt : null,
    shownSince: heartbeatStateSince(known, now),
    nextExpectedAt: nextExpectedPingAt(known),
    deadlineAt: displayed.state === "down" ? null : effectiveHeartbeatDeadline(known, now),
  };
}

/** Returns the fields that a conflict may show. */
export const heartbeatConflictFields = (row: ListedHeartbeatRow) => {
  const { id, name, slug, tags, schedule, graceSeconds, postOnly, manualResume, state, mutedUntil, version } = row;
  const { wordsIn, successWords, failWords, startWords } = row;
  const words = { wordsIn, successWords, failWords, startWords };
  return { id, name, slug, tags, schedule, graceSeconds, postOnly, manualResume, ...words, state, mutedUntil, version };
};
