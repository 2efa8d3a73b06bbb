import { incidentStatusByForeignWord, updateStatusReader } from "../foreign-statuses";
import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../foreign-values";
import type { MovedIncident, MovedIncidentUpdate, MovedMaintenance, MovedPage } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident, toMovedMaintenance, toMovedPage } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";

type ForeignRow = Record<string, unknown>;

const updateStatusOf = updateStatusReader(incidentStatusByForeignWord);

const idsOf = (value: unknown): string[] => foreignList(value).flatMap((each) => parseForeignId(each) ?? []);

/** Returns a report with its updates as an incident; null when no update has a time. */
export function convertOpenstatusReport(
  report: ForeignRow,
  rows: readonly unknown[],
  notes: MoveNotes,
): MovedIncident | null {
  const id = parseForeignId(report.id);
  const title = foreignName(report.title, "Incident");
  const subject: NoteSubject = { noun: "incident", id, name: title };
  const updates = rows.map(foreignRecord).flatMap((row): MovedIncidentUpdate[] => {
    const shownAt = foreignInstant(row.date, "UTC");
    if (shownAt === null) return [];
    return [
      {
        status: updateStatusOf(row.status, notes, subject, "status"),
        body: foreignText(row.message),
        shownAt,
        changes: [],
      },
    ];
  });
  updates.sort((a, b) => a.shownAt - b.shownAt);
  const [first, last] = [updates[0], updates.at(-1)];
  if (id === null || !first || !last) {
    notes.question(subject, "statusReportUpdateIds", "None of its updates has a time, so it does not come.");
    return null;
  }
  notes.approximated(subject, "impact", "It has none there: it counts as minor, and its components as degraded.");
  const state = updateStatusOf(report.status, notes, subject, "status");
  return toMovedIncident({
    id,
    title,
    impact: "minor",
    startedAt: first.shownAt,
    resolvedAt: state === "resolved" ? last.shownAt : null,
    updates,
    components: idsOf(report.monitorIds).map((componentId) => ({ componentId, status: "degraded_performance" })),
    path: `/events/report/${id}`,
  });
}

export function convertOpenstatusMaintenance(value: unknown, notes: MoveNotes): MovedMaintenance[] {
  const row = foreignRecord(value);
  const [id, startsAt, endsAt] = [
    parseForeignId(row.id),
    foreignInstant(row.from, "UTC"),
    foreignInstant(row.to, "UTC"),
  ];
  const title = foreignName(row.title, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id, name: title };
  if (id === null || startsAt === null || endsAt === null) {
    notes.question(subject, "from", unmovedReasons.unplanned);
    return [];
  }
  const message = foreignText(row.message);
  const updates = message === "" ? [] : [{ body: message, shownAt: startsAt }];
  return [
    toMovedMaintenance({
      id,
      title,
      startsAt,
      endsAt: Math.max(startsAt, endsAt),
      state: "scheduled",
      updates,
      componentIds: idsOf(row.monitorIds),
      path: `/events/maintenance/${id}`,
    }),
  ];
}

export function convertOpenstatusPage(row: ForeignRow, notes: MoveNotes): MovedPage | null {
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const name = foreignName(row.title, "Status page");
  const subject: NoteSubject = { noun: "page", id, name };
  const isPrivate = row.passwordProtected === true || !["", "public"].includes(foreignText(row.accessType));
  if (isPrivate) notes.question(subject, "accessType", "The page is private: set a passphrase here.");
  notes.leftOutFields(subject, row, {
    authEmailDomains: unmovedReasons.audience,
    forceTheme: unmovedReasons.theme,
    homepageUrl: unmovedReasons.links,
    contactUrl: unmovedReasons.links,
  });
  return toMovedPage({
    id,
    name,
    about: row.description,
    slug: row.slug,
    host: row.customDomain,
    logoUrl: row.icon,
    isPrivate,
  });
}
