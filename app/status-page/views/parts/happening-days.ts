import type { DateFormats } from "~/i18n/dates";
import { isAnnouncementIncident } from "~/incidents/rules/impact";
import { clipDays, type DaySpan, daysOfTimeRange } from "~/time/days-touched";
import { compareNewestFirst } from "../../rules/history-mark";
import { maintenanceOverAt } from "../../rules/maintenance-end";
import type { SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import { addDaysToDate } from "./day-runs";

/** The time from `at` to `until`; null while the event is in progress. */
interface OpenTimeSpan {
  at: number;
  until: number | null;
}

export type PageEvent = OpenTimeSpan &
  ({ kind: "incident"; incident: SnapshotIncident } | { kind: "maintenance"; maintenance: SnapshotMaintenance });

/**
 * Adjacent days (`first` is the older) with the events listed on them, and events that started earlier and were in
 * progress.
 */
export interface PageEventDays extends DaySpan {
  told: PageEvent[];
  carried: PageEvent[];
}

export const pageEventIdOf = (happening: PageEvent): string =>
  happening.kind === "incident" ? happening.incident.id : happening.maintenance.id;

/** Returns events; an announcement belongs to the day on which it was made. */
export function pageEventsOf(
  incidents: readonly SnapshotIncident[],
  maintenances: readonly SnapshotMaintenance[],
): PageEvent[] {
  const all: PageEvent[] = [
    ...incidents.map((incident) => ({
      kind: "incident" as const,
      at: incident.startedAt,
      until: isAnnouncementIncident(incident) ? incident.startedAt : incident.resolvedAt,
      incident,
    })),
    ...maintenances.map((maintenance) => ({
      kind: "maintenance" as const,
      at: maintenance.startsAt,
      until: maintenanceOverAt(maintenance),
      maintenance,
    })),
  ];
  return all.sort((one, other) =>
    compareNewestFirst({ at: one.at, id: pageEventIdOf(one) }, { at: other.at, id: pageEventIdOf(other) }),
  );
}

interface EventListingOptions {
  dates: DateFormats;
  now: number;
  /** Absent = all days are listed. */
  within?: DaySpan;
}

const everyDay: DaySpan = { first: "0000-01-01", last: "9999-12-31" };

interface EventWithDays {
  happening: PageEvent;
  days: DaySpan;
}

/** Returns, for each event, its days in the viewer's time zone that are listed. */
function listedOf(
  happenings: readonly PageEvent[],
  { dates, now, within = everyDay }: EventListingOptions,
): EventWithDays[] {
  return happenings.flatMap((happening) => {
    const touched = daysOfTimeRange({ from: happening.at, to: happening.until ?? now }, dates.dayAt);
    const days = clipDays(touched, within);
    return days ? [{ happening, days }] : [];
  });
}

/**
 * Returns the days with events, newest first. Each event is listed on its first listed day and carried to the others.
 * Equal days are merged, so that an event of several years does not make a long list.
 */
export function pageEventDays(happenings: readonly PageEvent[], listing: EventListingOptions): PageEventDays[] {
  const listed = listedOf(happenings, listing);
  const turns = listed.flatMap(({ days: { first, last } }) => [first, addDaysToDate(first, 1), addDaysToDate(last, 1)]);
  const starts = [...new Set(turns)].sort();
  const entries = starts.slice(0, -1).map((first, index) => ({
    first,
    last: addDaysToDate(starts[index + 1] as string, -1),
    told: listed.filter(({ days }) => days.first === first).map(({ happening }) => happening),
    carried: listed.filter(({ days }) => days.first < first && first <= days.last).map(({ happening }) => happening),
  }));
  return entries.filter(({ told, carried }) => told.length + carried.length > 0).reverse();
}
