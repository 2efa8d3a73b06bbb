import type { Dates } from "~/i18n/dates";
import { byNewest } from "../../rules/history-mark";
import type { Knowledge } from "../../rules/known-days";
import type { SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import { dateAfter, datesFrom } from "./day-runs";

export type Happening =
  | { kind: "incident"; at: number; incident: SnapshotIncident }
  | { kind: "maintenance"; at: number; maintenance: SnapshotMaintenance };

/**
 * Days of the list: one with what happened on it, or a run of days on which nothing did, as far as all of it, some of it
 * or nothing is known, or only what is still open (`first` is the older).
 */
export type RecentDays =
  | { kind: "busy"; date: string; happenings: Happening[] }
  | { kind: "quiet" | "partly" | "unknown" | "ongoing"; first: string; last: string };

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

interface Listed {
  /** Of what is over. */
  happenings: readonly Happening[];
  /** Since when something is wrong that is not over: of no day since then is it said that there was nothing. */
  openSince: number | null;
  /** How much is known of a day; null = there was nothing yet. What happened is listed in any case. */
  knowledge: (date: string) => Knowledge | null;
}

const kindOf = { all: "quiet", some: "partly", none: "unknown" } as const;

/** Nothing is told of a page on which nothing was ever known and nothing happened. */
const isTelling = ({ kind }: RecentDays) => kind !== "unknown";

/** The last `count` days of the viewer, today first; neighbours of which the same is said are one entry. */
export function recentDays(
  { happenings, openSince, knowledge }: Listed,
  dates: Dates,
  now: number,
  count: number,
): RecentDays[] {
  const today = dates.dayAt(now);
  const firstOpen = openSince === null ? null : dates.dayAt(openSince);
  const byDay = groupByDay(happenings, dates);
  const days: RecentDays[] = [];
  for (const date of datesFrom(dateAfter(today, 1 - count), count).toReversed()) {
    const found = byDay.get(date);
    const known = knowledge(date);
    const quiet = known === null ? null : kindOf[known];
    const kind = firstOpen !== null && date >= firstOpen ? "ongoing" : quiet;
    const before = days.at(-1);
    if (found) days.push({ kind: "busy", date, happenings: found });
    else if (kind === null) continue;
    else if (before && before.kind === kind) before.first = date;
    else days.push({ kind, first: date, last: date });
  }
  return days.some(isTelling) ? days : [];
}
