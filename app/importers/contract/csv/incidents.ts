import {
  impactReader,
  incidentStatusByForeignWord,
  quotedForeignWord,
  statusOfImpact,
  updateStatusReader,
} from "../foreign-statuses";
import { foreignName, parseForeignId } from "../foreign-values";
import type { MovedIncident, MovedIncidentUpdate } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident } from "../moved-things";
import type { CsvColumns } from "./columns";
import { type CsvComponentNames, snakeCaseWord } from "./components";
import { type CsvDateOrder, parseCsvInstant } from "./dates";
import type { CsvLine, CsvTable } from "./table";

export interface CsvReadContext {
  table: CsvTable;
  columns: CsvColumns;
  timeZone: string;
  order: CsvDateOrder;
  names: CsvComponentNames;
  notes: MoveNotes;
  /** Faults by line: nothing is made while there is any. */
  problems: string[];
}

const readImpact = impactReader({ none: "none", minor: "minor", major: "major", critical: "critical" });
const readStatus = updateStatusReader({
  ...incidentStatusByForeignWord,
  closed: "resolved",
  fixed: "resolved",
  open: "investigating",
});

const everyIncident: NoteSubject = { noun: "incident", id: null, name: "" };

/** Returns a time of a cell; null when it is empty or wrong, which is then a problem. */
export function csvCellTime(reading: CsvReadContext, line: CsvLine, field: string): number | null {
  const { table, columns, timeZone, order, notes, problems } = reading;
  const text = columns.cell(line, field);
  if (text === "") return null;
  const read = parseCsvInstant(text, timeZone, order);
  if (read.ok) {
    if (read.isZoneless) notes.approximated(everyIncident, field, `Times without a zone are read in ${timeZone}.`);
    return read.at;
  }
  const why =
    read.reason === "ambiguous" ? "can be two dates: choose the order of day and month" : "is no date that can be read";
  problems.push(`${table.path}, line ${line.line}: ${quotedForeignWord(text)} ${why}.`);
  return null;
}

/** Returns the ids of components that a cell names, separated by `;`. */
export function csvCellComponentIds(
  { columns, names, notes }: CsvReadContext,
  line: CsvLine,
  subject: NoteSubject,
): string[] {
  const named = columns
    .cell(line, "components")
    .split(/[;\n]/)
    .map((each) => each.trim())
    .filter(Boolean);
  const ids = named.flatMap((name) => {
    const id = names.idOf(name);
    if (id === null)
      notes.question(subject, "components", `No component of the files is called ${quotedForeignWord(name)}.`);
    return id ?? [];
  });
  return [...new Set(ids)];
}

function updatesOf(
  status: MovedIncidentUpdate["status"],
  body: string,
  startedAt: number,
  resolvedAt: number | null,
): MovedIncidentUpdate[] {
  const first: MovedIncidentUpdate = {
    status: status === "resolved" ? "investigating" : status,
    body,
    shownAt: startedAt,
    changes: [],
  };
  return resolvedAt === null ? [first] : [first, { status: "resolved", body: "", shownAt: resolvedAt, changes: [] }];
}

function incidentOf(reading: CsvReadContext, line: CsvLine): MovedIncident | null {
  const { table, columns, notes, problems } = reading;
  const cell = (field: string) => columns.cell(line, field);
  const [startedAt, endedAt] = [csvCellTime(reading, line, "started_at"), csvCellTime(reading, line, "resolved_at")];
  const place = `${table.path}, line ${line.line}`;
  if (cell("title") === "") problems.push(`${place}: the title is missing.`);
  if (cell("started_at") === "") problems.push(`${place}: the start is missing.`);
  if (startedAt === null || cell("title") === "") return null;
  if (endedAt !== null && endedAt < startedAt) problems.push(`${place}: it ends before it starts.`);
  const title = foreignName(cell("title"), "Incident");
  const id = parseForeignId(cell("id") || `${new Date(startedAt).toISOString()} ${title.toLowerCase()}`) ?? title;
  const subject: NoteSubject = { noun: "incident", id, name: title };
  const isClosed = endedAt !== null;
  const status =
    cell("status") === ""
      ? isClosed
        ? "resolved"
        : "investigating"
      : readStatus(snakeCaseWord(cell("status")), notes, subject, "status");
  const isEndless = status === "resolved" && !isClosed;
  if (isEndless)
    notes.approximated(subject, "resolved_at", "It is resolved, but its end is missing: it ends with its start.");
  const resolvedAt = isEndless ? startedAt : endedAt;
  if (cell("impact") === "") notes.approximated(subject, "impact", "It is empty: it becomes “minor”.");
  const impact = cell("impact") === "" ? "minor" : readImpact(snakeCaseWord(cell("impact")), notes, subject, "impact");
  const ids = csvCellComponentIds(reading, line, subject);
  if (ids.length > 0)
    notes.approximated(everyIncident, "components", "A file has no status of components: the impact decides.");
  return toMovedIncident({
    id,
    title,
    impact,
    startedAt,
    resolvedAt: resolvedAt === null ? null : Math.max(startedAt, resolvedAt),
    updates: updatesOf(status, cell("message"), startedAt, resolvedAt),
    components: ids.map((componentId) => ({ componentId, status: statusOfImpact(impact) })),
  });
}

/** Translates incidents: one line each, with a start and at most one text. */
export function convertCsvIncidents(reading: CsvReadContext): MovedIncident[] {
  const incidents = new Map<string, MovedIncident>();
  for (const line of reading.table.lines) {
    const incident = incidentOf(reading, line);
    if (!incident) continue;
    const { id, title: name } = incident;
    if (incidents.has(id))
      reading.notes.leftOut(
        { noun: "incident", id, name },
        "title",
        `Line ${line.line} is the same as an earlier line.`,
      );
    else incidents.set(id, incident);
  }
  return [...incidents.values()];
}
