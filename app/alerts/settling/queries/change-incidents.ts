import type { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { incidentTable } from "~/db/schema";
import { pageIdOfRowSql, rowsStatement, rowsWithPageId, type SqlStatement } from "~/db/write";
import type { IncidentSettlingState } from "../rules/incident-follow-state";
import type { SettledIncidentChange } from "../rules/settle-facts";

type Columns = Omit<SettledIncidentChange, "id" | "change" | "recoveredAt">;

/** The change that settling makes to an existing incident. */
interface IncidentChangeRow {
  id: string;
  /** UTC ms; null while one of its alerts fires. */
  recoveredAt: number | null;
  following: IncidentSettlingState | null;
  /** The columns that people see; null when they and the version stay, because nothing changed that people write. */
  columns: (Columns & { updatedAt: number }) | null;
}

const seen = [
  "visibility",
  "status",
  "closed",
  "resolvedAt",
  "resolvedBy",
  "startedAt",
  "groupKey",
  "title",
  "titleSaid",
  "alertTitle",
  "impact",
  "impactOverride",
  "staleBefore",
  "updatedAt",
] as const satisfies (keyof ReturnType<typeof getTableColumns<typeof incidentTable>>)[];

const setSeen = seen
  .map((name) => [toSnakeCase(name), `j.value->>'$.columns.${name}'`])
  .map(([column, value]) => `${column} = iif(j.value->'$.columns' IS NULL, incident.${column}, ${value})`)
  .join(", ");

const setMarks = "recovered_at = j.value->>'$.recoveredAt', following = j.value->>'$.following'";
const setAll = `${setMarks}, ${setSeen}, version = version + iif(j.value->'$.columns' IS NULL, 0, 1)`;

/**
 * Writes when all alerts of these incidents recovered, what was reported of them, and what people see of them. When the
 * last stays the same for all, no index is written.
 */
export const changeIncidentsStatements = (pageId: string, marks: readonly IncidentChangeRow[]): SqlStatement[] =>
  marks.length === 0
    ? []
    : [
        rowsStatement(
          `UPDATE incident SET ${marks.some(({ columns }) => columns !== null) ? setAll : setMarks}
          FROM json_each(?1) j WHERE incident.id = j.value->>'$.id' AND incident.page_id = ${pageIdOfRowSql}`,
          rowsWithPageId(
            pageId,
            marks.map(({ columns, ...mark }) => (columns ? { ...mark, columns } : mark)),
          ),
        ),
      ];
