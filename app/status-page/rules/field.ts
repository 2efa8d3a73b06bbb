import { isAnnouncementIncident } from "~/incidents/rules/impact";
import { dayMs } from "~/time/durations";
import {
  isMaintenanceInProgress,
  type PageStateWithLetter,
  pageStateOf,
  sortOpenIncidentsWorstFirst,
} from "./head-state";
import { countRecentKnownDays } from "./known-days";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "./snapshot-document";

/** An incident or maintenance in progress, with text written by people. */
export type OngoingEvent =
  | { kind: "incident"; incident: SnapshotIncident }
  | { kind: "maintenance"; maintenance: SnapshotMaintenance };

/** Returns the components of an event, each with the status that the event gives it. */
export const ongoingComponentsOf = (event: OngoingEvent): SnapshotIncident["components"] =>
  event.kind === "incident" ? event.incident.components : event.maintenance.components;

/** The head of a page: its colour, the text that leads it, and what else is in progress. */
export interface PageHeadline extends PageStateWithLetter {
  /** Null when nothing has been written about the state. */
  lead: OngoingEvent | null;
  rest: OngoingEvent[];
  announcements: SnapshotIncident[];
}

/**
 * Returns what visitors read first: the worst known state and the newest text about it (class `news`; the worst leads,
 * by impact, then the newest), or only the state (class `bare`).
 */
export function pageHeadlineOf(snapshot: Snapshot): PageHeadline {
  const wrong = sortOpenIncidentsWorstFirst(snapshot.incidents);
  const head = pageStateOf(snapshot);
  const news: OngoingEvent[] = [
    ...wrong.map((incident) => ({ kind: "incident" as const, incident })),
    ...snapshot.maintenances
      .filter(isMaintenanceInProgress)
      .map((maintenance) => ({ kind: "maintenance" as const, maintenance })),
  ];
  const leads = wrong.length > 0 || head.letter === "x";
  return {
    ...head,
    lead: leads ? (news[0] ?? null) : null,
    rest: leads ? news.slice(1) : news,
    announcements: snapshot.incidents.filter(isAnnouncementIncident),
  };
}

/** Returns when the next update is promised (ms); null when none is, and once that time has passed. */
export const pendingUpdatePromiseAt = ({ nextUpdateAt, resolvedAt }: SnapshotIncident, now: number): number | null =>
  nextUpdateAt !== undefined && resolvedAt === null && nextUpdateAt > now ? nextUpdateAt : null;

/** Returns the incident as visitors read it: without a promise whose time has passed. */
export const withoutExpiredUpdatePromise = (incident: SnapshotIncident, now: number): SnapshotIncident =>
  incident.nextUpdateAt === undefined || pendingUpdatePromiseAt(incident, now) !== null
    ? incident
    : { ...incident, nextUpdateAt: undefined };

/** Returns a number for cache keys that changes when a promise's time passes. */
export const countUpdatePromises = (incidents: readonly SnapshotIncident[], now: number): number =>
  incidents.filter((each) => pendingUpdatePromiseAt(each, now) !== null).length;

/** Most days that the document covers. */
const toldDays = 15;

/**
 * Returns for how many calendar days nothing has happened, among days whose data is fully known; null when the document
 * does not contain this. `dayAt` gives the day of an instant, YYYY-MM-DD, in the reader's zone.
 */
export function countDaysWithoutEvents(snapshot: Snapshot, now: number, dayAt: (at: number) => string): number | null {
  const { components, recent, incidents } = snapshot;
  if (incidents.some((each) => !isAnnouncementIncident(each)) || components.length === 0) return null;
  const ends = recent.incidents.flatMap((each) => (isAnnouncementIncident(each) ? [] : (each.resolvedAt ?? now)));
  const troubled = components.some(({ days }) => /[mpd]/.test(days.slice(-toldDays)));
  if (ends.length === 0 && troubled) return null;
  const since = ends.length > 0 ? Math.max(...ends) : Math.min(...components.map(({ createdAt }) => createdAt));
  const days = Math.round((Date.parse(dayAt(now)) - Date.parse(dayAt(since))) / dayMs);
  const counted = Math.min(days, toldDays, countRecentKnownDays(snapshot) - 1);
  return counted > 0 ? counted : null;
}
