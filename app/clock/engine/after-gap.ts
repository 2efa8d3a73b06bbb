import type { Ctx } from "~/platform/ctx";
import { gapBefore } from "~/status-page/rules/stale";
import { standstillAhead } from "~/status-page/timeline/queries/standstill";
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
