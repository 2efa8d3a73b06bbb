import { type SQL, sql } from "drizzle-orm";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import type { ExistingThingReference } from "../rules/import-undo";
import type { MovedNoun } from "../rules/moved-nouns";

interface NamingRow {
  named: string;
  noun: MovedNoun;
  ourId: string;
}

const rowsFrom = ({ db }: Ctx, from: SQL) =>
  db
    .select({
      named: sql<string>`n.named`.as("named"),
      noun: sql<MovedNoun>`n.noun`.as("noun"),
      ourId: sql<string>`n.our_id`.as("our_id"),
    })
    .from(from);

/**
 * Selects what an import may have made too and what names these things: incidents, maintenance, monitors, heartbeats,
 * subscribers, and components in a group. Five parts, as many as D1 takes.
 */
const namingThings = (ctx: Ctx, pageId: string, ids: string) =>
  rowsFrom(
    ctx,
    sql`(SELECT c.component_id AS named, 'incident' AS noun, c.incident_id AS our_id
      FROM json_each(${ids}) j CROSS JOIN incident_component c ON c.component_id = j.value WHERE c.page_id = ${pageId}
      UNION ALL SELECT c.component_id, 'maintenance', c.maintenance_id
      FROM json_each(${ids}) j CROSS JOIN maintenance_component c ON c.component_id = j.value WHERE c.page_id = ${pageId}
      UNION ALL SELECT DISTINCT c.component_id, iif(s.family = 'source', 'page', s.family), iif(s.family = 'source', ${pageId}, s.id)
      FROM rule_component c CROSS JOIN rule r ON r.id = c.rule_id CROSS JOIN source s ON s.id = r.source_id
      WHERE c.page_id = ${pageId} AND c.component_id IN (SELECT value FROM json_each(${ids}))
      UNION ALL SELECT k.value, 'subscriber', s.id FROM subscriber s, json_each(s.component_ids) k
      WHERE s.page_id = ${pageId} AND s.scope = 'components' AND k.value IN (SELECT value FROM json_each(${ids}))
      UNION ALL SELECT c.group_id, 'component', c.id FROM component c
      WHERE c.page_id = ${pageId} AND c.group_id IN (SELECT value FROM json_each(${ids}))) n`,
  );

/**
 * Selects which of these things are named by what no import takes back (templates, series of maintenance, channels,
 * corrections, components that depend on them): the page stands for it, as it always stays.
 */
const namingOfPage = (ctx: Ctx, pageId: string, ids: string) =>
  rowsFrom(
    ctx,
    sql`(SELECT DISTINCT o.named, 'page' AS noun, ${pageId} AS our_id FROM (
      SELECT k.key AS named FROM template t, json_each(t.components) k WHERE t.page_id = ${pageId}
      UNION ALL SELECT k.key FROM maintenance_series s, json_each(s.components) k WHERE s.page_id = ${pageId}
      UNION ALL SELECT k.value FROM channel c, json_each(c.component_ids) k WHERE c.page_id = ${pageId}
      UNION ALL SELECT k.value FROM correction c, json_each(c.component_ids) k WHERE c.page_id = ${pageId}
      UNION ALL SELECT c.depends_on FROM component c WHERE c.page_id = ${pageId} AND c.depends_on IS NOT NULL) o
      WHERE o.named IN (SELECT value FROM json_each(${ids}))) n`,
  );

/** Returns what names these components or groups, by their ids. Two statements in one trip. */
export async function readReferencesByThing(
  ctx: Ctx,
  pageId: string,
  ids: readonly string[],
): Promise<Map<string, ExistingThingReference[]>> {
  const list = JSON.stringify(ids);
  const [things, others] = await readBatch(ctx, namingThings(ctx, pageId, list), namingOfPage(ctx, pageId, list));
  const found = new Map<string, ExistingThingReference[]>();
  for (const { named, noun, ourId } of [...things, ...others] satisfies NamingRow[]) {
    const namers = found.get(named);
    if (namers) namers.push({ noun, ourId });
    else found.set(named, [{ noun, ourId }]);
  }
  return found;
}
