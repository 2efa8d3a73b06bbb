import { and, between, eq, inArray, sql } from "drizzle-orm";
import {
  monitorHourTable,
  monitorShardTable,
  monitorTable,
  monitorYearTable,
  ruleComponentTable,
  ruleTable,
  sourceTable,
} from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** The component whose response times are shown on its page. */
export interface ResponseChartTarget {
  pageId: string;
  componentId: string;
  /** Maximum number of monitors that are drawn, in order of name. */
  limit: number;
  /** True when only monitors whose charts visitors see are drawn. */
  isPublic: boolean;
}

type ChartedComponent = Pick<ResponseChartTarget, "pageId" | "componentId">;

const mover = ({ db }: Db, { pageId, componentId }: ChartedComponent) =>
  db
    .select({ id: ruleTable.sourceId })
    .from(ruleTable)
    .innerJoin(
      ruleComponentTable,
      and(eq(ruleComponentTable.pageId, ruleTable.pageId), eq(ruleComponentTable.ruleId, ruleTable.id)),
    )
    .where(and(eq(ruleTable.pageId, pageId), eq(ruleComponentTable.componentId, componentId)));

const shown = (ctx: Db, { pageId, componentId, isPublic }: ResponseChartTarget) =>
  and(
    eq(monitorTable.pageId, pageId),
    isPublic ? eq(monitorTable.chartShown, true) : undefined,
    inArray(monitorTable.id, mover(ctx, { pageId, componentId })),
  );

const ofMonitor = (column: "rings" | "states", path: string) =>
  sql`json_extract(monitor_shard.${sql.raw(column)}, '$."' || monitor.id || '"${sql.raw(path)}')`;

/**
 * Reads the monitors whose rules may change the component's status, with the last hour and the current UTC day from
 * their shard. `all` is the number of such monitors, including those beyond the limit.
 */
export const monitorsForResponseChartQuery = (ctx: Db, drawn: ResponseChartTarget) =>
  ctx.db
    .select({
      id: monitorTable.id,
      name: sourceTable.name,
      interval: monitorTable.interval,
      agentId: monitorTable.agentId,
      degradedAboveMs: monitorTable.degradedAboveMs,
      timeoutSeconds: monitorTable.timeoutSeconds,
      end: monitorShardTable.minute,
      ring: sql<string | null>`${ofMonitor("rings", "")}`.as("ring"),
      day: sql<number | null>`${ofMonitor("states", ".day")}`.as("day"),
      today: sql<string | null>`${ofMonitor("states", ".today")}`.as("today"),
      all: sql<number>`count(*) OVER ()`.as("all_of_them"),
    })
    .from(monitorTable)
    .innerJoin(sourceTable, eq(sourceTable.id, monitorTable.id))
    .innerJoin(monitorShardTable, eq(monitorShardTable.id, monitorTable.shardId))
    .where(shown(ctx, drawn))
    .orderBy(sourceTable.name, monitorTable.id)
    .limit(drawn.limit);

const drawnIds = (ctx: Db, drawn: ResponseChartTarget) =>
  ctx.db
    .select({ id: monitorTable.id })
    .from(monitorTable)
    .innerJoin(sourceTable, eq(sourceTable.id, monitorTable.id))
    .where(shown(ctx, drawn))
    .orderBy(sourceTable.name, monitorTable.id)
    .limit(drawn.limit);

/** Reads the monitors' packed hours from `from` to `to` (UTC ms / 3,600,000), both inclusive. */
export const chartedMonitorHoursQuery = (ctx: Db, drawn: ResponseChartTarget, from: number, to: number) =>
  ctx.db
    .select()
    .from(monitorHourTable)
    .where(and(inArray(monitorHourTable.monitorId, drawnIds(ctx, drawn)), between(monitorHourTable.hour, from, to)));

/** Reads the monitors' packed UTC days of the years from `from` to `to`. */
export const chartedMonitorYearsQuery = (ctx: Db, drawn: ResponseChartTarget, from: number, to: number) =>
  ctx.db
    .select()
    .from(monitorYearTable)
    .where(and(inArray(monitorYearTable.monitorId, drawnIds(ctx, drawn)), between(monitorYearTable.year, from, to)));
