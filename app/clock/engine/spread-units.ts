import { callChecker } from "~/platform/checker";
import type { Ctx } from "~/platform/ctx";
import { chargeMeter, remainingMeterBudget } from "~/platform/meter";
import { sortWorkUnits, type WorkUnit } from "~/time/units";
import { runDueWorkUnits } from "./run-units";

/** Longest time that a called invocation works, and that its caller waits, in ms. */
const maxWorkMs = 18_000;
const callTimeoutMs = 22_000;

/** Rows that other invocations read and wrote. */
export interface OtherInvocationsRowUsage {
  read: number;
  written: number;
}

/** Splits units into parts. All units of a page are in one part, so that no two invocations compete for the page. */
function partsOf(units: readonly WorkUnit[], count: number): WorkUnit[][] {
  const pages = [...new Set(units.map(({ pageId }) => pageId))];
  const place = new Map(pages.map((pageId, index) => [pageId, index % count]));
  const parts = Array.from({ length: Math.min(count, pages.length) }, (): WorkUnit[] => []);
  for (const unit of units) parts[place.get(unit.pageId) ?? 0]?.push(unit);
  return parts;
}

export interface RemoteWorkUnitsResult extends OtherInvocationsRowUsage {
  left: number;
  /** Units of parts that were not answered. */
  unanswered: WorkUnit[];
}

interface RunUnitsResult extends OtherInvocationsRowUsage {
  left: WorkUnit[];
}

/**
 * Gives units to other invocations, each with a budget of its own: only for due units, in at most `most` parts. A part
 * without an answer is returned to the caller.
 */
export async function callWorkUnitsRemotely(
  ctx: Ctx,
  units: readonly WorkUnit[],
  most: number,
): Promise<RemoteWorkUnitsResult> {
  if (units.length === 0) return { read: 0, written: 0, left: 0, unanswered: [] };
  const parts = partsOf(sortWorkUnits(units, ctx.now()), Math.max(1, Math.min(most, remainingMeterBudget(ctx.meter))));
  chargeMeter(ctx.meter, "subrequests", parts.length);
  const called = parts.map(async (part, index) => {
    const done = await callChecker<RunUnitsResult>(ctx, { name: `units-${index}` }, "units", part, callTimeoutMs);
    const { read, written, left } = done ?? { read: 0, written: 0, left: [] };
    return { read, written, left: left.length, unanswered: done ? [] : part };
  });
  const all = await Promise.all(called);
  const sum = (key: "read" | "written" | "left") => all.reduce((total, each) => total + each[key], 0);
  const unanswered = all.flatMap((each) => each.unanswered);
  return { read: sum("read"), written: sum("written"), left: sum("left"), unanswered };
}

/**
 * Maximum number of senders that are called in succession while notifications are left, and the calls reserved for
 * other work of a tick.
 */
const maxSenderCalls = 4;
const otherCalls = 10;

/** Sends due notifications in separate invocations. Returns false if there is no response. */
export async function callNotificationSender(ctx: Ctx): Promise<boolean> {
  const end = ctx.now() + maxWorkMs;
  for (let call = 0; call < maxSenderCalls && ctx.now() < end; call++) {
    if (call > 0 && remainingMeterBudget(ctx.meter) < otherCalls) return true;
    chargeMeter(ctx.meter, "subrequests", 1);
    const done = await callChecker<{ left: boolean }>(ctx, { name: "sender" }, "send", null, callTimeoutMs);
    if (!done?.left) return done !== null;
  }
  return true;
}

/** Runs units in a separate invocation. */
export async function handleRunWorkUnitsRequest(ctx: Ctx, given: unknown): Promise<RunUnitsResult> {
  const left = await runDueWorkUnits(ctx, given as WorkUnit[], { until: ctx.now() + maxWorkMs });
  return { left, read: ctx.meter.read, written: ctx.meter.written };
}
