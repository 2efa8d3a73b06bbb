import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { isHiddenByImport } from "~/components/rules/stored-visibility";
import { rowsAsJsonSql } from "~/db/json-rows";
import {
  type PageIdOrSql,
  type PagesQuery,
  pagesFactsQuery,
  pagesQueryOf,
  readByPage,
  runPagesQuery,
} from "~/db/read-pages";
import { componentTable, componentYearTable, incidentTable, maintenanceTable, pageTable } from "~/db/schema";
import { incidentComponentsSql } from "~/incidents/queries/incident";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import type { LastReportByComponent, SnapshotCorrection, SnapshotVendorIncident } from "../rules/snapshot-document";
import type {
  ComponentFact,
  GroupFact,
  SnapshotDatabaseFacts,
  SnapshotFacts,
  StatusChangeFact,
} from "../rules/snapshot-facts";
import { parseStandstills, standstillsColumn } from "../timeline/queries/standstill";
import {
  statusChangesAfterFoldQuery,
  statusChangesSinceDayStartQuery,
  toStatusChangeFact,
} from "../timeline/queries/status-change";
import { parseStoredDayFold } from "../timeline/rules/day-fold-text";
import { correctionsOfPageSql, pageJsonListColumns } from "./page-lists";
import { shownIncidentIdsSql, shownMaintenanceIdsSql } from "./reaching-events";
import { foreignIdsIn, toComponentFact, toMaintenanceFact, toSnapshotIncidentFact } from "./row-facts";
import { statuspageIdOfIncidentSql, statuspageIdOfMaintenanceSql, statuspageIdsOfPageSql } from "./statuspage-id";

/**
 * Limit of the column with updates, which may hold 2 MB. Beyond it, the oldest bodies and then whole rows are left out.
 */
const maxColumnChars = 1_200_000;
const maxUpdates = 1500;
/** Maximum number of corrections in the document. */
const maxCorrections = 20;

/**
 * Selects child rows as one JSON column. This saves a statement for each kind, and reads the rows in the same index
 * order.
 */
const updatesIn = (table: SQL, of: SQL, changes: SQL) =>
  rowsAsJsonSql(
    sql`(SELECT *, sum(length(CAST(body_html AS BLOB)) + length(CAST(body_text AS BLOB))) OVER (ORDER BY shown_at DESC, id DESC) <= ${maxColumnChars} AS fits FROM ${table} WHERE ${of} ORDER BY shown_at DESC, id DESC LIMIT ${maxUpdates}) u`,
    "u",
    "id status said shownAt createdAt updatedAt notify",
    {
      html: sql`iif(u.fits, u.body_html, '')`,
      text: sql`iif(u.fits, u.body_text, '')`,
      cut: sql`NOT u.fits`,
      edited: sql`u.edits <> '[]'`,
      changes: sql`json(${changes})`,
    },
  );
const incidentUpdates = updatesIn(sql`incident_update`, sql`incident_id = incident.id`, sql`u.changes`);
const maintenanceUpdates = updatesIn(sql`maintenance_update`, sql`maintenance_id = maintenance.id`, sql`'[]'`);
export const maintenanceComponentsColumn = rowsAsJsonSql(
  sql`maintenance_component c WHERE c.maintenance_id = maintenance.id`,
  "c",
  "componentId status",
);

const seriesRule = sql<string | null>`(SELECT s.rule FROM maintenance_series s WHERE s.id = maintenance.series_id)`;

const wholeIncident = {
  row: incidentTable,
  updates: incidentUpdates.as("updates"),
  components: incidentComponentsSql.as("components"),
};

/** The same columns with the id that Statuspage's clients know, for the document that they read. */
const documentIncident = { ...wholeIncident, foreignId: statuspageIdOfIncidentSql.as("foreign_id") };

const selectIncidents = (db: Ctx["db"]) => db.select(wholeIncident).from(incidentTable);

