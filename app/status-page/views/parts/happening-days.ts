import type { Dates } from "~/i18n/dates";
import { isAnnouncement } from "~/incidents/rules/impact";
import { daysTouched, daysWithin, type TouchedDays } from "~/time/days-touched";
import { maintenanceOverAt } from "../../rules/happened";
import { byNewest } from "../../rules/history-mark";
import type { SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import { dateAfter } from "./day-runs";

/** The time from `at` to `until`; null while it lasts. */
interface Stretch {
  at: number;
  until: number | null;
}

export type Happening = Stretch &
  ({ kind: "incident"; incident: SnapshotIncident } | { kind: "maintenance"; maintenance: SnapshotMaintenance });

/** Adjacent days (`first` is the older), the events listed on them, and those that started earlier and lasted. */
export interface HappeningDays extends TouchedDays {
  told: Happening[];
  carried: Happening[];
}

export const idOf = (happening: Happening): string =>
  happening.kind === "incident" ? happening.incident.id : happening.maintenance.id;

/** Returns events; an announcement belongs to the day on which it was made. */
export function happeningsOf(
  incidents: readonly SnapshotIncident[],
  maintenances: readonly SnapshotMaintenance[],
): Happening[] {
  const all: Happening[] = [
    ...incidents.map((incident) => ({
      kind: "incident" as const,
      at: incident.startedAt,
      until: isAnnouncement(incident) ? incident.startedAt : incident.resolvedAt,
      incident,
    })),
    ...maintenances.map((maintenance) => ({
      kind: "maintenance" as const,
      at: maintenance.startsAt,
      until: maintenanceOverAt(maintenance),
      maintenance,
    })),
  ];
  return all.sort((one, other) => byNewest({ at: one.at, id: idOf(one) }, { at: other.at, id: idOf(other) }));
}

interface Listing {
  dates: Dates;
  now: number;
  /** Absent = all days are listed. */
  within?: TouchedDays;
}

const everyDay: TouchedDays = { first: "0000-01-01", last: "9999-12-31" };

interface Listed {
  happening: Happening;
  days: TouchedDays;
}

/** Returns the viewer's days of each event, as far as they are listed. */
function listedOf(happenings: readonly Happening[], { dates, now, within = everyDay }: Listing): Listed[] {
  return happenings.flatMap((happening) => {
    const touched = daysTouched({ from: happening.at, to: happening.until ?? now }, dates.dayAt);
    const days = daysWithin(touched, within);
    return days ? [{ happening, days }] : [];
  });
}

/**
 * Returns the days with events, newest first. Each event is listed on its first listed day and carried to the others;
 * equal days are merged, so that an event that lasts for years does not make a long list.
 */
export function happeningDays(happenings: readonly Happening[], listing: Listing): HappeningDays[] {
  const listed = listedOf(happenings, listing);
  const turns = listed.flatMap(({ days: { first, last } }) => [first, dateAfter(first, 1), dateAfter(last, 1)]);
  const starts = [...new Set(turns)].sort();
  const entries = starts.slice(0, -1).map((first, index) => ({
    first,
    last: dateAfter(starts[index + 1] as string, -1),
    told: listed.filter(({ days }) => days.first === first).map(({ happening }) => happening),
    carried: listed.filter(({ days }) => days.first < first && first <= days.last).map(({ happening }) => happening),
  }));
  return entries.filter(({ told, carried }) => told.length + carried.length > 0).reverse();
}
