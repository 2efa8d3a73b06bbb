import { authorizeAndParse } from "~/change/authorize-and-parse";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { dayMs, hourMs, minuteMs } from "~/time/durations";
import { currentDayCounts } from "./monitor-view";
import { monitorHistoryQuery } from "./queries/monitor";
import { type MonitorResultsInput, monitorResultsInputSchema } from "./rules/input";
import { dailyResultPoints, type ResultPoint, resultPointsOf, resultStepOf } from "./rules/monitor-points";
import { checkCountsByDay } from "./rules/monitor-uptime";

export type { ResultPoint };

export interface MonitorResults {
  /** Points, oldest first, one per step: ≤ 336. */
  points: ResultPoint[];
  stepMs: number;
}

const hoursOf = { day: 24, week: 7 * 24, month: 30 * 24, quarter: 0 } as const;

/**
 * Returns the results of a monitor over a range that ends now, merged into steps. Reads the hours of the range (≤ 721
 * rows; none for a quarter, which is made of days).
 */
export async function readMonitorResults(ctx: Ctx, given: MonitorResultsInput): Promise<Result<MonitorResults>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: monitorResultsInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, id, range } = authorized.value.input;
  const now = ctx.now();
  const since = Math.floor(now / hourMs) - hoursOf[range];
  const [[row]] = await readBatch(ctx, monitorHistoryQuery(ctx, pageId, id, now, since));
  if (!row) return missingFailure;
  if (range === "quarter") {
    const days = checkCountsByDay(JSON.parse(row.years), currentDayCounts(row.known));
    return ok({ points: dailyResultPoints(days, Math.floor(now / dayMs), 90), stepMs: dayMs });
  }
  const steps = resultStepOf(range, row.interval);
  const rows = { hours: JSON.parse(row.hours), ring: row.ring ?? "", end: row.minute };
  return ok({ points: resultPointsOf(rows, Math.floor(now / minuteMs), steps), stepMs: steps.step * minuteMs });
}
