import { foreignList, foreignName, foreignRecord, foreignText, parseForeignId } from "../foreign-values";
import type { MovedIncident, MovedIncidentUpdate } from "../move-document";
import { hasForeignValue, type MoveNotes, type NoteSubject } from "../move-notes";
import { toMovedIncident } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import {
  type CachetRow,
  cachetInstant,
  cachetRelatedIds,
  cachetRelatedRows,
  readCachetUpdateStatus,
} from "./cachet-row";

export interface CachetContext {
  timeZone: string;
  notes: MoveNotes;
  included: ReadonlyMap<string, CachetRow>;
}

const startFields = ["occurred_at", "occurred", "created_at", "created"];
const writtenFields = ["created_at", "created"];

export const cachetStartTime = (row: CachetRow, timeZone: string): number | null =>
  cachetInstant(row, startFields, timeZone);

/** Returns the updates of a row; those of version 3 came along. */
export const cachetUpdateRows = (row: CachetRow, included: ReadonlyMap<string, CachetRow>): CachetRow[] => [
  ...foreignList(row.updates).map(foreignRecord),
  ...cachetRelatedRows(row, "updates", included),
];

/** Returns the ids of the components of a row; 0 stands for none. */
export function cachetComponentIds(row: CachetRow): string[] {
  const named = foreignList(row.components).map((each) => foreignRecord(each).id ?? foreignRecord(each).component_id);
  const ids = [row.component_id, ...named].flatMap((each) => parseForeignId(each) ?? []);
  return [...new Set([...ids, ...cachetRelatedIds(row, "components")])].filter((each) => each !== "0");
}

function updateOf(row: CachetRow, at: number, { notes }: CachetContext, subject: NoteSubject): MovedIncidentUpdate {
  return {
    status: readCachetUpdateStatus(row.status, notes, subject, "status"),
    body: foreignText(row.message),
    shownAt: at,
    changes: [],
  };
}

/** Returns the update that the row itself is, before its own ones. */
function firstUpdate(
  row: CachetRow,
  at: number,
  hasMore: boolean,
  around: CachetContext,
  subject: NoteSubject,
): MovedIncidentUpdate {
  // With updates of its own the row has the status of now, which is that of the last of them.
  const first = updateOf(row, at, around, subject);
  return hasMore ? { ...first, status: "investigating" } : first;
}

function updatesOf(
  row: CachetRow,
  startedAt: number,
  around: CachetContext,
  subject: NoteSubject,
): MovedIncidentUpdate[] {
  const own = cachetUpdateRows(row, around.included);
  const later = own.flatMap((each) => {
    const at = cachetInstant(each, writtenFields, around.timeZone);
    if (at === null) around.notes.leftOut(subject, "updates", "An update has no time that can be read.");
    return at === null ? [] : [updateOf(each, at, around, subject)];
  });
  const all = [firstUpdate(row, startedAt, later.length > 0, around, subject), ...later];
  return all.sort((one, other) => one.shownAt - other.shownAt);
}

/** The address of the page of an incident there: version 3 names it by its GUID. */
const pathOf = (row: CachetRow, id: string): string => {
  const own = URL.parse(foreignText(row.permalink))?.pathname;
  return own && own !== "/" ? own : `/incidents/${encodeURIComponent(foreignText(row.guid) || id)}`;
};

const everyIncident: NoteSubject = { noun: "incident", id: null, name: "" };

/** Rows that tell of one trouble, oldest first; the first gives the incident its id and title. */
export interface CachetTrouble {
  rows: readonly CachetRow[];
  /** True for rows of the time when each update was a row: they are never left open. */
  closes: boolean;
}

function endedUpdates(
  updates: MovedIncidentUpdate[],
  closes: boolean,
  notes: MoveNotes,
  subject: NoteSubject,
): MovedIncidentUpdate[] {
  const last = updates.at(-1);
  if (!closes || !last || last.status === "resolved") return updates;
  notes.approximated(subject, "status", "It was never said to be fixed: it ends with its last update.");
  return [...updates, { status: "resolved", body: "", shownAt: last.shownAt, changes: [] }];
}

/** Translates rows that tell of one trouble; null when none has a time. */
export function convertCachetIncident({ rows, closes }: CachetTrouble, around: CachetContext): MovedIncident | null {
  const { notes, timeZone } = around;
  const row = rows[0] ?? {};
  const id = parseForeignId(row.id);
  const title = foreignName(row.name, "Incident");
  const subject: NoteSubject = { noun: "incident", id, name: title };
  const startedAt = cachetStartTime(row, timeZone);
  if (id === null || startedAt === null) {
    notes.leftOut(subject, id === null ? "id" : "occurred_at", unmovedReasons.noTime);
    return null;
  }
  const all = rows.flatMap((each) => updatesOf(each, cachetStartTime(each, timeZone) ?? startedAt, around, subject));
  if (rows.length > 1) notes.approximated(subject, "name", `${rows.length} rows that tell of the same are joined.`);
  const updates = endedUpdates(all, closes, notes, subject);
  if (rows.some((each) => hasForeignValue(each.stickied)))
    notes.leftOut(subject, "stickied", "What is open stands at the top here.");
  const ids = [...new Set(rows.flatMap(cachetComponentIds))];
  notes.approximated(
    everyIncident,
    "components",
    "Incidents have no impact there: it becomes “minor”, and their components degraded.",
  );
  const last = updates.at(-1);
  return toMovedIncident({
    id,
    title,
    impact: "minor",
    startedAt: Math.min(startedAt, updates[0]?.shownAt ?? startedAt),
    resolvedAt: last?.status === "resolved" ? Math.max(startedAt, last.shownAt) : null,
    updates,
    components: ids.map((componentId) => ({ componentId, status: "degraded_performance" })),
    path: pathOf(row, id),
  });
}
