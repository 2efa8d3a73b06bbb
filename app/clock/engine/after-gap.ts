import type { Ctx } from "~/platform/ctx";
import { stoppedAfter } from "~/status-page/rules/seen";
import { gapBefore } from "~/status-page/rules/stale";
import { lastStandstill, standstillAhead } from "~/status-page/timeline/queries/standstill";
import type { Span } from "~/status-page/timeline/rules/timeline";
import type { UnitKind } from "~/time/units";
import type { Due } from "../queries/due";
import { signsHeard } from "../queries/gap";
import { lastTickAt, unheard, unheardAfter } from "../rules/gap";

/** What is judged by a deadline: without any that is due, none fell into a gap. */
const judged: readonly UnitKind[] = ["heartbeats", "silence", "settle"];

/**
 * The standstill that this tick ends; null = none. Where a clock that was ahead had ended one in a time that is yet to come, it
 * ends now: what that clock got wrong is its end.
 */
export async function standstillBefore(ctx: Ctx, { wentBack, tickAt }: Due, now: number): Promise<Span | null> {
  const since = wentBack ? await standstillAhead(ctx, now) : tickAt;
  return since === null ? null : gapBefore(since, now);
}

/** By then the monitors have been checked again that one kept from it; ms. */
const caughtUp = 3_600_000;

/**
 * The last standstill, where some monitors were not checked for as long as one takes: whoever ended it was cut off, or had no room
 * for them, and what follows from it is theirs all the same. Nothing is read while checks come.
 */
export async function standstillUnchecked(ctx: Ctx, { shards }: Due, minute: number): Promise<Span | null> {
  const isOld = shards.some((each) => (minute - each.minute) * 60_000 >= stoppedAfter);
  const last = isOld ? await lastStandstill(ctx) : null;
  return last && minute * 60_000 - last.to < caughtUp ? last : null;
}

/**
 * The stretches before this tick in which nobody listened, where something was to be heard by then. No row is read
 * while ticks come each minute, nor where nothing is due.
 */
export async function gapsBefore(ctx: Ctx, due: Due, stood: Span | null, now: number): Promise<Span[]> {
  if (due.wentBack && stood) return [stood];
  const last = lastTickAt(due, now);
  if (last === 0 || now - last <= unheardAfter) return [];
  if (!due.units.some(({ kind }) => judged.includes(kind))) return [];
  return unheard([last, ...(await signsHeard(ctx, last, now))], now);
}
