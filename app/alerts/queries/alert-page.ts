import { and, eq, type SQL, sql } from "drizzle-orm";
import { alertTable, componentTable, sourceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { containsWordSql } from "~/search/queries/holds-word";
import {
  type AlertListCursor,
  type AlertOrder,
  isNewestAlertFirst,
  type RecoveredAlertRange,
  rankedSeverities,
  recoveredAlertRanges,
} from "../rules/alert-order";
import type { Severity } from "../rules/signal";
import { acknowledgedByColumn, alertColumns } from "./alert-list";

type Db = Pick<Ctx, "db">;

/** The next alerts of a page in an order, among which a filter searches. */
export interface AlertWindow {
  pageId: string;
  order: AlertOrder;
  after: AlertListCursor | null;
  /** Number of alerts. */
  look: number;
  /** Leaves out the firing alerts of other sources; a search leaves out those that have recovered. */
  sourceId?: string | undefined;
  state?: "firing" | "resolved" | undefined;
  severity?: Severity | undefined;
}

const severityRank = sql.raw(
  `CASE a.severity ${rankedSeverities.flatMap((each, rank) => (each ? [`WHEN '${each}' THEN ${rank}`] : [])).join(" ")} ELSE ${rankedSeverities.length - 1} END`,
);

const ranks: Record<AlertOrder["key"], SQL> = {
  state: sql.raw("iif(a.state = 'firing', 0, 1)"),
  started: sql.raw("0"),
  severity: severityRank,
};

const inOrder = (order: AlertOrder, rank: SQL): SQL => {
  const [rankWay, startWay] = [order.descending, isNewestAlertFirst(order)].map((down) =>
    sql.raw(down ? "DESC" : "ASC"),
  );
  return sql`${rank} ${rankWay}, started_at ${startWay}, id ${startWay}`;
};

function isBehind({ order, after }: AlertWindow, rank: SQL): SQL {
  if (after === null) return sql`1`;
  const [rankWay, startWay] = [order.descending, isNewestAlertFirst(order)].map((down) => sql.raw(down ? "<" : ">"));
  return sql`(${rank} ${rankWay} ${after.rank} OR (${rank} = ${after.rank} AND (a.started_at, a.id) ${startWay} (${after.startedAt}, ${after.id})))`;
}

const hasSeverity = ({ severity }: AlertWindow): SQL => (severity ? sql`a.severity = ${severity}` : sql`1`);

/** Firing alerts are read completely, as on Now, because a page has few of them; an index has those of a source. */
function firingRange(window: AlertWindow): SQL {
  const rank = ranks[window.order.key];
  const ofSource = window.sourceId === undefined ? sql`1` : sql`a.source_id = ${window.sourceId}`;
  return sql`SELECT a.id, a.started_at, ${rank} AS rank FROM alert a INDEXED BY alert_firing
    WHERE a.page_id = ${window.pageId} AND a.state = 'firing' AND ${ofSource} AND ${hasSeverity(window)} AND ${isBehind(window, rank)}`;
}

/** A range of the index, which has all that is selected and its order. */
function rangeRows({ pageId, order }: AlertWindow, range: RecoveredAlertRange): SQL {
  const than = sql.raw(isNewestAlertFirst(order) ? "<" : ">");
  return sql`SELECT a.id, a.started_at, ${range.rank} AS rank FROM alert a INDEXED BY alert_of_page
    WHERE a.page_id = ${pageId} AND a.state = 'resolved' AND a.severity IS ${range.severity}
      AND (a.started_at, a.id) ${than} (${range.startedAt}, ${range.id})`;
}

/**
 * Returns the first rows of at most five ranges, which is as many parts as D1 allows in a compound query. No more is
 * read than is returned: ranges of one rank are merged as they are read, and those of several ranks are read one after
 * another.
 */
function recoveredRows(window: AlertWindow): SQL {
  const { order, after, severity, look } = window;
  const found = recoveredAlertRanges(order, after, severity ? [severity] : undefined);
  if (found.length === 0) return sql`SELECT a.id, a.started_at, 0 AS rank FROM alert a WHERE 0`;
  const way = sql.raw(isNewestAlertFirst(order) ? "DESC" : "ASC");
  const first = sql`ORDER BY started_at ${way}, id ${way} LIMIT ${look}`;
  const all = (order.descending ? found.toReversed() : found).map((range) => rangeRows(window, range));
  if (order.key !== "severity") return sql`SELECT * FROM (${sql.join(all, sql` UNION ALL `)} ${first})`;
  const parts = all.map((rows) => sql`SELECT * FROM (${rows} ${first})`);
  return sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)} LIMIT ${look})`;
}

function rangesOf(window: AlertWindow): SQL {
  const { state } = window;
  if (state === "firing") return firingRange(window);
  if (state === "resolved") return recoveredRows(window);
  return sql`${firingRange(window)} UNION ALL ${recoveredRows(window)}`;
}

/** SQL for ids, starts and ranks of a window's alerts. */
export const alertWindowSql = (window: AlertWindow): SQL =>
  sql`(SELECT id, started_at, rank FROM (${rangesOf(window)}) ORDER BY ${inOrder(window.order, sql.raw("rank"))} LIMIT ${window.look})`;

/** SQL for the sources of a window's alerts. */
export const sourcesInWindowSql = (window: AlertWindow): SQL =>
  window.sourceId !== undefined
    ? sql`(SELECT ${window.sourceId})`
    : sql`(SELECT x.source_id FROM alert x WHERE x.id IN (SELECT w.id FROM ${alertWindowSql(window)} w))`;

export interface AlertSearch {
  /** Text in its title, its labels or its source's name, in lower case. */
  text?: string | undefined;
  /** A component that its rules may change; the caller checks which rule takes the alert. */
  componentId?: string | undefined;
  mark?: "acknowledged" | "dismissed" | undefined;
}

const hasText = (text: string) => {
  const sourceName = sql`(SELECT s.name FROM source s WHERE s.id = alert.source_id)`;
  const found = [sql`alert.title`, sql`alert.labels`, sourceName].map((each) => containsWordSql(each, text));
  return sql`(${sql.join(found, sql` OR `)})`;
};

const mayMove = (pageId: string, componentId: string) =>
  sql`alert.source_id IN (SELECT r.source_id FROM rule_component c JOIN rule r ON r.id = c.rule_id
    WHERE c.page_id = ${pageId} AND c.component_id = ${componentId})`;

const marks = {
  acknowledged: sql`alert.acknowledged_at IS NOT NULL AND alert.dismissed_at IS NULL`,
  dismissed: sql`alert.dismissed_at IS NOT NULL`,
};

/** Lists the alerts of a window that a search finds, in the window's order. */
export const alertsInWindowQuery = ({ db }: Db, window: AlertWindow, search: AlertSearch, limit: number) =>
  db
    .select({ ...alertColumns, acknowledgedByName: acknowledgedByColumn })
    .from(alertTable)
    .where(
      and(
        sql`alert.id IN (SELECT w.id FROM ${alertWindowSql(window)} w)`,
        window.sourceId === undefined ? undefined : eq(alertTable.sourceId, window.sourceId),
        search.text ? hasText(search.text) : undefined,
        search.componentId ? mayMove(window.pageId, search.componentId) : undefined,
        search.mark ? marks[search.mark] : undefined,
      ),
    )
    .orderBy(
      inOrder(window.order, sql`(SELECT ${ranks[window.order.key]} FROM (SELECT alert.state, alert.severity) a)`),
    )
    .limit(limit);

/** Returns the last alert of a full window; none when the list ends in it. */
export const endOfAlertWindowQuery = ({ db }: Db, window: AlertWindow) =>
  db
    .select({
      id: sql<string>`id`.as("id"),
      startedAt: sql<number>`started_at`.as("started_at"),
      rank: sql<number>`rank`.as("place_rank"),
    })
    .from(sql`(SELECT id, started_at, rank FROM ${alertWindowSql(window)} LIMIT 1 OFFSET ${window.look - 1})`);

const namesOnPage = ({ db }: Db, pageId: string, table: typeof sourceTable | typeof componentTable) =>
  db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(eq(table.pageId, pageId))
    .orderBy(sql`lower(${table.name})`, table.id);

/** Lists the names of what sends alerts to a page, for its filter. */
export const alertSourceNamesQuery = (ctx: Db, pageId: string) => namesOnPage(ctx, pageId, sourceTable);

/** Lists the names of a page's components, including archived ones, because old alerts affected them. */
export const alertComponentNamesQuery = (ctx: Db, pageId: string) => namesOnPage(ctx, pageId, componentTable);
