import { impactShown, impactTold, isAnnouncement } from "~/incidents/rules/impact";
import { letterOfImpact, letterOfStatus, type StateLetter } from "~/status/state-letter";
import { type Impact, type Status, worst } from "~/status/status";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "./snapshot-document";
import { monitoredOf } from "./unmonitored";

/** What somebody has written about what is under way. */
export type News =
  | { kind: "incident"; incident: SnapshotIncident }
  | { kind: "maintenance"; maintenance: SnapshotMaintenance };

/** What the head of a page says of its state, before anybody's words. */
export type FieldState =
  | { kind: "well" | "well_monitored" | "unknown" | "unmonitored" | "maintenance" }
  /** `letter` is their own: the field may be of another one. */
  | { kind: "components"; status: Status; names: string[]; isAll: boolean }
  | { kind: "impact"; impact: Impact };

/** The head of a page: its colour, what leads it, and what else is under way. */
export interface Field {
  /** The worst component or open impact: of the field, the page's mark and its icon. */
  letter: StateLetter;
  state: FieldState;
  /** Null = nobody has written about it. */
  lead: News | null;
  rest: News[];
  announcements: SnapshotIncident[];
}

/** Mildest first. What nobody knows is worse than work that was planned. */
const order: readonly StateLetter[] = ["o", "w", "a", "x", "n", "d", "p", "m"];

const worstLetter = (letters: readonly StateLetter[]): StateLetter =>
  order[Math.max(0, ...letters.map((letter) => order.indexOf(letter)))] ?? "n";

export const isRunning = ({ status }: Pick<SnapshotMaintenance, "status">): boolean =>
  status === "in_progress" || status === "verifying";

const severity = (incident: SnapshotIncident) => order.indexOf(letterOfImpact[impactShown(incident)]);

/** By what they do now, then the newest. */
const byImpact = (one: SnapshotIncident, other: SnapshotIncident) =>
  severity(other) - severity(one) || other.startedAt - one.startedAt;

function letterOf({ components, banner, unmonitored }: Snapshot, wrong: readonly SnapshotIncident[], running: boolean) {
  const letters: StateLetter[] = [
    ...monitoredOf(components).map(({ status }) => letterOfStatus[status]),
    ...wrong.map((incident) => letterOfImpact[impactShown(incident)]),
    ...(running ? (["x"] as const) : []),
    ...(banner.state === "unknown" && !unmonitored ? (["n"] as const) : []),
  ];
  const letter = worstLetter(letters);
  return letter === "o" && unmonitored ? "n" : letter;
}

function componentsIn({ components }: Snapshot, status: Status): FieldState {
  const named = components.filter((each) => each.status === status).map(({ name }) => name);
  return { kind: "components", status, names: named, isAll: named.length > 1 && named.length === components.length };
}

const impactOfLetter: Partial<Record<StateLetter, Impact>> = { d: "minor", p: "major", m: "critical" };

/** An incident is open and all that it named works again. */
function recovered(incident: SnapshotIncident): FieldState {
  const names = incident.components.map(({ name }) => name);
  if (names.length === 0) return { kind: "impact", impact: impactTold(incident) };
  return { kind: "components", status: "operational", names, isAll: false };
}

const isWhollyKnown = ({ components }: Snapshot) => monitoredOf(components).length === components.length;

function stateOf(snapshot: Snapshot, letter: StateLetter, lead: SnapshotIncident | undefined): FieldState {
  const status = worst(monitoredOf(snapshot.components).map((each) => each.status));
  if (letter === "a" && lead) return recovered(lead);
  if (letter === "o") return { kind: isWhollyKnown(snapshot) ? "well" : "well_monitored" };
  if (letter === "n") return { kind: snapshot.unmonitored ? "unmonitored" : "unknown" };
  if (status !== null && letterOfStatus[status] === letter) return componentsIn(snapshot, status);
  const impact = impactOfLetter[letter];
  return impact ? { kind: "impact", impact } : { kind: "maintenance" };
}

/** What visitors read first: the worst that is known, and the newest word on it. */
export function fieldOf(snapshot: Snapshot): Field {
  const wrong = snapshot.incidents.filter((each) => !isAnnouncement(each)).sort(byImpact);
  const running = snapshot.maintenances.filter(isRunning);
  const letter = letterOf(snapshot, wrong, running.length > 0);
  const news: News[] = [
    ...wrong.map((incident) => ({ kind: "incident" as const, incident })),
    ...running.map((maintenance) => ({ kind: "maintenance" as const, maintenance })),
  ];
  const leads = wrong.length > 0 || letter === "x";
  return {
    letter,
    state: stateOf(snapshot, letter, wrong[0]),
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
 * For how many calendar days nothing has happened; null where the document does not tell. `dayAt` gives the day of an
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
  return days > 0 ? Math.min(days, toldDays) : null;
}