/** Selects incidents with their updates and components; `where` chooses among those of the page. */
export const incidentsWhereQuery = ({ db }: Pick<Ctx, "db">, pageId: PageIdOrSql, where: SQL | undefined) =>
  selectIncidents(db).where(and(eq(incidentTable.pageId, pageId), where));

const wholeMaintenance = {
  row: maintenanceTable,
  updates: maintenanceUpdates.as("updates"),
  components: maintenanceComponentsColumn.as("components"),
  rule: seriesRule.as("rule"),
};

const documentMaintenance = { ...wholeMaintenance, foreignId: statuspageIdOfMaintenanceSql.as("foreign_id") };

export const maintenancesWhereQuery = ({ db }: Pick<Ctx, "db">, pageId: PageIdOrSql, where: SQL | undefined) =>
  db
    .select(wholeMaintenance)
    .from(maintenanceTable)
    .where(and(eq(maintenanceTable.pageId, pageId), where));

/**
 * Selects incidents by ids that are known to be the page's. It filters by them alone, because the planner would
 * otherwise read all incidents of the page.
 */
export const incidentsByIdsQuery = ({ db }: Pick<Ctx, "db">, ids: SQL, where?: SQL) =>
  selectIncidents(db).where(and(sql`incident.id IN ${ids}`, where));

export const maintenancesByIdsQuery = ({ db }: Pick<Ctx, "db">, ids: SQL, where?: SQL) =>
  db
    .select(wholeMaintenance)
    .from(maintenanceTable)
    .where(and(sql`maintenance.id IN ${ids}`, where));

const componentsInAnyOrder = ({ db }: Pick<Ctx, "db">, pageId: PageIdOrSql) =>
  db
    .select()
    .from(componentTable)
    .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt)));

export const activeComponentsOfPageQuery = (ctx: Pick<Ctx, "db">, pageId: PageIdOrSql) =>
  componentsInAnyOrder(ctx, pageId).orderBy(componentTable.position, componentTable.id);

/**
 * Sorts as `activeComponentsOfPageQuery` does. It is cheaper here, because the database counts each sorted row twice.
 */
const inTheirOrder = (one: ComponentFact, other: ComponentFact) =>
  one.position - other.position || (one.id < other.id ? -1 : 1);

/**
 * SQL for the rules that observe a component, as defined in `alerts/settling/rules/silence`. It starts from the
 * components, because there may be very many rules without any.
 */
const observing = `FROM rule_component c CROSS JOIN rule r ON r.id = c.rule_id CROSS JOIN source s ON s.id = r.source_id
  WHERE c.page_id = page.id AND (c.status <> 'operational' OR s.kind <> 'vendor')`;

/**
 * Selects components that only external sources observe, with the time of the last report; null when it was not
 * recorded.
 */
const heardOfPage = sql<string>`(SELECT json_group_object(h.id, h.at) FROM (${sql.raw(`SELECT c.component_id AS id, max(s.last_heard_at) AS at ${observing}
  GROUP BY c.component_id HAVING max(s.family <> 'source') = 0`)}) h)`;

/** Selects the front page's wanted revision, the fold of its document, and the time of its last change of content. */
const ownPartOf = (pageId: PageIdOrSql) =>
  sql<string>`(SELECT json_array(wanted, fold_from, fold_to, fold, said_digest, said_at) FROM snapshot WHERE page_id = ${pageId} AND part = 'home' AND audience = 'public')`;

