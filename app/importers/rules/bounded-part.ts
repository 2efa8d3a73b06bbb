import type { MovedMonitor, MoveNote, ReportedUptime } from "./move-document";
import type { MoveDocumentPart } from "./move-document-parts";
import { truncateMovedText } from "./moved-text";

/** Times of other products before and after these are mistakes, such as the first year or the last one of a type. */
const earliestMs = 0;
const latestMs = Date.UTC(2100, 0, 1);

/** Most characters of a text of an update or postmortem, as its form here takes them. */
export const maxMovedBodyChars = 25_000;

/** Longest path that is looked up; a longer one is never found. */
const maxPathChars = 500;

const boundedMs = (ms: number): number => (ms <= latestMs ? Math.max(earliestMs, ms) : latestMs);
const boundedMsOrNull = (ms: number | null): number | null => (ms === null ? null : boundedMs(ms));
const boundedPath = (path: string | null): string | null => (path && path.length > maxPathChars ? null : path);
const boundedBody = (body: string): string => truncateMovedText(body, maxMovedBodyChars);

/** Returns the uptime that the origin says, with an end that a calendar here has. */
const boundedUptime = ({ uptime }: { uptime?: ReportedUptime | undefined }) =>
  uptime && { uptime: { ...uptime, until: boundedMsOrNull(uptime.until) } };

const boundedHistory = (history: MovedMonitor["history"]): MovedMonitor["history"] =>
  history.map((each) => ({ ...each, from: boundedMs(each.from), to: boundedMsOrNull(each.to) }));

type Incident = NonNullable<MoveDocumentPart["incidents"]>[number];
type Maintenance = NonNullable<MoveDocumentPart["maintenances"]>[number];

const boundedIncident = (given: Incident): Incident => ({
  ...given,
  startedAt: boundedMs(given.startedAt),
  resolvedAt: boundedMsOrNull(given.resolvedAt),
  updates: given.updates.map((each) => ({ ...each, body: boundedBody(each.body), shownAt: boundedMs(each.shownAt) })),
  postmortem: given.postmortem && {
    body: boundedBody(given.postmortem.body),
    publishedAt: boundedMsOrNull(given.postmortem.publishedAt),
  },
  path: boundedPath(given.path),
});

const boundedMaintenance = (given: Maintenance): Maintenance => ({
  ...given,
  startsAt: boundedMs(given.startsAt),
  endsAt: boundedMs(given.endsAt),
  updates: given.updates.map((each) => ({ ...each, body: boundedBody(each.body), shownAt: boundedMs(each.shownAt) })),
  path: boundedPath(given.path),
});

function cutNotes({ incidents = [], maintenances = [] }: MoveDocumentPart): MoveNote[] {
  const reason = `It is longer than ${maxMovedBodyChars.toLocaleString("en")} characters; the rest is left out.`;
  const kind = "approximated" as const;
  const note = (noun: MoveNote["noun"], { id, title }: Incident | Maintenance, field: string): MoveNote => ({
    kind,
    noun,
    id,
    name: truncateMovedText(title, maxPathChars),
    field,
    reason,
  });
  const hasLong = ({ updates }: Incident | Maintenance) => updates.some(({ body }) => body.length > maxMovedBodyChars);
  return [
    ...incidents.filter(hasLong).map((each) => note("incident", each, "updates")),
    ...incidents
      .filter(({ postmortem }) => (postmortem?.body.length ?? 0) > maxMovedBodyChars)
      .map((each) => note("incident", each, "postmortem")),
    ...maintenances.filter(hasLong).map((each) => note("maintenance", each, "updates")),
  ];
}

/**
 * Returns what a reader or a program brought within the bounds that all later steps rely on: a time that no calendar
 * here has, or a text that no row holds, would stop an import at the same step for ever. A cut text has a note.
 */
export function limitMovePart(part: MoveDocumentPart): MoveDocumentPart {
  const { components, monitors, heartbeats, incidents, maintenances, subscribers } = part;
  const notes = cutNotes(part);
  return {
    ...part,
    ...(components && {
      components: components.map((each) => ({
        ...each,
        startedAt: boundedMsOrNull(each.startedAt),
        ...(each.history && { history: boundedHistory(each.history) }),
        ...boundedUptime(each),
      })),
    }),
    ...(monitors && {
      monitors: monitors.map((each) => ({
        ...each,
        history: boundedHistory(each.history),
        ...boundedUptime(each),
      })),
    }),
    ...(heartbeats && { heartbeats: heartbeats.map((each) => ({ ...each, pingPath: boundedPath(each.pingPath) })) }),
    ...(incidents && { incidents: incidents.map(boundedIncident) }),
    ...(maintenances && { maintenances: maintenances.map(boundedMaintenance) }),
    ...(subscribers && {
      subscribers: subscribers.map((each) => ({ ...each, consentedAt: boundedMsOrNull(each.consentedAt) })),
    }),
    ...(notes.length > 0 && { notes: [...(part.notes ?? []), ...notes] }),
  };
}
