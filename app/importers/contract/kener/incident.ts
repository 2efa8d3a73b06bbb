import { type Status, worstStatus } from "~/status/status";
import { hourMs } from "~/time/durations";
import { incidentStatusByForeignWord, updateStatusReader } from "../foreign-statuses";
import {
  foreignList,
  foreignName,
  foreignRecord,
  foreignSeconds,
  foreignText,
  knownForeignWord,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart, MovedIncident, MovedIncidentUpdate, MovedMaintenance } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident, toMovedMaintenance } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";

const updateStatusOf = updateStatusReader(incidentStatusByForeignWord);

const impacts: Readonly<Record<string, Status>> = {
  DOWN: "major_outage",
  DEGRADED: "degraded_performance",
  MAINTENANCE: "under_maintenance",
};

interface AffectedMonitor {
  componentId: string;
  status: Status;
}

function affectedOf(row: Record<string, unknown>, subject: NoteSubject, notes: MoveNotes): AffectedMonitor[] {
  return foreignList(row.monitors).flatMap((value) => {
    const { monitor_tag, impact, monitor_impact } = foreignRecord(value);
    const componentId = parseForeignId(monitor_tag);
    const word = (foreignText(impact) || foreignText(monitor_impact)).toUpperCase();
    const status = knownForeignWord(impacts, word);
    if (status === undefined) notes.unknownWord(subject, "monitors.impact", word, "it is no data.");
    return componentId === null ? [] : [{ componentId, status: status ?? ("no_data" as const) }];
  });
}

/** Returns the comments as updates, oldest first. */
function updatesOf(
  comments: readonly unknown[],
  startedAt: number,
  subject: NoteSubject,
  notes: MoveNotes,
): MovedIncidentUpdate[] {
  const told = comments.map(foreignRecord).filter(({ status }) => foreignText(status).toUpperCase() !== "INACTIVE");
  return told
    .map(
      (row): MovedIncidentUpdate => ({
        status: updateStatusOf(row.state, notes, subject, "state"),
        body: foreignText(row.comment),
        shownAt: foreignSeconds(row.timestamp ?? row.commented_at) ?? startedAt,
        changes: [],
      }),
    )
    .sort((a, b) => a.shownAt - b.shownAt);
}

/** Facts that both an incident and a maintenance have. */
interface KenerEvent {
  id: string;
  title: string;
  startedAt: number;
  endsAt: number | null;
  state: MovedIncidentUpdate["status"];
  affected: AffectedMonitor[];
  told: MovedIncidentUpdate[];
}

function incidentOf({ id, title, startedAt, endsAt, state, affected, told }: KenerEvent): MovedIncident {
  const isOver = state === "resolved" || endsAt !== null;
  const worst = worstStatus(affected.map(({ status }) => status));
  const first: MovedIncidentUpdate = { status: state, body: "", shownAt: startedAt, changes: [] };
  return toMovedIncident({
    id,
    title,
    impact: worst === "major_outage" ? "major" : worst === null ? "none" : "minor",
    startedAt,
    resolvedAt: isOver ? Math.max(startedAt, endsAt ?? told.at(-1)?.shownAt ?? startedAt) : null,
    updates: told.length > 0 ? told : [first],
    components: affected,
    path: `/incidents/${id}`,
  });
}

const maintenanceOf = ({ id, title, startedAt, endsAt, state, affected, told }: KenerEvent): MovedMaintenance =>
  toMovedMaintenance({
    id,
    title,
    startsAt: startedAt,
    endsAt: Math.max(startedAt, endsAt ?? startedAt + hourMs),
    state: state === "resolved" ? "completed" : "scheduled",
    updates: told.map(({ body, shownAt }) => ({ body, shownAt })),
    componentIds: affected.map(({ componentId }) => componentId),
    path: `/incidents/${id}`,
  });

/** Returns an incident with its comments; one of the type MAINTENANCE is a maintenance. */
export function convertKenerIncident(value: unknown, comments: readonly unknown[], notes: MoveNotes): MoveDocumentPart {
  const row = foreignRecord(value);
  const [id, startedAt] = [parseForeignId(row.id), foreignSeconds(row.start_date_time)];
  const isMaintenance = foreignText(row.incident_type).toUpperCase() === "MAINTENANCE";
  const title = foreignName(row.title, isMaintenance ? "Maintenance" : "Incident");
  const subject: NoteSubject = { noun: isMaintenance ? "maintenance" : "incident", id, name: title };
  if (id === null || startedAt === null) {
    notes.question(subject, "start_date_time", "It has no id or no time that can be read, so it does not come.");
    return {};
  }
  const affected = affectedOf(row, subject, notes);
  const told = updatesOf(comments, startedAt, subject, notes);
  const state = updateStatusOf(row.state, notes, subject, "state");
  const endsAt = foreignSeconds(row.end_date_time);
  const event: KenerEvent = { id, title, startedAt, endsAt, state, affected, told };
  if (!isMaintenance) return { incidents: [incidentOf(event)] };
  if (endsAt === null) notes.question(subject, "end_date_time", unmovedReasons.endless);
  return { maintenances: [maintenanceOf(event)] };
}
