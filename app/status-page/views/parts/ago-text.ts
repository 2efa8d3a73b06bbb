import { type Age, ageOf } from "~/time/age";
import { promiseCount } from "../../rules/field";
import type { SeenPage } from "../../rules/seen-page";
import { lastUpdateOf } from "../../rules/under-way";
import { headOf, newestOf } from "./field-text";
import { heardMark } from "./last-heard-text";

/**
 * Returns the age of the newest update of what leads the page. Null when the age would not be kept current: on a page
 * that does not update itself, and on one that is not up to date.
 */
export function ageOfNews({ snapshot, outdated, staleSince }: SeenPage, now: number): Age | null {
  const { lead } = headOf(snapshot);
  if (lead === null || outdated !== null || staleSince !== null || lastUpdateOf(snapshot) === null) return null;
  const said = newestOf(lead);
  return said ? ageOf(said.shownAt, now) : null;
}

/** Returns a mark for cache keys: equal when the shown ages and promises are the same. */
export function ageMark(page: SeenPage, now: number): string {
  const age = ageOfNews(page, now);
  return `${age ? `${age.value}${age.unit}` : ""}.${promiseCount(page.snapshot.incidents, now)}.${heardMark(page.snapshot, now)}`;
}
