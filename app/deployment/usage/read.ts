import { permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { nextClockRuns } from "~/heartbeats/rules/clock-runs";
import type { HeartbeatSchedule } from "~/heartbeats/rules/heartbeat";
import { currentCheckLoadQuery } from "~/monitors/queries/monitor";
import { type DailySmsUsage, readDailySmsUsage } from "~/notifications/engine/texts-of-day";
import type { Plan } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { heartbeatCountsByScheduleQuery, usageFactsQuery } from "../queries/usage";
import {
  type DayCost,
  type DayLimits,
  type DeploymentSize,
  dayLimitsOfPlan,
  expectedDayCost,
  type MeasuredDay,
  measuredUsageDays,
  predictDayCost,
  remainingPageViews,
} from "./rules/usage";

/** Usage of the whole deployment: its pages share one plan. */
export interface UsageView {
  plan: Plan;
  setUp: DeploymentSize;
  /** Cost of a quiet day with the present setup. */
  foreseen: DayCost;
  /** The predicted cost, or the measured cost if that is higher. */
  expected: DayCost;
  limits: DayLimits;
  measured: MeasuredDay[];
  /** Views that are still within the day's limits; null = not limited. */
  viewsLeft: number | null;
  /**
   * Text messages of the day, and the countries whose numbers receive them (ISO 3166); null = the deployment sends
   * none.
   */
  texts: (DailySmsUsage & { countries: readonly string[] }) | null;
}

/** Number of runs of a cron expression from which the runs of a day are estimated. */
const sampledRuns = 25;

/** Returns the pings of a schedule in a day. */
function pingsPerDay(schedule: HeartbeatSchedule, now: number): number {
  if (schedule.kind === "simple") return 86_400 / schedule.periodSeconds;
  const runs = nextClockRuns(schedule, now, sampledRuns);
  const last = runs.at(-1);
  return last === undefined || last <= now ? 0 : (runs.length * dayMs) / (last - now);
}

/** Reads a day's cost against the amounts that the plan includes. For admins. Three statements. */
export async function readUsage(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<UsageView>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const [[[facts], [load], schedules], texts] = await Promise.all([
    readBatch(ctx, usageFactsQuery(ctx), currentCheckLoadQuery(ctx), heartbeatCountsByScheduleQuery(ctx)),
    readDailySmsUsage(ctx),
  ]);
  const pings = schedules.reduce((sum, each) => sum + each.count * pingsPerDay(each.schedule, ctx.now()), 0);
  const setUp: DeploymentSize = {
    pages: facts?.pages ?? 0,
    monitors: load?.monitors ?? 0,
    shards: load?.shards ?? 0,
    checksPerHour: load?.checksPerHour ?? 0,
    pingsPerDay: Math.round(pings),
    subscribers: facts?.subscribers ?? 0,
    spread: Boolean(ctx.bindings.CHECKER),
  };
  const { plan } = ctx.config;
  const foreseen = predictDayCost(setUp);
  const measured = measuredUsageDays(facts?.usage ?? {});
  const expected = expectedDayCost(foreseen, measured, ctx.now());
  const left = remainingPageViews(expected, plan);
  const textsView = texts && { ...texts, countries: ctx.config.texting?.countries ?? [] };
  return ok({
    plan,
    setUp,
    foreseen,
    expected,
    limits: dayLimitsOfPlan(plan),
    measured,
    viewsLeft: left,
    texts: textsView,
  });
}
