import { type Day, lastDays, nextDayStart } from "~/time/day";
import { addRowsToFold, canAnswerFromFold, type DayFold, dayFoldOf } from "../timeline/rules/day-fold";
import { limitDayFold } from "../timeline/rules/day-fold-bound";
import { unobservedSpansOf } from "../timeline/rules/standstill";
import { layersByComponent } from "./component-layers";
import type { SnapshotDatabaseFacts, SnapshotFacts } from "./snapshot-facts";

/** Returns when a component starts to count, among the days that are shown, which are known up to `now`. */
export const countingStartOf = (days: readonly Day[], startDate: string, now: number): number =>
  days.find((day) => day.date >= startDate)?.from ?? now;

/**
 * Returns true when the fold gives the same result as all rows for every component; otherwise all rows must be read.
 */
function tellsOf(fold: DayFold, facts: SnapshotDatabaseFacts, now: number): boolean {
  if ([...fold.components.values()].every(({ past }) => past === null)) return true;
  const { openDayAt, timeZone, historyDays } = facts.page;
  const days = lastDays(timeZone, now, historyDays);
  const firstDayEnd = nextDayStart(timeZone, openDayAt);
  const layersOf = layersByComponent(facts);
  return facts.components.every(({ id, startDate }) => {
    const own = fold.components.get(id);
    const current = layersOf.get(id);
    if (!own?.past || !current) return true;
    const stopped = unobservedSpansOf(facts.standstills, id);
    const asked = { from: openDayAt, to: now, current, startAt: countingStartOf(days, startDate, now), stopped };
    return own.past.until <= firstDayEnd && canAnswerFromFold(own, asked);
  });
}

/** Returns the kept fold with the rows after it; null when all rows of the open day are needed. */
export function openDayFoldWithNewRows(facts: SnapshotDatabaseFacts, now: number): DayFold | null {
  const { kept, newest, isWhole, page } = facts;
  const fold = isWhole ? dayFoldOf(page.openDayAt, newest) : kept && addRowsToFold(kept, newest);
  return fold && tellsOf(fold, facts, now) ? fold : null;
}

/** Returns the fold that is kept for the next build. */
export function limitOpenDayFold({ fold, page, standstills, ...facts }: SnapshotFacts, now: number): DayFold {
  const stopped = standstills?.all.filter(({ to }) => to > fold.from).map(({ from }) => from) ?? [];
  const until = Math.min(now, nextDayStart(page.timeZone, page.openDayAt), ...stopped);
  return limitDayFold(fold, layersByComponent(facts), until);
}
