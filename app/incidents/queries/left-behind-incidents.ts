import { and, eq, type SQL, sql } from "drizzle-orm";
import type { WatcherToDelete } from "~/alert-rules/queries/observed-components";
import { incidentTable } from "~/db/schema";
import { pageIdOfRowSql, rowsStatement, rowsWithPageId, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const groups = sql.raw("alert_group g WHERE g.page_id = incident.page_id AND g.incident_id = incident.id");
const firings = sql.raw("episode e WHERE e.incident_id = incident.id AND e.ended_at IS NULL");

const openedByMachine = sql`incident.closed = 0 AND incident.origin <> 'person' AND incident.visibility IN ('draft', 'published')`;

/**
 * Column of an open incident that is true when no alert is left that would end it. Groups are checked first, because an
 * incident with alerts always has one.
 */
export const incidentLeftBehindColumn = sql<number>`(${openedByMachine} AND NOT EXISTS (SELECT 1 FROM ${groups}) AND NOT EXISTS (SELECT 1 FROM ${firings}))`;

/**
 * Returns the groups and firings that are deleted; the firings of a deleted rule stay, for the next rule that matches
 * them.
 */
function going(what: WatcherToDelete): { groups: SQL; firings: SQL } {
  if ("rule" in what) return { groups: sql`g.rule_id = ${what.rule}`, firings: sql`0` };
  const among = sql`(SELECT value FROM json_each(${JSON.stringify(what.sources)}))`;
  return {
    groups: sql`g.source_id IN ${among}`,
    firings: sql`substr(e.alert_id, 1, instr(e.alert_id, '.') - 1) IN ${among}`,
  };
}

/** Lists open incidents of alerts that have no other alert once these are deleted. */
export const incidentsLeftByDeletionQuery = ({ db }: Db, pageId: string, what: WatcherToDelete) => {
  const gone = going(what);
  return db
    .select({
      id: incidentTable.id,
      title: incidentTable.title,
      visibility: incidentTable.visibility,
      /** False for a draft that no person has edited, which is of no use then. */
      isSpoken: sql<number>`(incident.edited = 1 OR incident.edited_parts <> '[]')`.as("is_spoken"),
    })
    .from(incidentTable)
    .where(
      and(
        eq(incidentTable.pageId, pageId),
        sql`${openedByMachine}
          AND (EXISTS (SELECT 1 FROM ${groups} AND ${gone.groups}) OR EXISTS (SELECT 1 FROM ${firings} AND ${gone.firings}))
          AND NOT EXISTS (SELECT 1 FROM ${groups} AND NOT (${gone.groups}))
          AND NOT EXISTS (SELECT 1 FROM ${firings} AND NOT (${gone.firings}))`,
      ),
    )
    .limit(100);
};

/** Lists all open incidents of a page that have no alert left. */
export const leftBehindIncidentsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: incidentTable.id })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), sql`${incidentLeftBehindColumn}`))
    .limit(100);

/** Dismisses drafts that no person has edited, as a settling does. */
export const dismissDraftsStatements = (pageId: string, ids: readonly string[], now: number): SqlStatement[] =>
  ids.length === 0
    ? []
    : [
        rowsStatement(
          `UPDATE incident SET visibility = 'dismissed', closed = 1, resolved_at = j.value->>'$.now', resolved_by = 'machine',
            updated_at = j.value->>'$.now', version = version + 1
          FROM json_each(?1) j WHERE incident.id = j.value->>'$.id' AND incident.page_id = ${pageIdOfRowSql}
            AND incident.closed = 0 AND incident.visibility = 'draft' AND incident.edited = 0 AND incident.edited_parts = '[]'`,
          rowsWithPageId(
            pageId,
            ids.map((id) => ({ id, now })),
          ),
        ),
      ];
