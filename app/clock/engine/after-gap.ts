import type { Ctx } from "~/platform/ctx";
import type { Span } from "~/status-page/timeline/rules/timeline";
import type { UnitKind } from "~/time/units";
import type { Due } from "../queries/due";
import { signsHeard } from "../queries/gap";
import { lastTickAt, unheard, unheardAfter } from "../rules/gap";

/** What is judged by a deadline: without any that is due, none fell into a gap. */
const judged: readonly UnitKind[] = ["heartbeats", "silence", "settle"];

/**
 * The stretches before this tick in which nobody listened, where something was to be heard by then. No row is read
 * while ticks come each minute, nor where nothing is due.
 */
export async function gapsBefore(ctx: Ctx, due: Due, now: number): Promise<Span[]> {
  const last = lastTickAt(due, now);
  if (last === 0 || now - last <= unheardAfter) return [];
  if (!due.units.some(({ kind }) => judged.includes(kind))) return [];
  return unheard([last, ...(await signsHeard(ctx, last, now))], now);
}
