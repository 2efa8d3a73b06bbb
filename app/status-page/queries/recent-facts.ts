import { and, desc, eq, sql } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { rowsAsJsonSql } from "~/db/json-rows";
import { type PageIdOrSql, type PagesQuery, pagesFactsQuery, pagesQueryOf, runPagesQuery } from "~/db/read-pages";
import { incidentTable, maintenanceTable, pageTable } from "~/db/schema";
import { incidentComponentsSql } from "~/incidents/queries/incident";
import type { Ctx } from "~/platform/ctx";
import type { GeneratedTextKey } from "~/status/usual-words";
import { maxSnapshotPartBytes } from "../rules/document-size";
import { maxRecentEvents, type RecentFacts, tombstoneRetentionMs } from "../rules/recent";
import type { Tombstone } from "../rules/recent-document";
import type { UpdateFact } from "../rules/snapshot-facts";
import { foreignEntryIn, foreignIdsIn, toMaintenanceFact, toSnapshotIncidentFact } from "./row-facts";
import { maintenanceComponentsColumn } from "./snapshot-facts";
import { statuspageEntryOfIncidentSql, statuspageEntryOfMaintenanceSql, statuspageIdsOfPageSql } from "./statuspage-id";

type Db = Pick<Ctx, "db">;

const wanted = sql<number>`(SELECT s.wanted FROM snapshot s WHERE s.page_id = page.id AND s.part = 'recent' AND s.audience = 'public')`;
const components = rowsAsJsonSql(
  sql`(SELECT * FROM component WHERE page_id = page.id ORDER BY position, id) c`,
  "c",
  "id name",
  { archived: sql`c.archived_at IS NOT NULL` },
);

/** Selects incidents withdrawn since an instant; their text is not read. */
const withdrawn = (since: number) =>
  rowsAsJsonSql(
    sql`incident i WHERE i.page_id = page.id AND i.visibility = 'withdrawn' AND i.updated_at > ${since}`,
    "i",
    "id",
    {
      publishedAt: sql`coalesce(i.published_at, i.created_at)`,
      withdrawnAt: sql`i.updated_at`,
      startsAt: sql`i.started_at`,
      componentIds: sql`json((SELECT json_group_array(c.component_id) FROM incident_component c WHERE c.incident_id = i.id))`,
    },
  );
/**
 * SQL that is true for an occurrence cancelled together with an earlier one of its series, of which only the earlier
 * was shown.
 */
const behindInCommit = sql`EXISTS (SELECT 1 FROM maintenance o WHERE o.page_id = m.page_id AND o.status = 'cancelled' AND o.updated_at = m.updated_at AND +o.series_id = m.series_id AND o.occurrence_at < m.occurrence_at)`;
const cancelled = (since: number) =>
  rowsAsJsonSql(
    sql`maintenance m WHERE m.page_id = page.id AND m.status = 'cancelled' AND m.updated_at > ${since}`,
    "m",
    "id startsAt endsAt",
    {
      publishedAt: sql`m.created_at`,
      withdrawnAt: sql`m.updated_at`,
      behind: behindInCommit,
      componentIds: sql`json((SELECT json_group_array(c.component_id) FROM maintenance_component c WHERE c.maintenance_id = m.id))`,
    },
  );

const maxUpdates = 1500;

const newestIncidents = ({ db }: Db, pageId: PageIdOrSql) =>
  db
    .select({
      row: incidentTable,
      components: incidentComponentsSql.as("components"),
      updates: sql<string>`'[]'`.as("updates"),
      foreignEntry: statuspageEntryOfIncidentSql.as("foreign_entry"),
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.visibility, "published")))
    .orderBy(desc(incidentTable.startedAt))
    .limit(maxRecentEvents);

/** Includes only the next scheduled occurrence of a series, so that its repetitions do not push out everything else. */
const isShown = (pageId: PageIdOrSql) =>
  sql`m.page_id = ${pageId} AND m.status <> 'cancelled' AND (m.status <> 'scheduled' OR m.series_id IS NULL OR m.id IN (
    SELECT n.id FROM (SELECT s.id, min(s.starts_at) FROM maintenance s
      WHERE s.page_id = ${pageId} AND s.status = 'scheduled' AND s.series_id IS NOT NULL GROUP BY s.series_id) n))`;

/** Selects the ids of the maintenance windows that start last, and of those cancelled last since an instant. */
const newestOf = (pageId: PageIdOrSql, since: number) => sql`(
  SELECT id FROM (SELECT m.id FROM maintenance m WHERE ${isShown(pageId)} ORDER BY m.starts_at DESC LIMIT ${maxRecentEvents})
  UNION ALL SELECT id FROM (SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.status = 'cancelled' AND m.updated_at > ${since} ORDER BY m.updated_at DESC LIMIT ${maxRecentEvents}))`;

const newestMaintenances = ({ db }: Db, pageId: PageIdOrSql, since: number) =>
  db
    .select({
      row: maintenanceTable,
      components: maintenanceComponentsColumn.as("components"),
      updates: sql<string>`'[]'`.as("updates"),
      foreignEntry: statuspageEntryOfMaintenanceSql.as("foreign_entry"),
    })
    .from(maintenanceTable)
    .where(sql`maintenance.id IN ${newestOf(pageId, since)}`)
    .orderBy(desc(maintenanceTable.startsAt));

const said = (pageId: PageIdOrSql, since: number) => sql`(
  SELECT incident_id AS parent_id, id, status, shown_at, created_at, updated_at, notify, changes, body_html, body_text, said
  FROM incident_update WHERE incident_id IN (SELECT i.id FROM incident i
    WHERE i.page_id = ${pageId} AND i.visibility = 'published' ORDER BY i.started_at DESC LIMIT ${maxRecentEvents})
  UNION ALL
  SELECT maintenance_id, id, status, shown_at, created_at, updated_at, notify, '[]', body_html, body_text, said
  FROM maintenance_update WHERE maintenance_id IN ${newestOf(pageId, since)}) u`;

