import { type Status, statusRank, worstStatus } from "~/status/status";
import {
  componentStatusReader,
  impactOfStatus,
  incidentStatusByForeignWord,
  statusByStatuspageWord,
  updateStatusReader,
} from "../foreign-statuses";
import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../foreign-values";
import type { MovedIncident, MovedIncidentUpdate } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";

export type IncidentIoRow = Record<string, unknown>;

export const readIncidentIoStatus = componentStatusReader({
  ...statusByStatuspageWord,
  full_outage: "major_outage",
  major_outage: "major_outage",
});
const readUpdateStatus = updateStatusReader(incidentStatusByForeignWord);

export const incidentIoInstant = (value: unknown): number | null => foreignInstant(value, "UTC");

/** A time for which a component had a status; `to` is null while it goes on. */
interface ImpactSpan {
  componentId: string;
  from: number;
  to: number | null;
  status: Status;
}

function spansOf(row: IncidentIoRow, notes: MoveNotes, subject: NoteSubject): ImpactSpan[] {
  const spans = foreignList(row.component_impacts).flatMap((each): ImpactSpan[] => {
    const { component_id, component_status, start_at, end_at } = foreignRecord(each);
    const [componentId, from] = [parseForeignId(component_id), incidentIoInstant(start_at)];
    if (componentId === null || from === null) {
      notes.leftOut(subject, "component_impacts", "A span has no component or no start that can be read.");
      return [];
    }
    const to = incidentIoInstant(end_at);
    const status = readIncidentIoStatus(component_status, notes, subject, "component_impacts.component_status");
    return [{ componentId, from, to: to === null ? null : Math.max(from, to), status }];
  });
  return spans.sort((one, other) => one.from - other.from);
}

/** Returns the status of a component at a time, by the worst of its spans; null when none covers it. */
const statusAt = (spans: readonly ImpactSpan[], componentId: string, at: number): Status | null =>
  worstStatus(
    spans
      .filter((each) => each.componentId === componentId && each.from <= at && (each.to === null || at < each.to))
      .map(({ status }) => status),
  );

interface TimedRow {
  row: IncidentIoRow;
  at: number;
}

function timedUpdates(row: IncidentIoRow, notes: MoveNotes, subject: NoteSubject): TimedRow[] {
  const timed = foreignList(row.updates)
    .map(foreignRecord)
    .flatMap((each) => {
      const at = incidentIoInstant(each.published_at);
      if (at === null) notes.leftOut(subject, "updates.published_at", "An update has no time that can be read.");
      return at === null ? [] : [{ row: each, at }];
    });
  return timed.sort((one, other) => one.at - other.at);
}

/** Returns the changes that an update says itself. */
function saidChanges(row: IncidentIoRow, notes: MoveNotes, subject: NoteSubject): Map<string, Status> {
  const changes = new Map<string, Status>();
  for (const each of foreignList(row.component_statuses).map(foreignRecord)) {
    const id = parseForeignId(each.component_id);
    if (id !== null)
      changes.set(id, readIncidentIoStatus(each.component_status, notes, subject, "updates.component_statuses"));
  }
  return changes;
}

/** Returns each update with the statuses that it says, and those that the spans say where it says none. */
function updatesOf(
  rows: readonly TimedRow[],
  spans: readonly ImpactSpan[],
  notes: MoveNotes,
  subject: NoteSubject,
): MovedIncidentUpdate[] {
  const now = new Map<string, Status | null>();
  const spanned = [...new Set(spans.map(({ componentId }) => componentId))];
  return rows.map(({ row, at }) => {
    const status = readUpdateStatus(row.incident_status, notes, subject, "updates.incident_status");
    const said = saidChanges(row, notes, subject);
    const ids = [...new Set([...said.keys(), ...spanned, ...now.keys()])];
    const changes = ids.flatMap((componentId): MovedIncidentUpdate["changes"] => {
      const before = now.get(componentId) ?? null;
      const next = status === "resolved" ? null : (said.get(componentId) ?? statusAt(spans, componentId, at));
      const isNew = next !== before || (said.has(componentId) && !now.has(componentId));
      now.set(componentId, next);
      return isNew ? [{ componentId, status: next }] : [];
    });
    return { status, body: foreignText(row.message), shownAt: at, changes };
  });
}

