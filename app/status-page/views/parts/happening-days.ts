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

interface Listed {
  happening: Happening;
  days: TouchedDays;
}

/** The viewer's days of each, as far as they are listed. */
function listedOf(happenings: readonly Happening[], { dates, now, within = everyDay }: Listing): Listed[] {
  return happenings.flatMap((happening) => {
    const touched = daysTouched({ from: happening.at, to: happening.until ?? now }, dates.dayAt);
    const days = daysWithin(touched, within);
    return days ? [{ happening, days }] : [];
  });
}

/**
 * The days on which something happened, newest first. Each thing is told on the first of its days that is listed and
 * carried on to the others; days that say the same are one entry, so that what lasts for years is no longer than that.
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
