import type { Dates } from "~/i18n/dates";
import { byNewest } from "~/rules/snapshot/history-mark";
import type { SnapshotIncident, SnapshotMaintenance } from "~/rules/snapshot/snapshot-document";
import { dateAfter, datesFrom } from "./day-runs";

export type Happening =
  | { kind: "incident"; at: number; incident: SnapshotIncident }
  | { kind: "maintenance"; at: number; maintenance: SnapshotMaintenance };

/** Days of the list: one with what happened on it, or a run of days on which nothing did (`first` is the older). */
export type RecentDays =
  | { kind: "busy"; date: string; happenings: Happening[] }
  | { kind: "quiet"; first: string; last: string };

export const idOf = (happening: Happening): string =>
  happening.kind === "incident" ? happening.incident.id : happening.maintenance.id;

export function happeningsOf(
  incidents: readonly SnapshotIncident[],
  maintenances: readonly SnapshotMaintenance[],
): Happening[] {
  const all: Happening[] = [
    ...incidents.map((incident) => ({ kind: "incident" as const, at: incident.startedAt, incident })),
    ...maintenances.map((maintenance) => ({ kind: "maintenance" as const, at: maintenance.startsAt, maintenance })),
  ];
  return all.sort((one, other) => byNewest({ at: one.at, id: idOf(one) }, { at: other.at, id: idOf(other) }));
}

export const groupByDay = (happenings: readonly Happening[], dates: Dates) =>
  Map.groupBy(happenings, ({ at }) => dates.dayAt(at));

/** The last `count` days of the viewer, today first; neighbours without anything are one entry. */
export function recentDays(happenings: readonly Happening[], dates: Dates, now: number, count: number): RecentDays[] {
  const today = dates.dayAt(now);
  const byDay = groupByDay(happenings, dates);
  const days: RecentDays[] = [];
  for (const date of datesFrom(dateAfter(today, 1 - count), count).toReversed()) {
    const found = byDay.get(date);
    const before = days.at(-1);
    if (found) days.push({ kind: "busy", date, happenings: found });
    else if (before?.kind === "quiet") before.first = date;
    else days.push({ kind: "quiet", first: date, last: date });
  }
  return days;
}
