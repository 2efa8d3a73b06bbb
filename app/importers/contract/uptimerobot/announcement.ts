import { hourMs } from "~/time/durations";
import {
  foreignInstant,
  foreignName,
  foreignRecord,
  foreignText,
  knownForeignWord,
  parseForeignId,
} from "../foreign-values";
import { htmlToMarkdown } from "../html-to-markdown";
import type { MoveDocumentPart, MovedMaintenance } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident, toMovedMaintenance } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";

/** An announcement with its times, as one of its kinds is made of it. */
interface RobotAnnouncement {
  id: string;
  title: string;
  body: string;
  /** Pending, published or archived. */
  status: string;
  startsAt: number;
  endsAt: number | null;
  subject: NoteSubject;
}

const states: Readonly<Record<string, MovedMaintenance["state"]>> = { PENDING: "scheduled", ARCHIVED: "completed" };

function maintenanceOf({ id, title, body, status, startsAt, endsAt, subject }: RobotAnnouncement, notes: MoveNotes) {
  const hasEnd = endsAt !== null && endsAt > startsAt;
  if (!hasEnd) notes.approximated(subject, "endDate", unmovedReasons.endsNever);
  return toMovedMaintenance({
    id,
    title,
    startsAt,
    endsAt: hasEnd ? endsAt : startsAt + hourMs,
    state: knownForeignWord(states, status) ?? "in_progress",
    updates: [{ body, shownAt: startsAt }],
    componentIds: [],
  });
}

function incidentOf(
  { id, title, body, status, startsAt, endsAt, subject }: RobotAnnouncement,
  isIssue: boolean,
  notes: MoveNotes,
) {
  const isOver = status === "ARCHIVED";
  if (isIssue) notes.approximated(subject, "type", unmovedReasons.issueImpact);
  if (isOver && endsAt === null) notes.approximated(subject, "endDate", unmovedReasons.endsAtStart);
  return toMovedIncident({
    id,
    title,
    impact: isIssue ? "minor" : "none",
    startedAt: startsAt,
    resolvedAt: isOver ? Math.max(startsAt, endsAt ?? startsAt) : null,
    updates: [{ status: isOver ? "resolved" : "investigating", body, shownAt: startsAt, changes: [] }],
  });
}

/** Translates an announcement of a status page: maintenance, or an incident that names no component. */
export function convertRobotAnnouncement(value: unknown, notes: MoveNotes): MoveDocumentPart {
  const row = foreignRecord(value);
  const own = parseForeignId(row.id);
  const body = htmlToMarkdown(foreignText(row.content));
  const title = foreignName(row.title, foreignName(body.slice(0, 100), "Announcement"));
  const [status, type] = [row.status, row.type].map((each) => foreignText(each).toUpperCase());
  const isMaintenance = type === "MAINTENANCE";
  const subject: NoteSubject = { noun: isMaintenance ? "maintenance" : "incident", id: own, name: title };
  const startsAt = foreignInstant(row.startDate, "UTC") ?? foreignInstant(row.creationDate, "UTC");
  if (own === null || startsAt === null) {
    notes.leftOut(subject, "startDate", unmovedReasons.noStart);
    return {};
  }
  const isShown = status === "PUBLISHED" || status === "ARCHIVED" || (status === "PENDING" && isMaintenance);
  if (!isShown) {
    notes.leftOut(subject, "status", unmovedReasons.unpublished);
    return {};
  }
  if (type !== "ISSUE" && type !== "INFO" && !isMaintenance)
    notes.unknownWord(subject, "type", foreignText(row.type), "it comes without an impact. Check it.");
  const endsAt = foreignInstant(row.endDate, "UTC");
  const given = { id: `announcement-${own}`, title, body, status: status ?? "", startsAt, endsAt, subject };
  return isMaintenance
    ? { maintenances: [maintenanceOf(given, notes)] }
    : { incidents: [incidentOf(given, type === "ISSUE", notes)] };
}
