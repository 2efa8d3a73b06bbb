import { desc, type SQL, sql } from "drizzle-orm";
import { type AlertOrigin, alert, rule } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** So many alerts are looked at; what lies beyond is older. */
const most = 1000;

/** A list with this one page in it. */
export const onlyPage = (pageId: string): SQL => sql`(${pageId})`;

const moves = sql<number>`EXISTS (SELECT 1 FROM rule_component c WHERE c.page_id = rule.page_id AND c.rule_id = rule.id)`;

/** Sources of these pages of which a rule names no component, or that have none. */
const bareSources = (pages: SQL) => sql`(SELECT s.id FROM source s WHERE s.page_id IN ${pages} AND (
  NOT EXISTS (SELECT 1 FROM rule r WHERE r.page_id = s.page_id AND r.source_id = s.id)
  OR EXISTS (SELECT 1 FROM rule r WHERE r.page_id = s.page_id AND r.source_id = s.id
    AND NOT EXISTS (SELECT 1 FROM rule_component c WHERE c.page_id = r.page_id AND c.rule_id = r.id))))`;

const isShown = sql`EXISTS (SELECT 1 FROM incident i JOIN incident_component c ON c.incident_id = i.id
  WHERE i.id = alert.incident_id AND i.closed = 0)`;

/** What fires on these pages and may reach no component, the newest first; none of a source whose rules all name some. */
export const maybeUnassigned = ({ db }: Db, pages: SQL) =>
  db
    .select({
      pageId: alert.pageId,
      id: alert.id,
      sourceId: alert.sourceId,
      sourceName: sql<string | null>`(SELECT s.name FROM source s WHERE s.id = alert.source_id)`.as("source_name"),
      family: sql<AlertOrigin | null>`(SELECT s.family FROM source s WHERE s.id = alert.source_id)`.as("family"),
      key: alert.key,
      title: alert.title,
      severity: alert.severity,
      labels: alert.labels,
      startedAt: alert.startedAt,
    })
    .from(alert)
    .where(
      sql`alert.page_id IN ${pages} AND alert.state = 'firing' AND alert.source_id IN ${bareSources(pages)}
        AND alert.dismissed_at IS NULL AND alert.cause_id IS NULL AND coalesce(alert.severity, '') <> 'info' AND NOT ${isShown}`,
    )
    .orderBy(desc(alert.startedAt))
    .limit(most);

/** The rules of those sources, with whether each names a component. */
export const bareRules = ({ db }: Db, pages: SQL) =>
  db
    .select({
      id: rule.id,
      sourceId: rule.sourceId,
      position: rule.position,
      match: rule.match,
      mode: rule.mode,
      catchAll: rule.catchAll,
      moves: moves.as("moves"),
    })
    .from(rule)
    .where(sql`rule.page_id IN ${pages} AND rule.source_id IN ${bareSources(pages)}`);
