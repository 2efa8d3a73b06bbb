import { type Age, ageOf } from "~/time/age";
import { countUpdatePromises } from "../../rules/field";
import type { VisiblePage } from "../../rules/seen-page";
import { latestUpdateOf } from "../../rules/under-way";
import { cachedPageHeadline, newestUpdateOf } from "./field-text";
import { lastReportCacheKey } from "./last-heard-text";

/**
 * Returns the age of the newest update of what leads the page. Null when the age would not be kept current: on a page
 * that does not update itself, and on one that is not up to date.
 */
export function newestUpdateAge({ snapshot, outdated, staleSince }: VisiblePage, now: number): Age | null {
  const { lead } = cachedPageHeadline(snapshot);
  if (lead === null || outdated !== null || staleSince !== null || latestUpdateOf(snapshot) === null) return null;
  const said = newestUpdateOf(lead);
  return said ? ageOf(said.shownAt, now) : null;
}

/** Returns a mark for cache keys: equal when the shown ages and promises are the same. */
export function shownAgesCacheKey(page: VisiblePage, now: number): string {
  const age = newestUpdateAge(page, now);
  return `${age ? `${age.value}${age.unit}` : ""}.${countUpdatePromises(page.snapshot.incidents, now)}.${lastReportCacheKey(page.snapshot, now)}`;
}
