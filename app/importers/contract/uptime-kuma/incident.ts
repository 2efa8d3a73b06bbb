import type { Impact } from "~/status/status";
import { impactReader } from "../foreign-statuses";
import { foreignInstant, foreignName, foreignText, parseForeignId } from "../foreign-values";
import type { MovedIncident } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident } from "../moved-things";
import { type KumaRow, kumaFlag } from "./monitor-row";

const impactByStyle: Readonly<Record<string, Impact>> = {
  danger: "major",
  warning: "minor",
  info: "none",
  primary: "none",
  light: "none",
  dark: "none",
};

const readImpact = impactReader(impactByStyle);

/** Translates a notice of a page, which has one text, and neither updates nor components nor an end. */
export function convertKumaIncident(row: KumaRow, notes: MoveNotes): MovedIncident | null {
  const id = parseForeignId(row.id);
  const title = foreignName(row.title, "Incident");
  const subject: NoteSubject = { noun: "incident", id, name: title };
  const startedAt = foreignInstant(row.created_date, "UTC");
  if (id === null || startedAt === null) {
    notes.leftOut(subject, "created_date", "It has no time that can be read.");
    return null;
  }
  const changedAt = Math.max(startedAt, foreignInstant(row.last_updated_date, "UTC") ?? startedAt);
  const isOver = !kumaFlag(row, "active") || ("pin" in row && !kumaFlag(row, "pin"));
  const why =
    "It is a notice without updates, components or an end: its colour decides the impact, and its last change the end.";
  notes.approximated(subject, "style", why);
  const body = foreignText(row.content);
  const first = { status: "investigating" as const, body, shownAt: startedAt, changes: [] };
  const last = { status: "resolved" as const, body: "", shownAt: changedAt, changes: [] };
  return toMovedIncident({
    id,
    title,
    impact: readImpact(row.style, notes, subject, "style"),
    startedAt,
    resolvedAt: isOver ? changedAt : null,
    updates: isOver ? [first, last] : [first],
  });
}
