import { and, eq } from "drizzle-orm";
import { updateAuthorOf } from "~/db/author";
import { type ComponentChange, incidentUpdateTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

export function incidentUpdateByIdQuery({ db }: Pick<Ctx, "db">, pageId: string, incidentId: string, id: string) {
  const isOfIncident = and(eq(incidentUpdateTable.pageId, pageId), eq(incidentUpdateTable.incidentId, incidentId));
  return db
    .select()
    .from(incidentUpdateTable)
    .where(and(isOfIncident, eq(incidentUpdateTable.id, id)));
}

/**
 * Makes a draft's updates visible when it is published. Its earlier edits are not kept as history, and the person who
 * publishes becomes the author of an automatic draft.
 */
export const publishUpdatesStatement = (ctx: Ctx, pageId: string, incidentId: string): SqlStatement => ({
  sql: `UPDATE incident_update SET shown_at = ?3, updated_at = ?3, changes = '[]',
    author_id = iif(author_kind = 'machine', ?5, author_id), author_kind = iif(author_kind = 'machine', ?4, author_kind)
    WHERE page_id = ?1 AND incident_id = ?2`,
  params: [pageId, incidentId, ctx.now(), updateAuthorOf(ctx).authorKind, updateAuthorOf(ctx).authorId],
});

/** Sets the component changes of the first update. */
export const setFirstUpdateChangesStatement = (
  pageId: string,
  incidentId: string,
  changes: ComponentChange[],
): SqlStatement => ({
  sql: "UPDATE incident_update SET changes = ?3 WHERE page_id = ?1 AND id = (SELECT u.id FROM incident_update u WHERE u.incident_id = ?2 ORDER BY u.created_at, u.id LIMIT 1)",
  params: [pageId, incidentId, JSON.stringify(changes)],
});

/** Adds component changes that a person made without a text to the newest update, with their own time. */
export const addComponentChangesStatement = (
  pageId: string,
  incidentId: string,
  changes: ComponentChange[],
): SqlStatement => ({
  sql: "UPDATE incident_update SET changes = (SELECT json_group_array(json(e.value)) FROM (SELECT value FROM json_each(incident_update.changes) UNION ALL SELECT value FROM json_each(?3)) e) WHERE page_id = ?1 AND id = (SELECT u.id FROM incident_update u WHERE u.incident_id = ?2 ORDER BY u.shown_at DESC, u.created_at DESC, u.id DESC LIMIT 1)",
  params: [pageId, incidentId, JSON.stringify(changes)],
});
