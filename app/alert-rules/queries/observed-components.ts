import { sql } from "drizzle-orm";
import type { IdOnPage } from "~/access/id-on-page";
import { componentTable } from "~/db/schema";
import { guardRowsStatement, pageIdOfRowSql, rowsWithPageId, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { affectsComponentSqlText } from "./rule";

/**
 * SQL condition that is true when a rule's component `c` is observed by its source `s`, as in
 * `alerts/settling/rules/silence`. A source observes if it checks or must deliver regularly, or if it is external and
 * its silence counts as operational.
 */
const observesText = `(s.family <> 'source' OR s.heartbeat_seconds IS NOT NULL OR s.silence_hours IS NOT NULL
  OR s.quiet_means_well = 1) AND ${affectsComponentSqlText("s.id")}`;
const observes = sql.raw(observesText);

const movedText = "rule_component c JOIN rule r ON r.id = c.rule_id JOIN source s ON s.id = r.source_id";
const moved = sql.raw(movedText);

/** Returns a list of the observed components of a page (its id, as SQL). Reads the components of its rules once. */
export const observedComponentsSql = (pageId: unknown) =>
  sql`(SELECT c.component_id FROM ${moved} WHERE c.page_id = ${pageId} AND ${observes})`;

/** Returns one source that observes a component, if there is any. */
export const anyComponentObserverQuery = ({ db }: Pick<Ctx, "db">, pageId: string, id: string) =>
  db
    .select({ name: sql<string>`s.name`.as("name") })
    .from(moved)
    .where(sql`r.page_id = ${pageId} AND c.page_id = ${pageId} AND c.component_id = ${id} AND ${observes}`)
    .limit(1);

/** Returns those of these components that have an observer. */
export const observedComponentsAmongQuery = ({ db }: Pick<Ctx, "db">, pageId: string, ids: readonly string[]) =>
  db
    .select({ id: componentTable.id })
    .from(componentTable)
    .where(
      sql`component.page_id = ${pageId} AND component.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND component.id IN ${observedComponentsSql(pageId)}`,
    );

/**
 * Guards a manual status (docs/protocols.md, "Commit"): fails the batch if one of these components has got an observer
 * since it was read without one. Attaching a source does not write their rows, so no version shows it.
 */
export const guardComponentsUnobservedStatements = (pageId: string, ids: readonly string[]): SqlStatement[] =>
  ids.length === 0
    ? []
    : [
        guardRowsStatement(
          componentTable,
          rowsWithPageId(
            pageId,
            ids.map((id) => ({ id })),
          ),
          {
            lost: `EXISTS (SELECT 1 FROM ${movedText}
              WHERE c.page_id = ${pageIdOfRowSql} AND c.component_id = j.value->>'$.id' AND ${observesText})`,
          },
        ),
      ];

/** Subject of a deletion: monitors, heartbeats, agents or sources with all their rules, or one rule. */
export type WatcherToDelete = { sources: readonly string[] } | { rule: string };

const goes = (going: WatcherToDelete) =>
  "rule" in going
    ? sql`r.id = ${going.rule}`
    : sql`r.source_id IN (SELECT value FROM json_each(${JSON.stringify(going.sources)}))`;

const ofPage = (pageId: string) => sql`component.page_id = ${pageId} AND component.archived_at IS NULL`;

const aloneIn = (pageId: string, going: WatcherToDelete) =>
  sql`component.id IN (
        SELECT c.component_id FROM ${moved} WHERE c.page_id = ${pageId} AND ${observes}
          AND c.component_id IN (SELECT c.component_id FROM ${moved} WHERE r.page_id = ${pageId} AND c.page_id = ${pageId} AND ${goes(going)})
        GROUP BY c.component_id HAVING min(${goes(going)}) = 1)`;

/** Returns the components that nothing else observes. Reads one row for each component of the page's rules. */
export const soleWatchedComponentsQuery = ({ db }: Pick<Ctx, "db">, pageId: string, going: WatcherToDelete) =>
  db
    .select({ id: componentTable.id, name: componentTable.name })
    .from(componentTable)
    .where(sql`${ofPage(pageId)} AND ${aloneIn(pageId, going)}`)
    .orderBy(componentTable.position, componentTable.id);

/**
 * Returns all components that a monitor or heartbeat can affect, in one statement. Each is marked when nothing else
 * observes it; the mark is missing when the components do not change.
 */
export const watcherComponentChoicesQuery = (
  { db }: Pick<Ctx, "db">,
  { pageId, id, components }: { pageId: string; id: string; components?: object | undefined },
) =>
  db
    .select({
      id: componentTable.id,
      isAlone: sql<number>`${components ? aloneIn(pageId, { sources: [id] }) : sql`0`}`.as("is_alone"),
    })
    .from(componentTable)
    .where(ofPage(pageId))
    .orderBy(componentTable.position, componentTable.id);

/** Returns the same query for one monitor, heartbeat, agent or source, to be read with the facts of its change. */
export const soleWatcherQueries = (ctx: Ctx, { pageId, id }: IdOnPage) => ({
  alone: soleWatchedComponentsQuery(ctx, pageId, { sources: [id] }),
});
