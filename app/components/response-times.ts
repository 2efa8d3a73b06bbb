import { permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { deploymentMeasurementPlace } from "~/monitors/measurement-places";
import type { MeasurementPlace } from "~/monitors/rules/measurement-place";
import { dailyResultPoints, type ResultPoint, type ResultRange, resultPointsOf } from "~/monitors/rules/monitor-points";
import { type CheckCounts, checkCountsByDay } from "~/monitors/rules/monitor-uptime";
import { isAddressName } from "~/monitors/rules/target-name";
import type { Ctx } from "~/platform/ctx";
import { readReplicaOrOverloaded } from "~/status-page/answer-or-overloaded";
import type { ArchivePageRevision } from "~/status-page/near-archive";
import { firstFreeName } from "~/text/proposed-name";
import { emptyMinuteRing } from "~/text/ring";
import { dayMs, minuteMs, secondMs } from "~/time/durations";
import {
  chartedMonitorHoursQuery,
  chartedMonitorYearsQuery,
  monitorsForResponseChartQuery,
  type ResponseChartTarget,
} from "./queries/response-times";

export interface MonitorResponseTimes {
  id: string;
  name: string;
  /** Oldest first, `stepMs` apart, at most 288. */
  points: ResultPoint[];
  stepMs: number;
  /** Limits of the monitor: ms above which an answer is slow, and after which none is waited for. */
  degradedAboveMs: number | null;
  timeoutMs: number;
}

export interface ResponseTimes {
  monitors: MonitorResponseTimes[];
  /** Number of further monitors that watch the component. */
  more: number;
  /** Null when an agent measures one of them, in its own network. */
  from: MeasurementPlace | null;
}

/** Most monitors drawn on one page; the others are counted. */
const maxMonitorsDrawn = 4;

const hourMinutes = 60;

/** Minutes of a range and of its points: 288 points of a day, 168 of a week. */
const spans = { day: { length: 1440, step: 5 }, week: { length: 7 * 1440, step: 60 } } as const;

/** Days of the ranges that are made of whole days. */
const dayCounts = { month: 30, quarter: 90 } as const;

type ChartedMonitorRow = Awaited<ReturnType<typeof monitorsForResponseChartQuery>>[number];

type PointReader = (row: ChartedMonitorRow) => Pick<MonitorResponseTimes, "points" | "stepMs">;

const limitsOf = ({ degradedAboveMs, timeoutSeconds }: ChartedMonitorRow) => ({
  degradedAboveMs,
  timeoutMs: timeoutSeconds * secondMs,
});

const answer = (ctx: Ctx, rows: readonly ChartedMonitorRow[], draw: PointReader) =>
  ok({
    monitors: rows.map((row) => ({ id: row.id, name: row.name, ...limitsOf(row), ...draw(row) })),
    more: (rows[0]?.all ?? 0) - rows.length,
    from: rows.some(({ agentId }) => agentId !== null) ? null : deploymentMeasurementPlace(ctx),
  });

async function byMinutes(ctx: Ctx, drawn: ResponseChartTarget, { length, step }: { length: number; step: number }) {
  const now = Math.floor(ctx.now() / minuteMs);
  const oldest = Math.floor((now - length) / hourMinutes);
  const [monitors, hours] = await readBatch(
    ctx,
    monitorsForResponseChartQuery(ctx, drawn),
    chartedMonitorHoursQuery(ctx, drawn, oldest, Math.floor(now / hourMinutes)),
  );
  return answer(ctx, monitors, ({ id, interval, ring, end }) => {
    const own = hours.filter(({ monitorId }) => monitorId === id);
    const steps = { length, step: Math.max(step, interval) };
    return {
      points: resultPointsOf({ hours: own, ring: ring ?? emptyMinuteRing, end }, now, steps),
      stepMs: steps.step * minuteMs,
    };
  });
}

const openDay = ({ day, today }: ChartedMonitorRow) =>
  day === null || today === null ? null : { day, today: JSON.parse(today) as CheckCounts };

/** Reads whole UTC days as packed: thirty days of minutes would be 2,880 rows for one page view. */
async function byDays(ctx: Ctx, drawn: ResponseChartTarget, count: number) {
  const today = Math.floor(ctx.now() / dayMs);
  const yearOf = (day: number) => new Date(day * dayMs).getUTCFullYear();
  const [monitors, years] = await readBatch(
    ctx,
    monitorsForResponseChartQuery(ctx, drawn),
    chartedMonitorYearsQuery(ctx, drawn, yearOf(today - count), yearOf(today)),
  );
  return answer(ctx, monitors, (row) => {
    const own = years.filter(({ monitorId }) => monitorId === row.id);
    return { points: dailyResultPoints(checkCountsByDay(own, openDay(row)), today, count), stepMs: dayMs };
  });
}

const inRange = (ctx: Ctx, drawn: ResponseChartTarget, range: ResultRange) =>
  range === "day" || range === "week" ? byMinutes(ctx, drawn, spans[range]) : byDays(ctx, drawn, dayCounts[range]);

/** Names a monitor after the component when its own name is an address, which is for the team. */
function withPublicNames(monitors: readonly MonitorResponseTimes[], component: string): MonitorResponseTimes[] {
  const names = monitors.map(({ name }) => name);
  return monitors.map((each) => {
    if (!isAddressName(each.name)) return each;
    const name = firstFreeName(component, names);
    names.push(name);
    return { ...each, name };
  });
}

/**
 * Reads the response times of the monitors that watch a component, for its public page: 2 statements in one batch, with
 * a deadline. `overloaded` while the database is away. The caller has already checked that the page is public and has
 * the component.
 */
export async function readResponseTimes(
  ctx: Ctx,
  beside: ArchivePageRevision,
  component: { id: string; name: string },
  range: ResultRange,
): Promise<Result<ResponseTimes>> {
  const drawn = { pageId: beside.page.id, componentId: component.id, limit: maxMonitorsDrawn, isPublic: true };
  const found = await readReplicaOrOverloaded(ctx, beside, (archive) => inRange(archive, drawn, range));
  return found.ok ? ok({ ...found.value, monitors: withPublicNames(found.value.monitors, component.name) }) : found;
}

interface ComponentResponseInput {
  pageId: string;
  id: string;
  range: ResultRange;
}

/** Reads the same for the team, of all monitors, including those whose charts visitors do not see. */
export async function readComponentResponseTimes(
  ctx: Ctx,
  { pageId, id, range }: ComponentResponseInput,
): Promise<Result<ResponseTimes>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  return inRange(ctx, { pageId, componentId: id, limit: maxMonitorsDrawn, isPublic: false }, range);
}
