import type { Ctx } from "~/platform/ctx";
import { checksStoppedAfterMs } from "~/status-page/rules/seen-page";
import { standstillBeforeTick } from "~/status-page/rules/stale";
import { readFutureStandstillStart, readLastStandstill } from "~/status-page/timeline/queries/standstill";
import type { TimeSpan } from "~/status-page/timeline/rules/timeline";
import { hourMs, minuteMs } from "~/time/durations";
import type { WorkUnitKind } from "~/time/units";
import type { DueWorkUnits } from "../queries/due-units";
import { readSignsOfLife } from "../queries/gap";
import { gapsBetweenSigns, lastTickAt, tickGapAfterMs } from "../rules/gap";

/** Units that are judged by a deadline: when none of these is due, no deadline fell into a gap. */
const judged: readonly WorkUnitKind[] = ["heartbeats", "silence", "settle"];

/**
 * Returns the standstill that this tick ends, or null. If a clock that was ahead recorded an end in the future, the
 * standstill ends now, because only its end was wrong.
 */
export async function readStandstillBeforeTick(
  ctx: Ctx,
  { wentBack, tickAt }: DueWorkUnits,
  now: number,
): Promise<TimeSpan | null> {
  const since = wentBack ? await readFutureStandstillStart(ctx, now) : tickAt;
  return since === null ? null : standstillBeforeTick(since, now);
}

/** Time after a standstill in which the monitors that it stopped are checked again; ms. */
const catchUpMs = hourMs;

/**
 * Returns the last standstill if monitors have been unchecked for at least the minimum length of a standstill. The tick
 * that ended it was then cut off or had no budget for them. Nothing is read while checks are up to date.
 */
export async function readUncheckedStandstill(
  ctx: Ctx,
  { shards }: DueWorkUnits,
  minute: number,
): Promise<TimeSpan | null> {
  const isOld = shards.some((each) => (minute - each.minute) * minuteMs >= checksStoppedAfterMs);
  const last = isOld ? await readLastStandstill(ctx) : null;
  return last && minute * minuteMs - last.to < catchUpMs ? last : null;
}

/**
 * Returns the spans before this tick in which no ping or delivery could arrive although one was due. No row is read
 * while ticks run every minute, or if nothing is due.
 */
export async function readGapsBeforeTick(
  ctx: Ctx,
  due: DueWorkUnits,
  stood: TimeSpan | null,
  now: number,
): Promise<TimeSpan[]> {
  if (due.wentBack && stood) return [stood];
  const last = lastTickAt(due, now);
  if (last === 0 || now - last <= tickGapAfterMs) return [];
  if (!due.units.some(({ kind }) => judged.includes(kind))) return [];
  return gapsBetweenSigns([last, ...(await readSignsOfLife(ctx, last, now))], now);
}
