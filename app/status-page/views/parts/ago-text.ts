import { type Age, ageInDays, ageOf } from "~/time/age";
import { countUpdatePromises } from "../../rules/field";
import type { ServedPage } from "../../rules/seen-page";
import type { SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import { latestUpdateOf } from "../../rules/under-way";
import { cachedPageHeadline, newestUpdateOf } from "./field-text";
import { lastReportCacheKey } from "./last-heard-text";

/** Ages are shown only where they are kept current: on a page that updates itself and is up to date. */
const areAgesShown = ({ outdated, staleSince }: ServedPage): boolean => outdated === null && staleSince === null;

/** Returns the age of the newest update of what leads the page; null when none is shown. */
export function newestUpdateAge(page: ServedPage, now: number): Age | null {
  const { snapshot } = page;
  const { lead } = cachedPageHeadline(snapshot);
  if (lead === null || !areAgesShown(page) || latestUpdateOf(snapshot) === null) return null;
  const said = newestUpdateOf(lead);
  return said ? ageOf(said.shownAt, now) : null;
}

/** Returns for how long an incident has been open; null when it is over, or no age is shown. */
export function openIncidentAge(page: ServedPage, incident: SnapshotIncident, now: number): Age | null {
  if (incident.resolvedAt !== null || !areAgesShown(page)) return null;
  return ageOf(incident.startedAt, now) ?? ageInDays(incident.startedAt, now);
}

/**
 * Returns how far off a scheduled maintenance is, in hours or days; null in the last hour, which its page, with nothing
 * in progress, does not count, and where no age is shown.
 */
export function timeToMaintenance(
  page: ServedPage,
  { status, startsAt }: SnapshotMaintenance,
  now: number,
): Age | null {
  if (status !== "scheduled" || !areAgesShown(page)) return null;
  const left = ageInDays(now, startsAt) ?? ageOf(now, startsAt);
  return left?.unit === "minute" ? null : left;
}

const ageKey = (age: Age | null): string => (age ? `${age.value}${age.unit[0]}` : "");

/** Returns a mark for cache keys: equal when the shown ages and promises are the same. */
export function shownAgesCacheKey(page: ServedPage, now: number): string {
  const { incidents } = page.snapshot;
  const ages = [newestUpdateAge(page, now), ...incidents.map((each) => openIncidentAge(page, each, now))];
  return `${ages.map(ageKey).join("_")}.${countUpdatePromises(incidents, now)}.${lastReportCacheKey(page.snapshot, now)}`;
}
