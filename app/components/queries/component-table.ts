import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type AlertOrigin, componentTable, snapshotTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { figureColumns } from "~/status-page/rules/snapshot-packing";
import { componentStateColumns } from "./component";

type Db = Pick<Ctx, "db">;

/** Lists the components of a page in their order, with the columns that a table of them shows. */
export const componentTableOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      ...componentStateColumns,
      manualUntil: componentTable.manualUntil,
      observedSince: componentTable.observedSince,
      coverageSince: componentTable.coverageSince,
    })
    .from(componentTable)
    .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt)))
    .orderBy(componentTable.position, componentTable.id);

/** Sorts monitors before heartbeats and these before rules of sources, each by name. */
const inOrder = sql.raw(
  "CASE s.family WHEN 'monitor' THEN 0 WHEN 'heartbeat' THEN 1 ELSE 2 END || lower(s.name) || s.id || r.catch_all || r.id",
);

const watching = sql.raw("rule_component c JOIN rule r ON r.id = c.rule_id JOIN source s ON s.id = r.source_id");

/**
 * Returns the first observer that affects each component by one of its rules, and the number of observers. The other
 * columns are those of the row with the minimum, as SQLite guarantees for a query with one `min`.
 */
export const firstWatchersOfComponentsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      componentId: sql<string>`c.component_id`.as("component_id"),
      sources: sql<number>`count(DISTINCT s.id)`.as("sources"),
      first: sql<string>`min(${inOrder})`.as("first"),
      sourceId: sql<string>`s.id`.as("source_id"),
      family: sql<AlertOrigin>`s.family`.as("family"),
      name: sql<string>`s.name`.as("name"),
      ruleId: sql<string>`r.id`.as("rule_id"),
      catchAll: sql<number>`r.catch_all`.as("catch_all"),
    })
    .from(watching)
    .where(sql`c.page_id = ${pageId}`)
    .groupBy(sql`c.component_id`);

const columns = sql.raw(figureColumns.map((place) => `body -> '$.columns[${place}]'`).join(", "));

/**
 * Returns the columns of the page's document with the figures of all components, as JSON. The database searches one row
 * for us, because the document of a large page is long. Returns nothing while the page has no document.
 */
export const componentFiguresQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      builtAt: snapshotTable.builtAt,
      days: sql<number | null>`body ->> '$.days.count'`.as("days"),
      figures: sql<string>`json_array(${columns})`.as("figures"),
    })
    .from(snapshotTable)
    .where(sql`page_id = ${pageId} AND audience = 'public' AND part = 'home' AND json_valid(body)`);

const among = (ids: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Lists what moves any of these components, by name. */
export const watchersOfComponentsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({ componentId: sql<string>`c.component_id`.as("component_id"), name: sql<string>`s.name`.as("name") })
    .from(watching)
    .where(sql`c.page_id = ${pageId} AND c.component_id IN ${among(ids)}`)
    .groupBy(sql`c.component_id, s.id`)
    .orderBy(sql`lower(s.name)`, sql`s.id`);

/** Lists open incidents that name any of these components. */
export const openIncidentsOfComponentsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({ title: sql<string>`i.title`.as("title") })
    .from(sql`incident i`)
    .where(
      sql`i.page_id = ${pageId} AND i.closed = 0 AND i.visibility IN ('draft', 'published') AND EXISTS (
        SELECT 1 FROM incident_component c WHERE c.incident_id = i.id AND c.component_id IN ${among(ids)})`,
    )
    .orderBy(sql`i.started_at DESC`, sql`i.id`)
    .limit(100);
