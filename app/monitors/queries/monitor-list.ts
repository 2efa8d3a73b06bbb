import { and, eq, type SQL, sql } from "drizzle-orm";
import { monitorShardTable, monitorTable, sourceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { troubledMonitorStates } from "../rules/input";
import {
  absentSortValue,
  type MonitorSortKey,
  type ObserverListSort,
  type SortedListPlace,
  uptimeSpanDays,
  utcDatesUntil,
} from "../rules/list-order";
import { monitorHistoryColumns, monitorJoinConditions, monitorKeySql, shownMonitorStateSql } from "./monitor";

type Db = Pick<Ctx, "db">;

export interface MonitorFilter {
  tag?: string | undefined;
  state?: string | undefined;
  kind?: string | undefined;
  text?: string | undefined;
  sort: ObserverListSort<MonitorSortKey>;
  /** Place of the last row already shown. */
  after: SortedListPlace | null;
}

/** Returns the same rank as `rankAmong`. */
function rankSql(now: number): SQL {
  const ranks = troubledMonitorStates.map((state, rank) => sql`WHEN ${state} THEN ${sql.raw(String(rank))}`);
  return sql`CASE ${shownMonitorStateSql(now)} ${sql.join(ranks, sql` `)} ELSE ${sql.raw(String(troubledMonitorStates.length))} END`;
}

const stateValueSql = (name: string) =>
  sql`json_extract(monitor_shard.states, ${monitorKeySql} || ${sql.raw(`'.${name}'`)})`;

/**
 * Returns SQL for the same, rounded down, if it was recorded since the last resumption, because what was known before a
 * pause is outdated.
 */
const presentValueSql = (name: string) =>
  sql`CASE WHEN ${stateValueSql("watchedSince")} = monitor.watched_since THEN CAST(${stateValueSql(name)} AS INTEGER) END`;

/**
 * Returns SQL for the uptime of the last days, in ten thousandths, from closed days and the open one, as in
 * `rules/monitor-uptime`. It looks the days up by name: unpacking two years of each monitor would read ten times as
 * many rows.
 */
function uptimeSql(now: number, length: number): SQL {
  const today = Math.floor(now / dayMs);
  const [open, counted] = [stateValueSql("day"), (place: number) => sql.raw(`json_extract(c.counts, '$[${place}]')`)];
  return sql`(SELECT sum(${counted(0)} + ${counted(1)}) * 10000 / nullif(sum(${counted(0)} + ${counted(1)} + ${counted(2)}), 0)
    FROM (
      SELECT json_extract(y.days, '$."' || substr(d.value, 6) || '"') AS counts
        FROM monitor_year y CROSS JOIN json_each(${JSON.stringify(utcDatesUntil(now, length))}) d
        WHERE y.monitor_id = monitor.id AND y.year = CAST(substr(d.value, 1, 4) AS INTEGER)
          AND d.value IS NOT date(${open} * 86400, 'unixepoch')
      UNION ALL
      SELECT ${stateValueSql("today")} WHERE ${open} BETWEEN ${today - length + 1} AND ${today}
    ) c)`;
}

/** Returns the value that rows are sorted by, a whole number; null = it has none. */
function valueSql(now: number, key: Exclude<MonitorSortKey, "name">): SQL {
  if (key === "state") return rankSql(now);
  if (key === "checked") return presentValueSql("last");
  return key === "response" ? presentValueSql("milliseconds") : uptimeSql(now, uptimeSpanDays[key]);
}

const nameSql = sql`lower(source.name)`;

const sortValueSql = (now: number, { key, descending }: MonitorFilter["sort"]): SQL =>
  key === "name" ? nameSql : sql`coalesce(${valueSql(now, key)}, ${sql.raw(String(absentSortValue(descending)))})`;

/** Rows after a place, in the order of `inOrderSql`. */
function afterSql(now: number, sort: MonitorFilter["sort"], { value, name, id }: SortedListPlace): SQL {
  const [column, last] = [sortValueSql(now, sort), sort.key === "name" ? sql`lower(${name})` : sql`${value}`];
  return sql`(${column} ${sql.raw(sort.descending ? "<" : ">")} ${last}
    OR (${column} = ${last} AND (${nameSql}, source.id) > (lower(${name}), ${id})))`;
}

const inOrderSql = ({ descending }: MonitorFilter["sort"]): SQL =>
  sql`sort_value ${sql.raw(descending ? "DESC" : "ASC")}, ${nameSql}, source.id`;

function filterSql(now: number, { tag, state, kind, text, sort, after }: MonitorFilter): (SQL | undefined)[] {
  return [
    tag ? sql`EXISTS (SELECT 1 FROM json_each(monitor.tags) t WHERE t.value = ${tag})` : undefined,
    state ? sql`${shownMonitorStateSql(now)} = ${state}` : undefined,
    kind ? eq(sourceTable.kind, kind) : undefined,
    text ? sql`instr(lower(source.name), lower(${text})) > 0` : undefined,
    after ? afterSql(now, sort, after) : undefined,
  ];
}

/** Selects the rows to show first, so that history is read only for these and not for all that are sorted. */
const chosenRows = (db: Db["db"], pageId: string, now: number, filter: MonitorFilter, limit: number) =>
  db
    .select({ id: monitorTable.id, sortValue: sortValueSql(now, filter.sort).as("sort_value") })
    .from(monitorTable)
    .innerJoin(sourceTable, monitorJoinConditions.source)
    .innerJoin(monitorShardTable, monitorJoinConditions.shard)
    .where(and(eq(monitorTable.pageId, pageId), ...filterSql(now, filter)))
    .orderBy(inOrderSql(filter.sort))
    .limit(limit)
    .as("chosen");

/**
 * Returns sorted monitors. Reads the page's monitors (≤ 1,000), and for each one shown its shard, ≤ 25 hours and ≤ 2
 * years; sorted by uptime, the days of its span of every monitor.
 */
export function monitorListQuery({ db }: Db, pageId: string, now: number, filter: MonitorFilter, limit: number) {
  const chosen = chosenRows(db, pageId, now, filter, limit);
  return db
    .select({ ...monitorHistoryColumns(now), sortValue: sql<string | number>`chosen.sort_value`.as("sort_value") })
    .from(chosen)
    .innerJoin(monitorTable, eq(monitorTable.id, chosen.id))
    .innerJoin(sourceTable, monitorJoinConditions.source)
    .innerJoin(monitorShardTable, monitorJoinConditions.shard)
    .orderBy(inOrderSql(filter.sort));
}

/** Returns what lists can be filtered by, each once: tags of the page's monitors, and kinds of which there are some. */
export const monitorFilterChoicesQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ tag: sql<string | null>`tag`.as("tag"), kind: sql<string | null>`kind`.as("kind") })
    .from(
      sql`(SELECT t.value AS tag, NULL AS kind FROM monitor, json_each(monitor.tags) t WHERE monitor.page_id = ${pageId}
        UNION SELECT NULL, s.kind FROM source s WHERE s.page_id = ${pageId} AND s.family = 'monitor')`,
    )
    .orderBy(sql`lower(tag), kind`)
    .limit(200);