/** Newest first; bodies beyond the size limit of the document are not read. */
const fits = sql`sum(length(CAST(u.body_html AS BLOB)) + length(CAST(u.body_text AS BLOB))) OVER (ORDER BY u.shown_at DESC, u.id DESC) <= ${maxSnapshotPartBytes}`;

const updatesOf = ({ db }: Db, pageId: PageIdOrSql, since: number) =>
  db
    .select({
      parentId: sql<string>`u.parent_id`.as("parent_id"),
      id: sql<string>`u.id`.as("id"),
      status: sql<string>`u.status`.as("status"),
      shownAt: sql<number>`u.shown_at`.as("shown_at"),
      createdAt: sql<number>`u.created_at`.as("created_at"),
      updatedAt: sql<number>`u.updated_at`.as("updated_at"),
      notify: sql<number>`u.notify`.as("notify"),
      changes: sql<string>`u.changes`.as("changes"),
      html: sql<string | null>`CASE WHEN ${fits} THEN u.body_html END`.as("html"),
      text: sql<string | null>`CASE WHEN ${fits} THEN u.body_text END`.as("text"),
      said: sql<GeneratedTextKey | null>`u.said`.as("said"),
    })
    .from(said(pageId, since))
    .orderBy(sql`u.shown_at DESC, u.id DESC`)
    .limit(maxUpdates);

const pageFacts = ({ db }: Db, pageId: PageIdOrSql, since: number) =>
  db
    .select({
      row: pageTable,
      wanted: wanted.as("wanted"),
      components: components.as("components"),
      withdrawn: withdrawn(since).as("withdrawn"),
      cancelled: cancelled(since).as("cancelled"),
      foreignIds: statuspageIdsOfPageSql.as("foreign_ids"),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

type RecentUpdateRow = Omit<UpdateFact, "html" | "text" | "changes" | "notify" | "said"> & {
  said: GeneratedTextKey | null;
  parentId: string;
  notify: number;
  changes: string;
  html: string | null;
  text: string | null;
};

/** Returns an update, marked as `cut` when its body did not fit. */
const toUpdate = ({ parentId: _, html, text, changes, notify, said: key, ...rest }: RecentUpdateRow): UpdateFact => ({
  ...rest,
  notify: Boolean(notify),
  changes: JSON.parse(changes) as UpdateFact["changes"],
  html: html ?? "",
  text: text ?? "",
  ...(html === null ? { cut: true as const } : {}),
  ...(key === null ? {} : { said: key }),
});

const withUpdates = <T extends { id: string }>(parents: readonly T[], rows: readonly RecentUpdateRow[]) =>
  parents.map((each) => ({ ...each, updates: rows.filter((row) => row.parentId === each.id).map(toUpdate) }));

type TombstoneRow = Omit<Tombstone, "kind" | "behind"> & { behind?: number };

const tombstones = (kind: Tombstone["kind"], text: string): Tombstone[] =>
  (JSON.parse(text) as TombstoneRow[]).map(({ behind, ...each }) => ({
    kind,
    ...each,
    ...(behind ? { behind: true as const } : {}),
  }));

function queries(ctx: Ctx, pageId: PageIdOrSql, now: number) {
  const since = now - tombstoneRetentionMs;
  return [
    pageFacts(ctx, pageId, since),
    newestIncidents(ctx, pageId),
    newestMaintenances(ctx, pageId, since),
    updatesOf(ctx, pageId, since),
  ] as const;
}

type RecentQueryResults = BatchResponse<ReturnType<typeof queries>>;

function factsIn([[found], incidents, works, updates]: RecentQueryResults): RecentFacts | null {
  if (!found || found.wanted === null) return null;
  const shown = incidents.map((each) => ({
    ...toSnapshotIncidentFact(each),
    ...foreignEntryIn(each.foreignEntry),
    publishedAt: each.row.publishedAt,
  }));
  const calledOff = tombstones("maintenance", found.cancelled);
  const behind = new Set(calledOff.flatMap((each) => (each.behind ? [each.id] : [])));
  const known = new Set(works.map(({ row }) => row.id));
  const told = works.map((each) => ({
    ...toMaintenanceFact(each),
    ...foreignEntryIn(each.foreignEntry),
    ...(behind.has(each.row.id) ? { behind: true as const } : {}),
  }));
  return {
    page: found.row,
    wanted: found.wanted,
    components: (JSON.parse(found.components) as RecentFacts["components"]).map((each) => ({
      ...each,
      archived: Boolean(each.archived),
    })),
    incidents: withUpdates(shown, updates),
    maintenances: withUpdates(told, updates),
    tombstones: [...tombstones("incident", found.withdrawn), ...calledOff.filter(({ id }) => !known.has(id))],
    ...foreignIdsIn(found.foreignIds),
  };
}

/** Returns the question for all facts of the part `recent`; pages that are gone are left out. 4 statements. */
export function recentFactsOfPagesQuery(ctx: Ctx, pageIds: readonly string[]): PagesQuery<RecentFacts> {
  const now = ctx.now();
  return pagesFactsQuery(
    pagesQueryOf(ctx, pageIds, (page) => queries(ctx, page, now)),
    factsIn,
  );
}

/** Reads the same in one batch on the primary. */
export const readRecentFactsByPage = (ctx: Ctx, pageIds: readonly string[]): Promise<Map<string, RecentFacts>> =>
  runPagesQuery(ctx, recentFactsOfPagesQuery(ctx, pageIds));
