import { runBatch } from "~/db/run-batch";
import { projectedDayCount, secondsLeftOfDay, secondsUntilNextPoll } from "~/plan/open-tabs";
import type { Ctx } from "~/platform/ctx";
import { oncePerDeployment } from "~/platform/isolate";
import { remainingMeterBudget } from "~/platform/meter";
import { takeUnwrittenObjectTime } from "~/platform/object-time";
import { requestCountsToday } from "~/status-page/part-row";
import { dayOf } from "~/time/day";
import { minuteMs } from "~/time/durations";
import { addRequestsStatement } from "../queries/usage";
import { dayLimitsOfPlan } from "./rules/usage";

/** Number of requests that are written together; an isolate that ends early loses at most so many. */
const requestsPerRow = 100;

/** Number of requests of this isolate in this minute, in the minute before, and since they were last written. */
const counted = oncePerDeployment(() => ({ minute: 0, count: 0, before: 0, unwritten: 0, byTabs: 0 }));

/** Returns the counts, with the current minute started. */
function countedNow(ctx: Ctx) {
  const known = counted(ctx);
  const now = Math.floor(ctx.now() / minuteMs);
  const before = now === known.minute + 1 ? known.count : 0;
  if (now !== known.minute) Object.assign(known, { minute: now, count: 0, before });
  return known;
}

/**
 * Counts each request of the worker, without static files; `byTab`: an automatic request of an open tab. The row is
 * written after the answer.
 */
export function countRequest(ctx: Ctx, byTab: boolean): void {
  const known = countedNow(ctx);
  known.count += 1;
  known.unwritten += 1;
  if (byTab) known.byTabs += 1;
  if (known.unwritten < requestsPerRow || remainingMeterBudget(ctx.meter) < 1) return;
  known.unwritten -= requestsPerRow;
  const objects = takeUnwrittenObjectTime(ctx);
  objects.written();
  const counts = { requests: requestsPerRow, byTabs: known.byTabs, objectMs: objects.milliseconds };
  const row = addRequestsStatement(dayOf("Etc/UTC", ctx.now()), counts);
  known.byTabs = 0;
  ctx.defer(runBatch(ctx, [row]).catch((error) => ctx.log.error("requests.count", error)));
}

/**
 * Returns the seconds after which an open tab asks again, randomly up to a fifth longer. `isCalm`: nothing is wrong on
 * its page.
 */
export function nextPollSeconds(ctx: Ctx, isCalm: boolean): number {
  const { count, before, byTabs } = countedNow(ctx);
  const { plan } = ctx.config;
  const now = ctx.now();
  // Beyond the limits of a paid plan service continues at extra cost.
  const limit = plan === "free" ? dayLimitsOfPlan(plan).requests : null;
  const today = requestCountsToday(ctx);
  const asked = today.byTabs + byTabs;
  const [expected, askedAtPace] = [projectedDayCount(today.all, now), projectedDayCount(asked, now)];
  const load = { rate: Math.max(count, before), expected, asked, askedAtPace, limit, dayLeft: secondsLeftOfDay(now) };
  return Math.round(secondsUntilNextPoll(load, isCalm) * (1 + ctx.chance() / 5));
}
