import type { Refusal } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { OverBudgetError, remainingMeterBudget, withPromisedBudget, withReservedBudget } from "~/platform/meter";
import { monitorKindOf } from "../kinds/known-kinds";
import type { MonitorCheckResult, PlannedMonitor } from "../rules/monitor";
import { maxCallsPerCheck, maxExtraCallsPerCheck } from "../rules/shards-together";
import { checkResultOfFinding, checkTimeoutMs } from "../rules/sight";
import { runTasksInParallel } from "./hands";

export interface CheckLimits {
  /** Time after which no check starts, in UTC ms. */
  until: number;
  /** Statements and subrequests reserved for other work than checks. */
  kept: number;
  /** Due monitors that were already due before but did not run, or were cut off. */
  owed: ReadonlySet<string>;
  /** Failing checks are repeated half as often as their monitors want. */
  sparesRetries: boolean;
}

const opened = new Map<string, unknown>();
const maxCachedSettings = 2000;

/**
 * Returns a monitor's settings, decrypted once in each isolate, because the encrypted text changes with them; null when
 * their secret no longer exists.
 */
export async function openMonitorSettingsOnce(ctx: Ctx, { kind, settingsSealed }: PlannedMonitor): Promise<unknown> {
  const known = opened.get(settingsSealed);
  if (known !== undefined) return known;
  const text = await ctx.secrets.open(settingsSealed);
  if (text === null) return null;
  const settings = monitorKindOf(kind)?.settings.parse(JSON.parse(text));
  if (opened.size >= maxCachedSettings) opened.clear();
  opened.set(settingsSealed, settings);
  return settings;
}

const broken = (code: string, detail: Refusal): MonitorCheckResult => ({
  verdict: "none",
  code,
  detail,
  milliseconds: null,
});

/** Checks one monitor once, and judges slowness. Throws only when the meter has no calls left. */
export async function checkMonitorOnce(
  ctx: Ctx,
  monitor: PlannedMonitor,
  timeout: number,
): Promise<MonitorCheckResult> {
  const kind = monitorKindOf(monitor.kind);
  if (!kind) return broken("unknown_kind", "check.unknown_monitor");
  try {
    const settings = await openMonitorSettingsOnce(ctx, monitor);
    if (settings === null) return broken("sealed", "check.sealed");
    const found = await kind.check({ settings, outbound: ctx.outbound("team"), timeout, now: ctx.now });
    return checkResultOfFinding(found, monitor);
  } catch (error) {
    if (error instanceof OverBudgetError) throw error;
    ctx.log.error("monitor.check", error, { monitor: monitor.id });
    return broken("broken", "check.broken");
  }
}

/**
 * Returns the maximum number of calls of a check of the monitor, including redirects and a connection to read the
 * certificate after a failure.
 */
function mostCallsOf({ kind, cost = maxCallsPerCheck }: PlannedMonitor): number {
  return Math.min(cost + maxExtraCallsPerCheck, monitorKindOf(kind)?.calls ?? maxCallsPerCheck);
}

/**
 * Returns the first owed monitors whose checks fit even with their maximum number of calls. Parallel checks may exhaust
 * the budget without any of them finishing; these finish.
 */
function surely({ meter }: Ctx, due: readonly PlannedMonitor[], { kept, owed }: CheckLimits): PlannedMonitor[] {
  let room = remainingMeterBudget(meter) - kept;
  return due.filter((monitor) => {
    if (!owed.has(monitor.id)) return false;
    room -= mostCallsOf(monitor);
    return room >= 0;
  });
}

/**
 * Returns a test whether the budget suffices for one more check of so many calls. Started checks count even before they
 * are charged.
 */
function roomFor({ meter }: Ctx, kept: number): (calls: number) => boolean {
  const before = remainingMeterBudget(meter);
  let begun = 0;
  return (calls) => {
    if (Math.min(remainingMeterBudget(meter), before - begun) < calls + kept) return false;
    begun += calls;
    return true;
  };
}

/**
 * Runs checks as far as budget and time allow, six at once, in the given order; owed checks that fit completely come
 * first. Failing checks are repeated as often as each monitor requires. A monitor missing in the result did not run, or
 * was cut off.
 */
export async function runMonitorChecks(
  ctx: Ctx,
  due: readonly PlannedMonitor[],
  looking: CheckLimits,
): Promise<Map<string, MonitorCheckResult>> {
  const { until, kept, sparesRetries } = looking;
  const repeats = ({ retries }: PlannedMonitor) => (sparesRetries ? Math.floor(retries / 2) : retries);
  const sights = new Map<string, MonitorCheckResult>();
  const first = surely(ctx, due, looking);
  let takes = roomFor(ctx, kept);
  const look =
    (monitor: PlannedMonitor, isPromised = false) =>
    async () => {
      const left = until - ctx.now();
      if (left <= 0 || !takes(monitor.cost ?? mostCallsOf(monitor))) return false;
      const most = Math.min(checkTimeoutMs(monitor, due.length), left);
      try {
        const promised = isPromised ? 0 : mostCallsOf(monitor);
        const sight = await withPromisedBudget(ctx.meter, promised, () => checkMonitorOnce(ctx, monitor, most));
        // A repeated check without budget for its redirects is inconclusive, so the earlier result stays.
        if (sight.code !== "no_room" || !sights.has(monitor.id)) sights.set(monitor.id, sight);
        return true;
      } catch (error) {
        if (!(error instanceof OverBudgetError)) throw error;
        return false;
      }
    };
  await withReservedBudget(ctx.meter, kept, async () => {
    const all = first.reduce((sum, monitor) => sum + mostCallsOf(monitor), 0);
    await withPromisedBudget(ctx.meter, all, () => runTasksInParallel(first.map((each) => look(each, true))));
    // The calls of the owed checks are now charged, so the rest of their reserve is free again.
    takes = roomFor(ctx, kept);
    await runTasksInParallel(due.filter((each) => !first.includes(each)).map((each) => look(each)));
    for (let round = 1; round <= 2; round++) {
      const failing = due.filter((each) => repeats(each) >= round && sights.get(each.id)?.verdict === "down");
      await runTasksInParallel(failing.map((each) => look(each)));
    }
  });
  return sights;
}
