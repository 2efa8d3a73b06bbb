import { type Status, worstStatus } from "~/status/status";
import { hourMs, minuteMs } from "~/time/durations";
import { plainForeignText } from "../chosen-page";
import {
  componentStatusReader,
  impactOfStatus,
  incidentStatusByForeignWord,
  maintenanceStateReader,
  updateStatusReader,
} from "../foreign-statuses";
import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../foreign-values";
import type { MovedIncident, MovedIncidentUpdate, MovedMaintenance } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";

export type InstatusRow = Record<string, unknown>;

export const readInstatusStatus = componentStatusReader({
  operational: "operational",
  undermaintenance: "under_maintenance",
  degradedperformance: "degraded_performance",
  partialoutage: "partial_outage",
  minoroutage: "partial_outage",
  majoroutage: "major_outage",
});
const readUpdateStatus = updateStatusReader(incidentStatusByForeignWord);
const readState = maintenanceStateReader({
  notstartedyet: "scheduled",
  inprogress: "in_progress",
  completed: "completed",
});

export const parseInstatusInstant = (value: unknown): number | null => foreignInstant(value, "UTC");

/** Returns the ids of what it concerns. */
const componentIdsOf = (row: InstatusRow): string[] => {
  const ids = foreignList(row.components).flatMap((each) => parseForeignId(foreignRecord(each).id ?? each) ?? []);
  return [...new Set(ids)];
};

/** An update with its time. */
interface TimedRow {
  row: InstatusRow;
  at: number;
}

function timedUpdates(row: InstatusRow, notes: MoveNotes, subject: NoteSubject): TimedRow[] {
  const all = foreignList(row.updates).map(foreignRecord);
  const timed = all.flatMap((each) => {
    const at = parseInstatusInstant(each.started) ?? parseInstatusInstant(each.createdAt);
    if (at === null) notes.leftOut(subject, "updates.started", "An update has no time that can be read.");
    return at === null ? [] : [{ row: each, at }];
  });
  return timed.sort((one, other) => one.at - other.at);
}

/** Returns the status of each component, where the answer has one for it. */
function statusesOf(row: InstatusRow, notes: MoveNotes, subject: NoteSubject): Map<string, Status> {
  const statuses = new Map<string, Status>();
  for (const each of [...foreignList(row.components), ...foreignList(row.statuses)].map(foreignRecord)) {
    const id = parseForeignId(foreignRecord(each.component).id ?? each.componentId ?? each.id);
    if (id !== null && foreignText(each.status) !== "")
      statuses.set(id, readInstatusStatus(each.status, notes, subject, "components.status"));
  }
  return statuses;
}

/** Returns the id that it had at Statuspage, where Instatus itself had imported it from there. */
export function formerStatuspageId(row: InstatusRow): { statuspageId?: string } {
  const statuspageId = parseForeignId(row.oldStatuspageId);
  return statuspageId === null ? {} : { statuspageId };
}

const olderFields = {
  translations: "Texts come in the page’s first language.",
};

/** Returns the affected components; where no status is said the incident counts as degraded. */
function componentsOf(row: InstatusRow, notes: MoveNotes, subject: NoteSubject) {
  const statuses = statusesOf(row, notes, subject);
  const said = foreignText(row.impact) === "" ? null : readInstatusStatus(row.impact, notes, subject, "impact");
  const ids = componentIdsOf(row);
  if (ids.some((id) => !statuses.has(id)) || (ids.length === 0 && said === null))
    notes.approximated(
      subject,
      "components",
      "No status of its components is said: it counts as degraded, and its impact as minor.",
    );
  const components = ids.map(
    (componentId) => ({ componentId, status: statuses.get(componentId) ?? said ?? "degraded_performance" }) as const,
  );
  const worst = worstStatus([...components.map(({ status }) => status), said]) ?? "degraded_performance";
  return { components, impact: impactOfStatus(worst) };
}

