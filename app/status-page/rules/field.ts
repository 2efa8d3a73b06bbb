import { isAnnouncement } from "~/incidents/rules/impact";
import { type HeadState, headState, isRunning, wrongOf } from "./head-state";
import { knownLately } from "./known-days";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "./snapshot-document";

/** What somebody has written about what is under way. */
export type News =
  | { kind: "incident"; incident: SnapshotIncident }
  | { kind: "maintenance"; maintenance: SnapshotMaintenance };

/** The head of a page: its colour, what leads it, and what else is under way. */
export interface Field extends HeadState {
  /** Null = nobody has written about it. */
  lead: News | null;
  rest: News[];
  announcements: SnapshotIncident[];
}

/** What visitors read first: the worst that is known, and the newest word on it. */
export function fieldOf(snapshot: Snapshot): Field {
  const wrong = wrongOf(snapshot.incidents);
  const head = headState(snapshot);
  const news: News[] = [
    ...wrong.map((incident) => ({ kind: "incident" as const, incident })),
    ...snapshot.maintenances.filter(isRunning).map((maintenance) => ({ kind: "maintenance" as const, maintenance })),
  ];
  const leads = wrong.length > 0 || head.letter === "x";
  return {
    ...head,
    lead: leads ? (news[0] ?? null) : null,
    rest: leads ? news.slice(1) : news,
    announcements: snapshot.incidents.filter(isAnnouncement),
  };
}

/** Until when the next update is promised: null where none is, and once that is over (ms). */
export const promiseAt = ({ nextUpdateAt, resolvedAt }: SnapshotIncident, now: number): number | null =>
  nextUpdateAt !== undefined && resolvedAt === null && nextUpdateAt > now ? nextUpdateAt : null;

/** As visitors read it: a promise whose time is over is not said any more. */
export const promisedStill = (incident: SnapshotIncident, now: number): SnapshotIncident =>
  incident.nextUpdateAt === undefined || promiseAt(incident, now) !== null
    ? incident
    : { ...incident, nextUpdateAt: undefined };

/** For names of renderings: another one when a promise is over. */
export const promiseCount = (incidents: readonly SnapshotIncident[], now: number): number =>
  incidents.filter((each) => promiseAt(each, now) !== null).length;

/** In days, at most this many: what the document tells of. */
const toldDays = 15;

const dayLength = 24 * 3600_000;

/**
 * For how many calendar days nothing has happened, of those of which all is known; null where the document does not tell. `dayAt` gives the day of an
 * instant, YYYY-MM-DD, where the reader is.
 */
export function calmDays(snapshot: Snapshot, now: number, dayAt: (at: number) => string): number | null {
  const { components, recent, incidents } = snapshot;
  if (incidents.some((each) => !isAnnouncement(each)) || components.length === 0) return null;
  const ends = recent.incidents.flatMap((each) => (isAnnouncement(each) ? [] : (each.resolvedAt ?? now)));
  const troubled = components.some(({ days }) => /[mpd]/.test(days.slice(-toldDays)));
  if (ends.length === 0 && troubled) return null;
  const since = ends.length > 0 ? Math.max(...ends) : Math.min(...components.map(({ createdAt }) => createdAt));
  const days = Math.round((Date.parse(dayAt(now)) - Date.parse(dayAt(since))) / dayLength);
  const counted = Math.min(days, toldDays, knownLately(snapshot) - 1);
  return counted > 0 ? counted : null;
}
