import { fnvHash } from "~/text/short-hash";
import { impactReader } from "../foreign-statuses";
import { foreignFlag, foreignInstant, foreignName, foreignRecord, foreignText } from "../foreign-values";
import type { MovedIncident } from "../move-document";
import type { MoveNotes } from "../move-notes";
import { toMovedIncident } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";

const impactOf = impactReader({
  outage: "major",
  warning: "minor",
  information: "none",
  operational: "none",
  none: "none",
});

/** Returns an announcement as an incident of one update; null without a time. */
export function convertGatusAnnouncement(value: unknown, timeZone: string, notes: MoveNotes): MovedIncident | null {
  const given = foreignRecord(value);
  const message = foreignText(given.message);
  const at = foreignInstant(given.timestamp, timeZone);
  const name = foreignName(message.trim().split("\n")[0]?.slice(0, 100), "Announcement");
  const id = `announcement-${fnvHash(`${foreignText(given.timestamp)} ${message}`).toString(36)}`;
  const subject = { noun: "incident" as const, id, name };
  if (at === null) {
    notes.question(subject, "timestamp", unmovedReasons.timeless);
    return null;
  }
  const impact = impactOf(given.type ?? "none", notes, subject, "type");
  // One that only tells something lasts no time; outages and warnings last until they are archived.
  const over = impact === "none" || foreignFlag(given.archived) === true;
  if (over) notes.approximated(subject, "archived", unmovedReasons.endUnknown);
  return toMovedIncident({
    id,
    title: name,
    impact,
    startedAt: at,
    resolvedAt: over ? at : null,
    updates: [{ status: over ? "resolved" : "investigating", body: message, shownAt: at, changes: [] }],
  });
}
