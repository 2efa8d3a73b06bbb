import { monitorHour, monitor as monitorTable } from "~/db/schema";
import { type Statement, updateRows, upsertRows } from "~/db/write";
import { bornOnce } from "~/notifications/engine/born-once";
import type { Ctx } from "~/platform/ctx";
import { dayMs, minuteMs } from "~/time/durations";
import { keepDays, markSilent } from "../queries/shard";
import { nextLookAt } from "../rules/monitor-due";
import { spanOf } from "../rules/reading";
import { evidenceRows } from "./evidence-rows";
import type { ShardSights, SteppedMonitor, SteppedShard } from "./shard-work";

type Work = SteppedShard["work"];

/** Returns the row of a shard's minute. */
export function shardRowOf({ shard, minute }: Work, made: readonly SteppedMonitor[]) {
  const rings = Object.fromEntries(made.map(({ monitor, stepped }) => [monitor.id, stepped.ring]));
  const states = Object.fromEntries(made.map(({ monitor, stepped }) => [monitor.id, stepped.state]));
  const { id, pageId, version } = shard;
  return { id, pageId, version, minute, rings, states, lookAt: nextLookAt({ plan: shard.plan, states }, minute) };
}

function turnedRows({ shard: { pageId } }: Work, made: readonly SteppedMonitor[]): Statement[] {
  const turned = made.flatMap(({ monitor: { id }, stepped: { turn } }) =>
    turn ? [{ id, state: turn.to, stateSince: turn.at * minuteMs }] : [],
  );
  const silent = made.flatMap(({ monitor: { id }, stepped: { silentSince, spokeAt } }) =>
    silentSince === undefined ? [] : [{ id, silentSince, vouchesSince: spokeAt === null ? null : spokeAt * minuteMs }],
  );
  return [...updateRows(monitorTable, pageId, turned), ...markSilent(pageId, silent)];
}

function historyRows(made: readonly SteppedMonitor[]): Statement[] {
  const hours = made.flatMap(({ monitor: { id }, stepped: { hour }, hours: more = [] }) =>
    [...(hour ? [hour] : []), ...more].map((each) => ({ monitorId: id, ...each })),
  );
  const days = made.flatMap(({ stepped: { day }, days: more = [] }) => [...(day ? [day] : []), ...more]);
  return [...upsertRows(monitorHour, hours, ["monitorId", "hour"]), ...keepDays(days)];
}

const noticeLifetimeMs = dayMs;

/**
 * Returns a notification that an upgrade changed monitors' readings: once per page and half hour, sent when the half
 * hour is over.
 */
function readingRows(ctx: Ctx, { shard: { pageId }, minute }: Work, made: readonly SteppedMonitor[]): Statement[] {
  if (!made.some(({ stepped }) => stepped.state.reread?.minute === minute)) return [];
  const { span, endsAt: dueAt } = spanOf(minute);
  const about = { kind: "reading_changed" as const, pageId, subjectId: pageId, scope: { span }, sequence: span };
  return bornOnce(ctx, [{ ...about, dueAt, expiresAt: dueAt + noticeLifetimeMs }]);
}

/** Returns the rows of a shard's minute, guarded by the shard's version, so that a repeated tick writes nothing. */
export function minuteRows(
  ctx: Ctx,
  { work, made }: SteppedShard,
  seen: ShardSights,
  signals: readonly Statement[],
  keepRow: (row: ReturnType<typeof shardRowOf>) => [Statement, Statement],
): Statement[] {
  const [guard, row] = keepRow(shardRowOf(work, made));
  const kept = [...turnedRows(work, made), ...historyRows(made), ...evidenceRows(work, made, seen)];
  return [guard, ...signals, row, ...kept, ...readingRows(ctx, work, made)];
}
