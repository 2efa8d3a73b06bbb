import { type Age, ageOf } from "~/time/age";
import { promiseCount } from "../../rules/field";
import type { SeenPage } from "../../rules/seen";
import { lastWordOf } from "../../rules/under-way";
import { headOf, newestOf } from "./field-text";
import { heardMark } from "./heard";

/**
 * How long ago the newest word on what leads the page was said. Null where nobody would say it again in time: on a page that
 * does not keep itself current, and on one that is not up to date.
 */
export function ageOfNews({ snapshot, outdated, staleSince }: SeenPage, now: number): Age | null {
  const { lead } = headOf(snapshot);
  if (lead === null || outdated !== null || staleSince !== null || lastWordOf(snapshot) === null) return null;
  const said = newestOf(lead);
  return said ? ageOf(said.shownAt, now) : null;
}

/** For names of renderings: equal where they say the same ages and the same promises. */
export function ageMark(page: SeenPage, now: number): string {
  const age = ageOfNews(page, now);
  return `${age ? `${age.value}${age.unit}` : ""}.${promiseCount(page.snapshot.incidents, now)}.${heardMark(page.snapshot, now)}`;
}
