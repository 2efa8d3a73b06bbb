import { and, between, eq, inArray, sql } from "drizzle-orm";
import { monitor, monitorHour, monitorShard, monitorYear, rule, ruleComponent, source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** The component whose response times are shown on its page. */
export interface ResponseChartTarget {
  pageId: string;
  componentId: string;
  /** Most monitors that are drawn; by name. */
  limit: number;
  /** True when only monitors whose charts visitors see are drawn. */
  isPublic: boolean;
}

type ChartedComponent = Pick<ResponseChartTarget, "pageId" | "componentId">;

const mover = ({ db }: Db, { pageId, componentId }: ChartedComponent) =>
  db
    .select({ id: rule.sourceId })
    .from(rule)
    .innerJoin(ruleComponent, and(eq(ruleComponent.pageId, rule.pageId), eq(ruleComponent.ruleId, rule.id)))
    .where(and(eq(rule.pageId, pageId), eq(ruleComponent.componentId, componentId)));

const shown = (ctx: Db, { pageId, componentId, isPublic }: ResponseChartTarget) =>
  and(
    eq(monitor.pageId, pageId),
    isPublic ? eq(monitor.chartShown, true) : undefined,
    inArray(monitor.id, mover(ctx, { pageId, componentId })),
  );

const ofMonitor = (column: "rings" | "states", path: string) =>
  sql`json_extract(monitor_shard.${sql.raw(column)}, '$."' || monitor.id || '"${sql.raw(path)}')`;

/**
 * Reads the monitors that a rule lets move the component, with the last hour and the open UTC day from
 * their shard; `all`: their number beyond the limit too.
 */
export const monitorsForResponseChartQuery = (ctx: Db, drawn: ResponseChartTarget) =>
  ctx.db
    .select({
      id: monitor.id,
      name: source.name,
      interval: monitor.interval,
      agentId: monitor.agentId,
      degradedAboveMs: monitor.degradedAboveMs,
      timeoutSeconds: monitor.timeoutSeconds,
      end: monitorShard.minute,
      ring: sql<string | null>`${ofMonitor("rings", "")}`.as("ring"),
      day: sql<number | null>`${ofMonitor("states", ".day")}`.as("day"),
      today: sql<string | null>`${ofMonitor("states", ".today")}`.as("today"),
      all: sql<number>`count(*) OVER ()`.as("all_of_them"),
    })
    .from(monitor)
    .innerJoin(source, eq(source.id, monitor.id))
    .innerJoin(monitorShard, eq(monitorShard.id, monitor.shardId))
    .where(shown(ctx, drawn))
    .orderBy(source.name, monitor.id)
    .limit(drawn.limit);

const drawnIds = (ctx: Db, drawn: ResponseChartTarget) =>
  ctx.db
    .select({ id: monitor.id })
    .from(monitor)
    .innerJoin(source, eq(source.id, monitor.id))
    .where(shown(ctx, drawn))
    .orderBy(source.name, monitor.id)
    .limit(drawn.limit);

/** Reads their packed hours from `from` to `to` (UTC ms / 3,600,000), both inclusive. */
export const chartedMonitorHoursQuery = (ctx: Db, drawn: ResponseChartTarget, from: number, to: number) =>
  ctx.db
    .select()
    .from(monitorHour)
    .where(and(inArray(monitorHour.monitorId, drawnIds(ctx, drawn)), between(monitorHour.hour, from, to)));

/** Reads their packed UTC days of the years from `from` to `to`. */
export const chartedMonitorYearsQuery = (ctx: Db, drawn: ResponseChartTarget, from: number, to: number) =>
  ctx.db
    .select()
    .from(monitorYear)
    .where(and(inArray(monitorYear.monitorId, drawnIds(ctx, drawn)), between(monitorYear.year, from, to)));
