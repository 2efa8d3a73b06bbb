import { componentStatusReader } from "../foreign-statuses";
import { foreignInstant, foreignList, foreignRecord, foreignText, parseForeignId } from "../foreign-values";
import type { MovedIncidentUpdate } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";

/** A row of version 2, or the attributes of a resource of version 3 with its id and the ids of what it belongs to. */
export type CachetRow = Record<string, unknown>;

/** A resource of JSON:API. */
interface JsonApiAnswer {
  rows: CachetRow[];
  /** Resources that came along, by type and id. */
  included: ReadonlyMap<string, CachetRow>;
}

const rowOfResource = (resource: CachetRow): CachetRow => ({
  ...foreignRecord(resource.attributes),
  id: foreignRecord(resource.attributes).id ?? resource.id,
  relationships: resource.relationships,
});

const resourceKey = (type: unknown, id: unknown): string => `${foreignText(type)} ${foreignText(id)}`;

/** Reads an answer of either version: rows as they are, or resources as rows. */
export function readCachetAnswer(body: unknown): JsonApiAnswer | null {
  const { data, included } = foreignRecord(body);
  if (!Array.isArray(data)) return null;
  const rows = data.map(foreignRecord).map((row) => ("attributes" in row ? rowOfResource(row) : row));
  const resources = foreignList(included).map(foreignRecord);
  return { rows, included: new Map(resources.map((each) => [resourceKey(each.type, each.id), rowOfResource(each)])) };
}

/** Returns the ids of what a resource is related to. */
export const cachetRelatedIds = (row: CachetRow, name: string): string[] => {
  const { data } = foreignRecord(foreignRecord(row.relationships)[name]);
  return foreignList(Array.isArray(data) ? data : [data]).flatMap(
    (each) => parseForeignId(foreignRecord(each).id) ?? [],
  );
};

/** Returns related resources that came along. */
export function cachetRelatedRows(row: CachetRow, name: string, included: ReadonlyMap<string, CachetRow>): CachetRow[] {
  const { data } = foreignRecord(foreignRecord(row.relationships)[name]);
  return foreignList(Array.isArray(data) ? data : [data]).flatMap((each): CachetRow[] => {
    const { type, id } = foreignRecord(each);
    const found = included.get(resourceKey(type, id));
    return found ? [found] : [];
  });
}

/** Returns the number of a status, which version 3 wraps. */
export const cachetStatusNumber = (value: unknown): string => foreignText(foreignRecord(value).value ?? value);

/** Returns a time, which version 3 wraps: its `human` form says only about when. No time has a zone. */
export function cachetInstant(row: CachetRow, names: readonly string[], timeZone: string): number | null {
  for (const name of names) {
    const value = row[name];
    const at = foreignInstant(foreignRecord(value).string ?? value, timeZone);
    if (at !== null) return at;
  }
  return null;
}

/** Statuses of components: 0 and 5 say that nobody knows. */
export const readCachetStatus = componentStatusReader({
  "0": "no_data",
  "1": "operational",
  "2": "degraded_performance",
  "3": "partial_outage",
  "4": "major_outage",
  "5": "no_data",
  "6": "under_maintenance",
});

const updateStatuses: Readonly<Record<string, MovedIncidentUpdate["status"]>> = {
  "1": "investigating",
  "2": "identified",
  "3": "monitoring",
  "4": "resolved",
};

/** Returns the status of an incident or update; an unknown number is asked about and counts as open. */
export function readCachetUpdateStatus(
  value: unknown,
  notes: MoveNotes,
  subject: NoteSubject,
  field: string,
): MovedIncidentUpdate["status"] {
  const word = cachetStatusNumber(value);
  const status = Object.hasOwn(updateStatuses, word) ? updateStatuses[word] : undefined;
  if (status === undefined)
    notes.question(
      subject,
      field,
      `The status ${word.slice(0, 20) || "that is missing"} is not known here: it becomes “investigating”.`,
    );
  return status ?? "investigating";
}

/** Returns false for a row that its page does not show to everybody. */
export const isPublicCachetRow = (row: CachetRow): boolean => {
  const visible = cachetStatusNumber(row.visible);
  return visible === "" || visible === "1" || visible === "true";
};

export const isDeletedCachetRow = (row: CachetRow): boolean => foreignText(row.deleted_at) !== "";
