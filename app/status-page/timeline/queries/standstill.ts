import { type SQL, sql } from "drizzle-orm";
import { affectsComponentSql } from "~/alert-rules/queries/rule";
import { runBatch } from "~/db/run-batch";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { maxStampAheadMs } from "~/time/instants";
import { type Standstills, type StoredMonitorMinutes, standstillsOf } from "../rules/standstill";
import type { TimeSpan } from "../rules/timeline";

/**
 * SQL condition for the periods without checks that end after an instant. They do not overlap, so among those that
 * started before it only the last can end after it.
 */
const since = (at: SQL) =>
  sql`x.started_at >= coalesce((SELECT max(y.started_at) FROM standstill y WHERE y.started_at <= ${at}), 0)`;

const ofMonitors = sql.raw(`rule r JOIN rule_component c ON c.page_id = r.page_id AND c.rule_id = r.id
  JOIN monitor m ON m.id = r.source_id JOIN monitor_shard h ON h.id = m.shard_id`);
const told = sql.raw("c.component_id, max(m.interval, h.every) AS lasts, h.every > 0 AS late");
const isMoved = affectsComponentSql("r.source_id");

/** Selects, of the page's monitors, the hours and the last sixty minutes that overlap a standstill. */
const minutesWithin = (at: SQL) =>
  sql`(SELECT json_group_array(json_array(k.component_id, k.lasts, k.late, k.last, k.minutes)) FROM (
    SELECT ${told}, o.hour * 60 + 59 AS last, o.minutes FROM standstill x JOIN ${ofMonitors}
      JOIN monitor_hour o ON o.monitor_id = m.id AND o.hour BETWEEN x.started_at / 3600000 AND x.ended_at / 3600000
      WHERE r.page_id = page.id AND ${isMoved} AND ${since(at)}
    UNION ALL SELECT ${told}, h.minute, h.rings ->> ('$."' || m.id || '"') FROM standstill x JOIN ${ofMonitors}
      WHERE r.page_id = page.id AND ${isMoved} AND ${since(at)} AND h.minute - 60 <= x.ended_at / 60000) k)`;

/** Standstills do not overlap, so the last to start is the last to end. */
const lastEnd = sql.raw("(SELECT z.ended_at FROM standstill z ORDER BY z.started_at DESC LIMIT 1)");

/**
 * Selects these periods since an instant as a column of the page's row, with what its monitors measured in them;
 * without any it costs one row.
 */
export const standstillsColumn = (at: SQL) =>
  sql<string | null>`CASE WHEN ${lastEnd} > ${at} THEN (SELECT json_array(
    json_group_array(json_array(x.started_at, x.ended_at)), ${minutesWithin(at)})
    FROM standstill x WHERE ${since(at)}) END`;

type StoredStandstill = [componentId: string, interval: number, isLate: number, end: number, minutes: string | null];

export function parseStandstills(text: string | null | undefined): Standstills {
  if (!text) return standstillsOf([], []);
  const [spans, found] = JSON.parse(text) as [[from: number, to: number][], string | StoredStandstill[]];
  const rows = (typeof found === "string" ? JSON.parse(found) : found) as StoredStandstill[];
  const minutes = rows.flatMap(([componentId, interval, isLate, end, kept]): StoredMonitorMinutes[] =>
    kept === null ? [] : [{ componentId, interval, isLate: isLate !== 0, end, minutes: kept }],
  );
  return standstillsOf(
    spans.map(([from, to]) => ({ from, to })).sort((one, other) => one.from - other.from),
    minutes,
  );
}

/**
 * Writes the period together with the stamp that ends it. Another tick that detects the same period writes the same
 * row.
 */
export const insertStandstillStatement = ({ from, to }: TimeSpan): SqlStatement => ({
  sql: "INSERT INTO standstill (started_at, ended_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
  params: [from, to],
});

/** The condition for standstills written by a clock that was ahead, because they end in the future (SQL; ?1 = now). */
export const futureStandstillCondition = `ended_at > ?1 + ${maxStampAheadMs}`;

export async function readLastStandstill(ctx: Ctx): Promise<TimeSpan | null> {
  const sql = "SELECT started_at AS since, ended_at AS until FROM standstill ORDER BY started_at DESC LIMIT 1";
  const [answer] = await runBatch(ctx, [{ sql, params: [] }]);
  const [found] = (answer?.results ?? []) as { since: number; until: number }[];
  return found ? { from: found.since, to: found.until } : null;
}

/**
 * Returns the start of the first standstill that a clock that was ahead let end in the future; null = there is none.
 */
export async function readFutureStandstillStart(ctx: Ctx, now: number): Promise<number | null> {
  const sql = `SELECT min(started_at) AS since FROM standstill WHERE ${futureStandstillCondition}`;
  const [answer] = await runBatch(ctx, [{ sql, params: [now] }]);
  const [found] = (answer?.results ?? []) as { since: number | null }[];
  return found?.since ?? null;
}

export const deleteFutureStandstillsStatement = (now: number): SqlStatement => ({
  sql: `DELETE FROM standstill WHERE ${futureStandstillCondition}`,
  params: [now],
});
