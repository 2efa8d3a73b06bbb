import type { Dates } from "~/i18n/dates";
import { isAnnouncement } from "~/incidents/rules/impact";
import { daysTouched, daysWithin, type TouchedDays } from "~/time/days-touched";
import { maintenanceOverAt } from "../../rules/happened";
import { byNewest } from "../../rules/history-mark";
import type { SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import { dateAfter } from "./day-runs";

/** From `at` to `until`; null while it lasts. */
interface Stretch {
  at: number;
  until: number | null;
}

export type Happening = Stretch &
  ({ kind: "incident"; incident: SnapshotIncident } | { kind: "maintenance"; maintenance: SnapshotMaintenance });

/** Neighbouring days (`first` is the older), what is told on them, and what had started on a day before and lasted. */
export interface HappeningDays extends TouchedDays {
  told: Happening[];
  carried: Happening[];
}

export const idOf = (happening: Happening): string =>
  happening.kind === "incident" ? happening.incident.id : happening.maintenance.id;

/** An announcement is of the day on which it was made. */
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
  /** Without it all days are listed. */
  within?: TouchedDays;
}

const everyDay: TouchedDays = { first: "0000-01-01", last: "9999-12-31" };

/** By day of the viewer: each is told on the first day of the list that it touches, and carried on to the others. */
export function happeningsByDay(happenings: readonly Happening[], { dates, now, within = everyDay }: Listing) {
  const found = new Map<string, HappeningDays>();
  const of = (date: string): HappeningDays => {
    const known = found.get(date) ?? { first: date, last: date, told: [], carried: [] };
    found.set(date, known);
    return known;
  };
  for (const happening of happenings) {
    const touched = daysTouched({ from: happening.at, to: happening.until ?? now }, dates.dayAt);
    const listed = daysWithin(touched, within);
    if (!listed) continue;
    of(listed.first).told.push(happening);
    for (let date = dateAfter(listed.first, 1); date <= listed.last; date = dateAfter(date, 1))
      of(date).carried.push(happening);
  }
  return found;
}

const sameOf = (one: readonly Happening[], other: readonly Happening[]) =>
  one.length === other.length && one.every((each, index) => each === other[index]);

/** Whether the older day says nothing but what the newer ones say: they are one entry then. */
export const goesWith = (newer: HappeningDays, older: HappeningDays) =>
  newer.told.length + older.told.length === 0 &&
  newer.first === dateAfter(older.last, 1) &&
  newer.first.slice(0, 7) === older.first.slice(0, 7) &&
  sameOf(newer.carried, older.carried);

/** The days on which something happened, newest first. */
export function happeningDays(happenings: readonly Happening[], listing: Listing): HappeningDays[] {
  const byDay = happeningsByDay(happenings, listing);
  const days: HappeningDays[] = [];
  for (const date of [...byDay.keys()].sort().reverse()) {
    const [day, before] = [byDay.get(date) as HappeningDays, days.at(-1)];
    if (before && goesWith(before, day)) before.first = date;
    else days.push(day);
  }
  return days;
}
