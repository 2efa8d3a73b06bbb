import type { ComponentChange } from "~/db/schema";
import { pageIdOfRowSql, rowsStatement, rowsWithPageId, type SqlStatement } from "~/db/write";

interface IncidentChanges {
  incidentId: string;
  changes: ComponentChange[];
}

/** Adds the changes that alerts made to components without a text to the newest update, like changes made by people. */
export const addComponentChangesStatements = (pageId: string, rows: readonly IncidentChanges[]): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        rowsStatement(
          `UPDATE incident_update SET changes = (SELECT json_group_array(json(e.value)) FROM
            (SELECT value FROM json_each(incident_update.changes) UNION ALL SELECT value FROM json_each(j.value->>'$.changes')) e)
          FROM json_each(?1) j WHERE incident_update.page_id = ${pageIdOfRowSql} AND incident_update.id = (SELECT u.id
            FROM incident_update u WHERE u.incident_id = j.value->>'$.incidentId'
            ORDER BY u.shown_at DESC, u.created_at DESC, u.id DESC LIMIT 1)`,
          rowsWithPageId(
            pageId,
            rows.map((row) => ({ ...row })),
          ),
        ),
      ];
