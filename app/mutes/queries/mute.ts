import { and, eq, isNull, sql } from "drizzle-orm";
import { componentTable, pageTable, sourceTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { importedMuteUntilMs } from "../rules/imported-silence";
import type { MuteSubject } from "../rules/mute-input";

type Db = Pick<Ctx, "db">;

/** Returns the subject of a mute; no row when the page has no such subject. */
export function muteSubjectByIdQuery({ db }: Db, pageId: string, { kind, id }: MuteSubject) {
  if (kind === "page") {
    const { name, mutedUntil, version } = pageTable;
    const own = and(eq(pageTable.id, pageId), eq(pageTable.id, id));
    return db.select({ id: pageTable.id, name, mutedUntil, version }).from(pageTable).where(own);
  }
  if (kind === "component") {
    const { name, mutedUntil, version } = componentTable;
    const own = and(eq(componentTable.pageId, pageId), eq(componentTable.id, id), isNull(componentTable.archivedAt));
    return db.select({ id: componentTable.id, name, mutedUntil, version }).from(componentTable).where(own);
  }
  const { name, mutedUntil, version } = sourceTable;
  const own = and(eq(sourceTable.pageId, pageId), eq(sourceTable.id, id), eq(sourceTable.family, kind));
  return db.select({ id: sourceTable.id, name, mutedUntil, version }).from(sourceTable).where(own);
}

/**
 * Mutes sources, monitors and heartbeats together, or ends it with null. Monitors of an import that was not taken over
 * stay silent: the end of a mute would else take them over.
 */
export const muteSourcesStatement = (
  pageId: string,
  ids: readonly string[],
  { mutedUntil, updatedAt }: { mutedUntil: number | null; updatedAt: number },
): SqlStatement => ({
  sql: `UPDATE source SET muted_until = ?3, updated_at = ?4, version = version + 1
    WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND muted_until IS NOT ?5`,
  params: [pageId, JSON.stringify(ids), mutedUntil, updatedAt, importedMuteUntilMs],
});

export const muteSubjectTable = ({ kind }: { kind: string }) => {
  if (kind === "page") return pageTable;
  return kind === "component" ? componentTable : sourceTable;
};

const actorName = `CASE e.actor_kind
  WHEN 'token' THEN coalesce((SELECT t.name FROM api_token t WHERE t.id = e.actor_id), e.actor_id)
  ELSE (SELECT p.name FROM person p WHERE p.id = e.actor_id) END`;

/**
 * Returns columns of a page's row: its mute, and who set it and why, from the audit log of the week that a mute can
 * last.
 */
export const pageMuteColumns = (now: number) => ({
  mutedUntil: sql<number | null>`iif(page.muted_until > ${now}, page.muted_until, NULL)`.as("muted_until_now"),
  muteSetting: sql<string | null>`(SELECT json_object('by', ${sql.raw(actorName)}, 'reason', e.after ->> '$.reason')
    FROM audit_entry e WHERE page.muted_until > ${now} AND e.page_id = page.id AND e.action = 'page.mute'
      AND e.at > ${now - 8 * dayMs} ORDER BY e.at DESC LIMIT 1)`.as("mute_setting"),
});
