import { monitorHourTable, monitorTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements, upsertRowsStatements } from "~/db/write";
import { insertTeamNoticesStatements } from "~/notifications/engine/born-once";
import type { Ctx } from "~/platform/ctx";
import { dayMs, minuteMs } from "~/time/durations";
import { monitorDayStatements, sourceSilenceStatements } from "../queries/shard";
import { nextShardCheckAt } from "../rules/monitor-due";
import { upgradeDifferenceNoticeWindow } from "../rules/reading";
import { newEvidenceStatements } from "./evidence-rows";
import type { MonitorAfterMinute, ShardAfterMinute, ShardCheckResults } from "./shard-work";

type ShardMinuteWork = ShardAfterMinute["work"];

/** Returns the row of a shard's minute. */
export function shardRowOf({ shard, minute }: ShardMinuteWork, made: readonly MonitorAfterMinute[]) {
  const rings = Object.fromEntries(made.map(({ monitor, stepped }) => [monitor.id, stepped.ring]));
  const states = Object.fromEntries(made.map(({ monitor, stepped }) => [monitor.id, stepped.state]));
  const { id, pageId, version } = shard;
  return { id, pageId, version, minute, rings, states, lookAt: nextShardCheckAt({ plan: shard.plan, states }, minute) };
}

function turnedRows({ shard: { pageId } }: ShardMinuteWork, made: readonly MonitorAfterMinute[]): SqlStatement[] {
  const turned = made.flatMap(({ monitor: { id }, stepped: { turn } }) =>
    turn ? [{ id, state: turn.to, stateSince: turn.at * minuteMs }] : [],
  );
  const silent = made.flatMap(({ monitor: { id }, stepped: { silentSince, spokeAt } }) =>
    silentSince === undefined ? [] : [{ id, silentSince, vouchesSince: spokeAt === null ? null : spokeAt * minuteMs }],
  );
  return [...updateRowsStatements(monitorTable, pageId, turned), ...sourceSilenceStatements(pageId, silent)];
}

function historyRows(made: readonly MonitorAfterMinute[]): SqlStatement[] {
  const hours = made.flatMap(({ monitor: { id }, stepped: { hour }, hours: more = [] }) =>
    [...(hour ? [hour] : []), ...more].map((each) => ({ monitorId: id, ...each })),
  );
  const days = made.flatMap(({ stepped: { day }, days: more = [] }) => [...(day ? [day] : []), ...more]);
  return [...upsertRowsStatements(monitorHourTable, hours, ["monitorId", "hour"]), ...monitorDayStatements(days)];
}

const noticeLifetimeMs = dayMs;

/**
 * Returns a notification that an upgrade changed monitors' readings: once per page and half hour, sent when the half
 * hour is over.
 */
function readingRows(
  ctx: Ctx,
  { shard: { pageId }, minute }: ShardMinuteWork,
  made: readonly MonitorAfterMinute[],
): SqlStatement[] {
  if (!made.some(({ stepped }) => stepped.state.reread?.minute === minute)) return [];
  const { span, endsAt: dueAt } = upgradeDifferenceNoticeWindow(minute);
  const about = { kind: "reading_changed" as const, pageId, subjectId: pageId, scope: { span }, sequence: span };
  return insertTeamNoticesStatements(ctx, [{ ...about, dueAt, expiresAt: dueAt + noticeLifetimeMs }]);
}

/** Returns the rows of a shard's minute, guarded by the shard's version, so that a repeated tick writes nothing. */
export function shardAfterMinuteStatements(
  ctx: Ctx,
  { work, made }: ShardAfterMinute,
  seen: ShardCheckResults,
  signals: readonly SqlStatement[],
  keepRow: (row: ReturnType<typeof shardRowOf>) => [SqlStatement, SqlStatement],
): SqlStatement[] {
  const [guard, row] = keepRow(shardRowOf(work, made));
  const kept = [...turnedRows(work, made), ...historyRows(made), ...newEvidenceStatements(work, made, seen)];
  return [guard, ...signals, row, ...kept, ...readingRows(ctx, work, made)];
}
