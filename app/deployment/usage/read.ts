import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { clockRuns } from "~/heartbeats/rules/clock-runs";
import type { Schedule } from "~/heartbeats/rules/heartbeat";
import { presentLoad } from "~/monitors/queries/monitor";
import { type TextsOfDay, textsOfDay } from "~/notifications/engine/texts-of-day";
import type { Plan } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { heartbeatSchedules, usageFacts } from "../queries/usage";
import {
  type DayCost,
  type DayLimits,
  expectedDay,
  limitsOf,
  type MeasuredDay,
  measuredDays,
  predictDay,
  type SetUp,
  viewsLeft,
} from "./rules/usage";

/** Of the whole deployment: its pages share one plan. */
export interface UsageView {
  plan: Plan;
  setUp: SetUp;
  /** Of a quiet day by what is set up. */
  foreseen: DayCost;
  /** The same, or what was counted where that is more. */
  expected: DayCost;
  limits: DayLimits;
  measured: MeasuredDay[];
  /** Views that still fit into a day; null = not limited. */
  viewsLeft: number | null;
  /** Text messages of the day, and whose numbers have them (ISO 3166); null = the deployment sends none. */
  texts: (TextsOfDay & { countries: readonly string[] }) | null;
}

const day = 24 * 3600_000;
/** Runs of a cron expression that are looked at to say how many a day has. */
const sample = 25;

/** Pings that a schedule asks for in a day. */
function pingsPerDay(schedule: Schedule, now: number): number {
  if (schedule.kind === "simple") return 86_400 / schedule.periodSeconds;
  const runs = clockRuns(schedule, now, sample);
  const last = runs.at(-1);
  return last === undefined || last <= now ? 0 : (runs.length * day) / (last - now);
}

/** What a day costs against what the plan includes. For admins. Three statements. */
export async function readUsage(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<UsageView>> {
  const may = permit(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const [[[facts], [load], schedules], texts] = await Promise.all([
    read(ctx, usageFacts(ctx), presentLoad(ctx), heartbeatSchedules(ctx)),
    textsOfDay(ctx),
  ]);
  const pings = schedules.reduce((sum, each) => sum + each.count * pingsPerDay(each.schedule, ctx.now()), 0);
  const setUp: SetUp = {
    pages: facts?.pages ?? 0,
    monitors: load?.monitors ?? 0,
    shards: load?.shards ?? 0,
    checksPerHour: load?.checksPerHour ?? 0,
    pingsPerDay: Math.round(pings),
    subscribers: facts?.subscribers ?? 0,
    spread: Boolean(ctx.bindings.CHECKER),
  };
  const { plan } = ctx.config;
  const foreseen = predictDay(setUp);
  const measured = measuredDays(facts?.usage ?? {});
  const expected = expectedDay(foreseen, measured, ctx.now());
  const left = viewsLeft(expected, plan);
  const textsView = texts && { ...texts, countries: ctx.config.texting?.countries ?? [] };
  return ok({ plan, setUp, foreseen, expected, limits: limitsOf(plan), measured, viewsLeft: left, texts: textsView });
}
