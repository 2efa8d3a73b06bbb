import { dateFormats } from "~/i18n/dates";
import { clipDays, daysOfTimeRange } from "~/time/days-touched";
import type { Snapshot, SnapshotIncident } from "../../rules/snapshot-document";
import { addDaysToDate, type DayRun } from "./day-runs";

/** Incidents by the day of the page's zone on which they lasted. */
export type DayIncidents = ReadonlyMap<string, readonly SnapshotIncident[]>;

/** Groups incidents by day. An open one lasts until the document was built; days without a bar are left out. */
export function incidentsByDay(
  { page, days, builtAt }: Pick<Snapshot, "page" | "days" | "builtAt">,
  incidents: readonly SnapshotIncident[],
): DayIncidents {
  const { dayAt } = dateFormats("en", page.timeZone);
  const found = new Map<string, SnapshotIncident[]>();
  for (const incident of incidents) {
    const touched = daysOfTimeRange({ from: incident.startedAt, to: incident.resolvedAt ?? builtAt }, dayAt);
    const shown = clipDays(touched, days);
    for (let date = shown?.first ?? ""; shown && date <= shown.last; date = addDaysToDate(date, 1)) {
      const known = found.get(date);
      if (known) known.push(incident);
      else found.set(date, [incident]);
    }
  }
  return found;
}

/** Returns the incidents of a run of days, each once. */
export function incidentsOfDayRun(byDay: DayIncidents, { first, last }: Pick<DayRun, "first" | "last">) {
  const found = new Set<SnapshotIncident>();
  for (let date = first; date <= last; date = addDaysToDate(date, 1))
    for (const incident of byDay.get(date) ?? []) found.add(incident);
  return [...found];
}
