import type { Impact } from "~/status/status";
import { impactReader } from "../foreign-statuses";
import { foreignName, foreignRecord, foreignText, knownForeignWord, parseForeignId } from "../foreign-values";
import type { MovedIncident, MovedIncidentUpdate, MovedMaintenance } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import {
  backupInstant,
  backupRowsOfTable,
  parseBackupJson,
  readBackupStatus,
  readBackupUpdateStatus,
  type UpfrontBackupRow,
  type UpfrontBackupTables,
} from "./backup-rows";
import { isBackupSeriesOpen } from "./backup-series";

const impactOf = impactReader({ none: "none", minor: "minor", major: "major", critical: "critical" } satisfies Record<
  Impact,
  Impact
>);

/** Returns what an update changed; the file keeps it as JSON. */
function changesOf(value: unknown, notes: MoveNotes, subject: NoteSubject): MovedIncidentUpdate["changes"] {
  const given = typeof value === "string" ? parseBackupJson(value) : value;
  const rows = Array.isArray(given)
    ? given.map((each) => [foreignRecord(each).componentId, foreignRecord(each).to] as const)
    : Object.entries(foreignRecord(given)).map(
        ([id, to]) => [id, typeof to === "object" ? foreignRecord(to).to : to] as const,
      );
  return rows.flatMap(([id, to]) => {
    const componentId = parseForeignId(id);
    if (componentId === null) return [];
    const status = to === null || to === "operational" ? null : readBackupStatus(to, notes, subject, "changes");
    return [{ componentId, status }];
  });
}

const byTime = (a: { shownAt: number }, b: { shownAt: number }): number => a.shownAt - b.shownAt;

function postmortemOf(row: UpfrontBackupRow): MovedIncident["postmortem"] {
  const body = foreignText(row.postmortem_body);
  const isPublished = foreignText(row.postmortem) === "published";
  if (body === "") return null;
  const publishedAt = isPublished ? backupInstant(row.postmortem_published_at) : null;
  return { body, publishedAt, ...(row.postmortem_notified === 1 && { isNotified: true }) };
}

export function convertBackupIncident(
  row: UpfrontBackupRow,
  tables: UpfrontBackupTables,
  notes: MoveNotes,
): MovedIncident[] {
  const [id, startedAt] = [parseForeignId(row.id), backupInstant(row.started_at)];
  const title = foreignName(row.title, "Incident");
  const subject: NoteSubject = { noun: "incident", id, name: title };
  if (id === null || startedAt === null) return [];
  if (foreignText(row.visibility) === "draft") {
    notes.leftOut(subject, "visibility", unmovedReasons.draftUnseen);
    return [];
  }
  const own = (name: string) => backupRowsOfTable(tables, name).filter(({ incident_id }) => incident_id === row.id);
  const updates = own("incident_update").map(
    (update): MovedIncidentUpdate => ({
      status: readBackupUpdateStatus(update.status, notes, subject, "status"),
      body: foreignText(update.body),
      shownAt: backupInstant(update.shown_at) ?? startedAt,
      changes: changesOf(update.changes, notes, subject),
    }),
  );
  const none: MovedIncidentUpdate = {
    status: readBackupUpdateStatus(row.status, notes, subject, "status"),
    body: "",
    shownAt: startedAt,
    changes: [],
  };
  const components = own("incident_component").flatMap(({ component_id, status }) => {
    const componentId = parseForeignId(component_id);
    return componentId === null
      ? []
      : [{ componentId, status: readBackupStatus(status, notes, subject, "incident_component") }];
  });
  return [
    {
      id,
      title,
      impact: impactOf(row.impact_override ?? row.impact, notes, subject, "impact"),
      startedAt,
      resolvedAt: backupInstant(row.resolved_at),
      updates: updates.length > 0 ? updates.sort(byTime) : [none],
      components,
      postmortem: postmortemOf(row),
      path: `/incidents/${id}`,
      isBackfilled: row.backfilled === 1,
    },
  ];
}

const maintenanceStates: Readonly<Record<string, MovedMaintenance["state"]>> = {
  scheduled: "scheduled",
  in_progress: "in_progress",
  verifying: "in_progress",
  completed: "completed",
};

const noticesOf = (row: UpfrontBackupRow): NonNullable<MovedMaintenance["notices"]> => ({
  atStart: row.tell_start !== 0,
  atEnd: row.tell_end !== 0,
  dayBefore: row.remind_day === 1,
  hourBefore: row.remind_hour === 1,
});

const isOfOpenSeries = (row: UpfrontBackupRow, tables: UpfrontBackupTables): boolean =>
  backupRowsOfTable(tables, "maintenance_series").some((each) => each.id === row.series_id && isBackupSeriesOpen(each));

export function convertBackupMaintenance(
  row: UpfrontBackupRow,
  tables: UpfrontBackupTables,
  notes: MoveNotes,
): MovedMaintenance[] {
  const [id, startsAt, endsAt] = [parseForeignId(row.id), backupInstant(row.starts_at), backupInstant(row.ends_at)];
  const title = foreignName(row.title, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id, name: title };
  if (id === null || startsAt === null) return [];
  const state = knownForeignWord(maintenanceStates, foreignText(row.status));
  if (state === undefined) notes.question(subject, "status", unmovedReasons.scheduledWord);
  // A series that goes on makes its scheduled occurrences anew.
  if (row.series_id && state === "scheduled" && isOfOpenSeries(row, tables)) return [];
  const own = (name: string) =>
    backupRowsOfTable(tables, name).filter(({ maintenance_id }) => maintenance_id === row.id);
  const updates = own("maintenance_update").map(({ body, shown_at }) => ({
    body: foreignText(body),
    shownAt: backupInstant(shown_at) ?? startsAt,
  }));
  const planned = {
    body: foreignText(row.body),
    shownAt: Math.min(startsAt, backupInstant(row.created_at) ?? startsAt),
  };
  return [
    {
      id,
      title,
      startsAt,
      endsAt: Math.max(startsAt, endsAt ?? startsAt),
      state: state ?? "scheduled",
      updates: [...(planned.body === "" ? [] : [planned]), ...updates].sort(byTime),
      componentIds: own("maintenance_component").flatMap(({ component_id }) => parseForeignId(component_id) ?? []),
      autoStart: row.auto_start !== 0,
      autoEnd: row.auto_end !== 0,
      path: `/maintenances/${id}`,
      notices: noticesOf(row),
    },
  ];
}
