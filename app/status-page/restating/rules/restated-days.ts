import type { Day } from "~/time/day";
import type { Span } from "../../timeline/rules/timeline";
import { noParts, type Parts } from "../../uptime/rules/uptime";
import { lessKnown } from "./less-known";
import { lengthsIn } from "./stretches";

/** Packed days of a component by date; a day that is not here was wholly operational. */
export type ClosedDays = ReadonlyMap<string, Parts>;

export interface Past {
  closed: ClosedDays;
  days: readonly Day[];
  /** In which it is known that nobody knew how the component was. */
  stretches: readonly Span[];
  /** Days whose parts are known to be others than those that were packed, as where a change of the zone doubled them. */
  mended?: ClosedDays;
}

const isSame = (one: Parts, other: Parts) => one.every((part, index) => part === other[index]);

/** The days that become others, and what of. Done to its own outcome it changes nothing. */
export function restatedDays({ closed, days, stretches, mended = new Map() }: Past): Map<string, Parts> {
  const found = new Map<string, Parts>();
  const lengths = lengthsIn(stretches, days);
  for (const [index, day] of days.entries()) {
    const unknown = lengths[index] ?? 0;
    const before = closed.get(day.date) ?? noParts;
    const known = mended.get(day.date) ?? before;
    const after = lessKnown(known, day.to - day.from, unknown);
    if (!isSame(before, after)) found.set(day.date, after);
  }
  return found;
}

/** Days on which something was reported though nothing observed the component: people spoke of it. */
export function spokenOn(closed: ClosedDays, days: readonly Day[], observed: readonly Span[]): number[] {
  const lengths = lengthsIn(observed, days);
  return days.flatMap(({ date, from }, index) => {
    const [major, partial, degraded, maintenance] = closed.get(date) ?? noParts;
    const isEventful = major + partial + degraded + maintenance > 0;
    return isEventful && lengths[index] === 0 ? [from] : [];
  });
}
