import type { Impact } from "~/status/status";
import { fnvHash } from "~/text/short-hash";
import { impactReader } from "../foreign-statuses";
import { foreignFlag, foreignInstant, foreignName, foreignRecord, foreignText } from "../foreign-values";
import type { MovedIncident } from "../move-document";
import type { MoveNotes } from "../move-notes";

const impactOf = impactReader({
  outage: "major",
  warning: "minor",
  information: "none",
  operational: "none",
  none: "none",
});

const firstLine = (message: string): string =>
  foreignName(message.trim().split("\n")[0]?.slice(0, 100), "Announcement");

/** An incident that is only told lasts no time; outages and warnings last until they are archived. */
const isOver = (impact: Impact, isArchived: boolean): boolean => isArchived || impact === "none";

/** Returns an announcement as an incident of one update; null without a time. */
export function movedGatusAnnouncement(value: unknown, timeZone: string, notes: MoveNotes): MovedIncident | null {
  const given = foreignRecord(value);
  const message = foreignText(given.message);
  const at = foreignInstant(given.timestamp, timeZone);
  const name = firstLine(message);
  const id = `announcement-${fnvHash(`${foreignText(given.timestamp)} ${message}`).toString(36)}`;
  const subject = { noun: "incident" as const, id, name };
  if (at === null) {
    notes.question(subject, "timestamp", "It has no time that can be read, so it does not come.");
    return null;
  }
  const impact = impactOf(given.type ?? "none", notes, subject, "type");
  const over = isOver(impact, foreignFlag(given.archived) === true);
  if (over) notes.approximated(subject, "archived", "Its end is not known there: it ends when it begins.");
  return {
    id,
    title: name,
    impact,
    startedAt: at,
    resolvedAt: over ? at : null,
    updates: [{ status: over ? "resolved" : "investigating", body: message, shownAt: at, changes: [] }],
    components: [],
    postmortem: null,
    path: null,
    isBackfilled: false,
  };
}