/** Returns the components that no update changes, with their worst status. */
function quietComponents(
  spans: readonly ImpactSpan[],
  updates: readonly MovedIncidentUpdate[],
): MovedIncident["components"] {
  const changed = new Set(updates.flatMap(({ changes }) => changes.map(({ componentId }) => componentId)));
  const worst = new Map<string, Status>();
  for (const { componentId, status } of spans) {
    const known = worst.get(componentId);
    if (!changed.has(componentId) && (known === undefined || statusRank(status) > statusRank(known)))
      worst.set(componentId, status);
  }
  return [...worst].map(([componentId, status]) => ({ componentId, status }));
}

/** Returns its end: that of the resolving update, else of the last span. */
function resolvedAtOf(
  row: IncidentIoRow,
  updates: readonly MovedIncidentUpdate[],
  spans: readonly ImpactSpan[],
  startedAt: number,
  isOver: boolean,
): number | null {
  if (!isOver) return null;
  const said = updates.findLast(({ status }) => status === "resolved")?.shownAt ?? incidentIoInstant(row.resolved_at);
  const spanEnds = spans.flatMap(({ to }) => to ?? []);
  return Math.max(startedAt, said ?? Math.max(startedAt, ...spanEnds, updates.at(-1)?.shownAt ?? startedAt));
}

const everyIncident: NoteSubject = { noun: "incident", id: null, name: "" };

function withFirstUpdate(
  updates: MovedIncidentUpdate[],
  row: IncidentIoRow,
  at: number,
  isOver: boolean,
  notes: MoveNotes,
  subject: NoteSubject,
): MovedIncidentUpdate[] {
  if (updates.length > 0) return updates;
  notes.approximated(subject, "updates", "It has no updates: one says its state.");
  return [
    {
      status: isOver ? "resolved" : "investigating",
      body: foreignText(row.last_update_message),
      shownAt: at,
      changes: [],
    },
  ];
}

/** Translates an incident of a status page; null when it has no id or time. */
export function convertIncidentIoIncident(row: IncidentIoRow, notes: MoveNotes): MovedIncident | null {
  const id = parseForeignId(row.id);
  const title = foreignName(row.name, "Incident");
  const subject: NoteSubject = { noun: "incident", id, name: title };
  const spans = spansOf(row, notes, subject);
  const rows = timedUpdates(row, notes, subject);
  const stamps = [
    rows[0]?.at,
    spans[0]?.from,
    incidentIoInstant(row.published_at) ?? incidentIoInstant(row.last_update_at),
  ];
  const known = stamps.filter((at): at is number => typeof at === "number");
  if (id === null || known.length === 0) {
    notes.leftOut(subject, id === null ? "id" : "published_at", unmovedReasons.noTime);
    return null;
  }
  const startedAt = Math.min(...known);
  const isOver = readUpdateStatus(row.incident_status ?? row.status, notes, subject, "incident_status") === "resolved";
  const updates = withFirstUpdate(updatesOf(rows, spans, notes, subject), row, startedAt, isOver, notes, subject);
  if (spans.length > 0)
    notes.approximated(everyIncident, "component_impacts", "Spans between two updates begin and end with an update.");
  const statuses = [
    ...spans.map(({ status }) => status),
    ...updates.flatMap(({ changes }) => changes.map(({ status }) => status)),
  ];
  return toMovedIncident({
    id,
    title,
    impact: impactOfStatus(worstStatus(statuses)),
    startedAt,
    resolvedAt: resolvedAtOf(row, updates, spans, startedAt, isOver),
    updates,
    components: quietComponents(spans, updates),
    path: `/incidents/${encodeURIComponent(id)}`,
  });
}
