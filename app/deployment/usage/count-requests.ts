import { runBatch } from "~/db/run-batch";
import { dayAtThisPace, nextAsk } from "~/plan/open-tabs";
import type { Ctx } from "~/platform/ctx";
import { onePerDeployment } from "~/platform/isolate";
import { roomIn } from "~/platform/meter";
import { requestsToday } from "~/status-page/part-reader";
import { dayOf } from "~/time/day";
import { addRequests } from "../queries/usage";
import { limitsOf } from "./rules/usage";

const minute = 60_000;

/** So many requests are one row: an isolate that is ended before leaves at most so many out. */
const portion = 100;

/** What this isolate had: in this minute, in the one before, and since it last wrote. */
const counted = onePerDeployment(() => ({ minute: 0, count: 0, before: 0, unwritten: 0 }));

/** With the minute at hand begun. */
function countedNow(ctx: Ctx) {
  const known = counted(ctx);
  const now = Math.floor(ctx.now() / minute);
  const before = now === known.minute + 1 ? known.count : 0;
  if (now !== known.minute) Object.assign(known, { minute: now, count: 0, before });
  return known;
}

/** Each request of the worker, static files left out. The row is written after the answer. */
export function countRequest(ctx: Ctx): void {
  const known = countedNow(ctx);
  known.count += 1;
  known.unwritten += 1;
  if (known.unwritten < portion || roomIn(ctx.meter) < 1) return;
  known.unwritten -= portion;
  const row = addRequests(dayOf("Etc/UTC", ctx.now()), portion);
  ctx.defer(runBatch(ctx, [row]).catch((error) => ctx.log.error("requests.count", error)));
}

/** After how many seconds a tab on which something is under way asks again; up to a fifth more by chance. */
export function askAgain(ctx: Ctx): number {
  const { count, before } = countedNow(ctx);
  const { plan } = ctx.config;
  // What is beyond a paid plan costs money and goes on.
  const limit = plan === "free" ? limitsOf(plan).requests : null;
  const expected = dayAtThisPace(requestsToday(ctx), ctx.now());
  return Math.round(nextAsk({ rate: Math.max(count, before), expected, limit }) * (1 + ctx.chance() / 5));
}