function updatesOf(
  rows: readonly TimedRow[],
  row: InstatusRow,
  at: number,
  notes: MoveNotes,
  subject: NoteSubject,
): MovedIncidentUpdate[] {
  const updates = rows.map(
    (each): MovedIncidentUpdate => ({
      status: readUpdateStatus(each.row.status, notes, subject, "updates.status"),
      body: plainForeignText(each.row.message),
      shownAt: each.at,
      changes: [],
    }),
  );
  if (updates.length > 0) return updates;
  notes.approximated(subject, "updates", unmovedReasons.stateOnly);
  return [{ status: readUpdateStatus(row.status, notes, subject, "status"), body: "", shownAt: at, changes: [] }];
}

export function convertInstatusIncident(row: InstatusRow, notes: MoveNotes): MovedIncident | null {
  const id = parseForeignId(row.id);
  const title = foreignName(plainForeignText(row.name), "Incident");
  const subject: NoteSubject = { noun: "incident", id, name: title };
  const rows = timedUpdates(row, notes, subject);
  const startedAt = parseInstatusInstant(row.started) ?? rows[0]?.at ?? null;
  if (id === null || startedAt === null) {
    notes.leftOut(subject, id === null ? "id" : "started", unmovedReasons.noTime);
    return null;
  }
  notes.leftOutFields(subject, row, olderFields);
  const updates = updatesOf(rows, row, startedAt, notes, subject);
  const isOver = readUpdateStatus(row.status, notes, subject, "status") === "resolved";
  const last = updates.findLast(({ status }) => status === "resolved")?.shownAt ?? updates.at(-1)?.shownAt ?? startedAt;
  return toMovedIncident({
    id,
    title,
    ...componentsOf(row, notes, subject),
    startedAt,
    resolvedAt: isOver ? Math.max(startedAt, parseInstatusInstant(row.resolved) ?? last) : null,
    updates,
    path: `/incident/${encodeURIComponent(id)}`,
    ...formerStatuspageId(row),
  });
}

const dayMinutes = 24 * 60;

/** Returns when subscribers are notified; a reminder comes an hour or a day before the start here. */
function noticesOf(row: InstatusRow, notes: MoveNotes, subject: NoteSubject): Pick<MovedMaintenance, "notices"> {
  const minutes = row.notifyEarly === false ? 0 : (foreignNumber(row.notifyMinutes) ?? 0);
  if (typeof row.notifyStart !== "boolean" && typeof row.notifyEnd !== "boolean" && minutes <= 0) return {};
  const dayBefore = minutes >= dayMinutes / 2;
  const hourBefore = minutes > 0 && !dayBefore;
  if (minutes > 0 && minutes !== 60 && minutes !== dayMinutes)
    notes.approximated(
      subject,
      "notifyMinutes",
      `Subscribers are reminded ${minutes} minutes before it there, and ${dayBefore ? "a day" : "an hour"} here.`,
    );
  return { notices: { atStart: row.notifyStart !== false, atEnd: row.notifyEnd !== false, dayBefore, hourBefore } };
}

export function convertInstatusMaintenance(row: InstatusRow, notes: MoveNotes): MovedMaintenance | null {
  const id = parseForeignId(row.id);
  const title = foreignName(plainForeignText(row.name), "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id, name: title };
  const startsAt = parseInstatusInstant(row.start);
  if (id === null || startsAt === null) {
    notes.leftOut(subject, id === null ? "id" : "start", unmovedReasons.noStart);
    return null;
  }
  const minutes = foreignNumber(row.duration);
  const hasEnd = minutes !== null && minutes > 0 && minutes < 1_000_000;
  if (!hasEnd) notes.approximated(subject, "duration", "It has no end: it lasts one hour here.");
  notes.leftOutFields(subject, row, olderFields);
  return {
    id,
    title,
    startsAt,
    endsAt: startsAt + (hasEnd ? Math.max(1, Math.round(minutes)) * minuteMs : hourMs),
    state: readState(row.status, notes, subject, "status"),
    updates: timedUpdates(row, notes, subject).map((each) => ({
      body: plainForeignText(each.row.message),
      shownAt: each.at,
    })),
    componentIds: componentIdsOf(row),
    autoStart: row.autoStart !== false,
    autoEnd: hasEnd && row.autoEnd !== false,
    path: `/maintenance/${encodeURIComponent(id)}`,
    ...noticesOf(row, notes, subject),
    ...formerStatuspageId(row),
  };
}