function queries(ctx: Ctx, pageId: PageIdOrSql, now: number) {
  const { db } = ctx;
  const years = [0, 1].map((back) => new Date(now).getUTCFullYear() - back);
  const inYears = and(
    eq(componentYearTable.pageId, pageId),
    inArray(componentYearTable.year, [...years, (years[0] ?? 0) + 1]),
  );
  return [
    db
      .select({
        row: pageTable,
        ownPart: ownPartOf(pageId).as("own_part"),
        ...pageJsonListColumns,
        corrections: correctionsOfPageSql(maxCorrections).as("corrections"),
        standstills: standstillsColumn(sql`page.open_day_at`).as("standstills"),
        heard: heardOfPage.as("heard"),
        foreignIds: statuspageIdsOfPageSql.as("foreign_ids"),
      })
      .from(pageTable)
      .where(eq(pageTable.id, pageId)),
    componentsInAnyOrder(ctx, pageId),
    statusChangesAfterFoldQuery(ctx, pageId),
    db.select().from(componentYearTable).where(inYears),
    db
      .select(documentIncident)
      .from(incidentTable)
      .where(
        and(
          sql`incident.id IN ${shownIncidentIdsSql(pageId, now - 16 * dayMs)}`,
          eq(incidentTable.visibility, "published"),
        ),
      ),
    db
      .select(documentMaintenance)
      .from(maintenanceTable)
      .where(sql`maintenance.id IN ${shownMaintenanceIdsSql(pageId, now - 30 * dayMs)}`),
  ] as const;
}

type SnapshotQueryResults = BatchResponse<ReturnType<typeof queries>>;

type StoredPartTuple = [
  wanted: number,
  foldFrom: number,
  foldTo: number,
  fold: string | null,
  saidDigest: string,
  saidAt: number,
];

function factsIn([
  pages,
  components,
  changes,
  years,
  incidents,
  works,
]: SnapshotQueryResults): SnapshotDatabaseFacts | null {
  const found = pages[0];
  if (!found) return null;
  const [wanted, foldFrom, foldTo, fold, digest, at] = JSON.parse(found.ownPart) as StoredPartTuple;
  const isWhole = fold === null || foldFrom !== found.row.openDayAt;
  return {
    page: { ...found.row, images: JSON.parse(found.images) as SnapshotFacts["page"]["images"] & object },
    wanted,
    said: { digest, at },
    groups: (JSON.parse(found.groups) as GroupFact[]).sort((one, other) => one.position - other.position),
    components: components
      .filter(({ shownWhen }) => !isHiddenByImport(shownWhen))
      .map(toComponentFact)
      .sort(inTheirOrder),
    kept: isWhole ? null : parseStoredDayFold(fold, foldFrom, foldTo),
    isWhole,
    newest: changes.map(toStatusChangeFact),
    closedDays: years,
    incidents: incidents.map(toSnapshotIncidentFact),
    maintenances: works.map(toMaintenanceFact),
    corrections: JSON.parse(found.corrections) as SnapshotCorrection[],
    vendors: JSON.parse(found.vendors) as SnapshotVendorIncident[],
    standstills: parseStandstills(found.standstills),
    heard: JSON.parse(found.heard) as LastReportByComponent,
    ...foreignIdsIn(found.foreignIds),
  };
}

/** Returns the query for all facts of the pages' snapshots, in 6 statements; deleted pages are left out. */
export function snapshotFactsOfPagesQuery(ctx: Ctx, pageIds: readonly string[]): PagesQuery<SnapshotDatabaseFacts> {
  const now = ctx.now();
  return pagesFactsQuery(
    pagesQueryOf(ctx, pageIds, (page) => queries(ctx, page, now)),
    factsIn,
  );
}

/** Reads the same in one batch on the primary. */
export const readSnapshotFactsByPage = (
  ctx: Ctx,
  pageIds: readonly string[],
): Promise<Map<string, SnapshotDatabaseFacts>> => runPagesQuery(ctx, snapshotFactsOfPagesQuery(ctx, pageIds));

/**
 * Reads all rows of the open days of these pages, by their start (ms), in one statement, for pages whose kept fold is
 * outdated. The start comes from the facts, because a day that closed since then is not among their closed days.
 */
export async function readOpenDayChangesByPage(
  ctx: Ctx,
  startOf: ReadonlyMap<string, number>,
): Promise<Map<string, StatusChangeFact[]>> {
  const starts = JSON.stringify(Object.fromEntries(startOf));
  const found = await readByPage(
    ctx,
    [...startOf.keys()],
    (page) => [statusChangesSinceDayStartQuery(ctx, page, starts)] as const,
  );
  return new Map([...found].map(([pageId, [rows]]) => [pageId, rows.map(toStatusChangeFact)]));
}
