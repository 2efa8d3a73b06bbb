import { and, eq, sql } from "drizzle-orm";
import { removeDependencesStatement } from "~/components/dependences/queries/dependence";
import { readBatch } from "~/db/read";
import { sourceTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Returns an external tool's source; monitors and heartbeats have queries of their own. */
export const sourceByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(sourceTable)
    .where(and(eq(sourceTable.pageId, pageId), eq(sourceTable.id, id), eq(sourceTable.family, "source")));

/** Returns an external tool's source by its id alone; null when it was deleted. */
export async function readSourceOfAnyPage(ctx: Ctx, id: string): Promise<typeof sourceTable.$inferSelect | null> {
  const where = and(eq(sourceTable.id, id), eq(sourceTable.family, "source"));
  const [[found]] = await readBatch(ctx, ctx.db.select().from(sourceTable).where(where));
  return found ?? null;
}

/** SQL for the newest delivery. Our own ids are in order of time; ids given by senders are not, and have an index. */
const newest = `SELECT d.received_at, d.outcome FROM
  (SELECT received_at, outcome FROM (SELECT received_at, outcome FROM delivery
    WHERE source_id = source.id AND id < '8' ORDER BY id DESC LIMIT 1)
  UNION ALL SELECT received_at, outcome FROM (SELECT received_at, outcome FROM delivery INDEXED BY delivery_by_sender
    WHERE source_id = source.id AND id >= '8' ORDER BY received_at DESC LIMIT 1)) d ORDER BY d.received_at DESC LIMIT 1`;

const last = (column: string) => sql.raw(`(SELECT ${column} FROM (${newest}))`);

/** Returns the page's sources by name, each with its last delivery. */
export const externalSourcesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      row: sourceTable,
      lastReceivedAt: sql<number | null>`${last("received_at")}`.as("last_received_at"),
      lastOutcome: sql<string | null>`${last("outcome")}`.as("last_outcome"),
    })
    .from(sourceTable)
    .where(and(eq(sourceTable.pageId, pageId), eq(sourceTable.family, "source")))
    .orderBy(sourceTable.name, sourceTable.id);

const ofSource = "page_id = ?1 AND source_id = ?2";

/** Ends a source's firing alerts, because it is deleted or no longer observed for a while. */
export const endAlertsOfSourceStatements = (pageId: string, sourceId: string, now: number): SqlStatement[] => [
  {
    sql: "UPDATE episode SET ended_at = ?3 WHERE page_id = ?1 AND alert_id >= ?2 || '.' AND alert_id < ?2 || '/' AND ended_at IS NULL",
    params: [pageId, sourceId, now],
  },
  {
    sql: "UPDATE alert SET state = 'resolved', ended_at = ?3, version = version + 1 WHERE page_id = ?1 AND id >= ?2 || '.' AND id < ?2 || '/' AND state = 'firing'",
    params: [pageId, sourceId, now],
  },
];

/** Deletes a source with its rules, groups and deliveries; ends its alerts. */
export const deleteSourceStatements = (pageId: string, sourceId: string, now: number): SqlStatement[] => [
  {
    sql: `DELETE FROM rule_component WHERE page_id = ?1 AND rule_id IN (SELECT id FROM rule WHERE ${ofSource})`,
    params: [pageId, sourceId],
  },
  { sql: `DELETE FROM rule WHERE ${ofSource}`, params: [pageId, sourceId] },
  { sql: `DELETE FROM alert_group WHERE ${ofSource}`, params: [pageId, sourceId] },
  ...endAlertsOfSourceStatements(pageId, sourceId, now),
  { sql: `DELETE FROM delivery WHERE ${ofSource}`, params: [pageId, sourceId] },
  removeDependencesStatement(sourceTable, pageId, [sourceId]),
];
