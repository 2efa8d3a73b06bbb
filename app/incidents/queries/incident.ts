import { and, desc, eq, gte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { unkeptComponentColumn } from "~/components/queries/component";
import { rowsAsJsonSql } from "~/db/json-rows";
import { componentTable, incidentTable, incidentUpdateTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { incidentProposerColumns } from "~/proposals/queries/proposal";
import { containsWordSql } from "~/search/queries/holds-word";
import { maxSearchWords } from "~/search/rules/text-words";
import { toStatus } from "~/status/status";
import type { IncidentStatusHistory } from "~/status-page/rules/incident-story";
import { searchWordsOf } from "~/text/search-match";
import { incidentLeadColumn } from "./incident-lead";
import { incidentLeftBehindColumn } from "./left-behind-incidents";

type Db = Pick<Ctx, "db">;
export type IncidentRow = typeof incidentTable.$inferSelect;

export const incidentComponentsSql = rowsAsJsonSql(
  sql`incident_component c WHERE c.incident_id = incident.id`,
  "c",
  "componentId status",
);
/** SQL for the updates of an incident, as its status history needs them. */
export const incidentHistoryUpdatesSql = rowsAsJsonSql(
  sql`incident_update u WHERE u.incident_id = incident.id`,
  "u",
  "status shownAt",
  {
    changes: sql`json(u.changes)`,
  },
);

export const parseIncidentComponents = (text: string): IncidentStatusHistory["components"][number][] =>
  (JSON.parse(text) as { componentId: string; status: string }[]).map(({ componentId, status }) => ({
    componentId,
    status: toStatus(status),
  }));

/** Returns one incident with its components and number of updates. */
export const incidentByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({
      row: incidentTable,
      components: incidentComponentsSql.as("components"),
      updateCount: sql<number>`(SELECT count(*) FROM incident_update u WHERE u.incident_id = incident.id)`.as(
        "update_count",
      ),
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id)));

/** Returns the same with a flag that is true when no alert remains that would end it. */
export function incidentWithAlertsByIdQuery({ db }: Db, pageId: string, id: string) {
  const shown = {
    components: incidentComponentsSql.as("components"),
    leftBehind: incidentLeftBehindColumn.as("left_behind"),
    lead: incidentLeadColumn,
    ...incidentProposerColumns,
  };
  const own = and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id));
  return db
    .select({ row: incidentTable, ...shown })
    .from(incidentTable)
    .where(own);
}

/** Lists the components of the page, including archived ones that the incident affects. */
export const namedComponentsOfIncidentQuery = ({ db }: Db, pageId: string, incidentId: string) =>
  db
    .select({
      id: componentTable.id,
      name: componentTable.name,
      archivedAt: componentTable.archivedAt,
      isUnkept: unkeptComponentColumn(pageId).as("is_unkept"),
      manualStatus: componentTable.manualStatus,
      observedStatus: componentTable.observedStatus,
      coverage: componentTable.coverage,
    })
    .from(componentTable)
    .where(
      and(
        eq(componentTable.pageId, pageId),
        sql`(${componentTable.archivedAt} IS NULL OR ${componentTable.id} IN (SELECT c.component_id FROM incident_component c WHERE c.incident_id = ${incidentId}))`,
      ),
    );

/** Column of the page's components that have no observer and are not kept manually. */
export const unwatchedComponentsColumn = (pageId: string) =>
  sql<string>`(SELECT json_group_array(component.id) FROM component
    WHERE component.page_id = ${pageId} AND ${unkeptComponentColumn(pageId)})`.as("unkept");

/** SQL for the names of the people who edited the update, by id. */
const editors = sql<string>`(SELECT json_group_object(p.id, p.name) FROM person p WHERE p.id IN (SELECT e.value->>'authorId' FROM json_each(incident_update.edits) e))`;

/** Lists the incident's updates, newest first, with the names of authors and editors. */
export const updatesOfIncidentQuery = ({ db }: Db, pageId: string, incidentId: string) =>
  db
    .select({
      row: incidentUpdateTable,
      author: sql<string | null>`(SELECT p.name FROM person p WHERE p.id = incident_update.author_id)`.as("author"),
      editors: editors.as("editors"),
    })
    .from(incidentUpdateTable)
    .where(and(eq(incidentUpdateTable.pageId, pageId), eq(incidentUpdateTable.incidentId, incidentId)))
    .orderBy(desc(incidentUpdateTable.shownAt), desc(incidentUpdateTable.createdAt), desc(incidentUpdateTable.id));

/** Lists the updates of all incidents of a list, newest first. */
export const updatesOfIncidentsQuery = ({ db }: Db, pageId: string, list: SQLWrapper) =>
  db
    .select()
    .from(incidentUpdateTable)
    .where(
      and(
        eq(incidentUpdateTable.pageId, pageId),
        sql`${incidentUpdateTable.incidentId} IN (SELECT id FROM (${list.getSQL()}))`,
      ),
    )
    .orderBy(desc(incidentUpdateTable.shownAt), desc(incidentUpdateTable.createdAt), desc(incidentUpdateTable.id));

/**
 * Lists published incidents that are open or were resolved at or after `since`, and the given one. These decide the
 * incident layer.
 */
export const incidentStatusHistoriesSinceQuery = ({ db }: Db, pageId: string, since: number | SQL, id: string) =>
  db
    .select({
      row: incidentTable,
      components: incidentComponentsSql.as("components"),
      updates: incidentHistoryUpdatesSql.as("updates"),
    })
    .from(incidentTable)
    .where(
      and(
        eq(incidentTable.pageId, pageId),
        eq(incidentTable.visibility, "published"),
        or(sql`closed = 0`, gte(incidentTable.resolvedAt, since), eq(incidentTable.id, id)),
      ),
    );

/** SQL for the start of an incident, for `incidentStatusHistoriesSinceQuery`. */
export const incidentStartSql = (id: string): SQL => sql`(SELECT s.started_at FROM incident s WHERE s.id = ${id})`;

export const toIncidentStatusHistory = (found: {
  row: Pick<IncidentRow, "id" | "startedAt" | "closed" | "resolvedAt">;
  components: string;
  updates: string;
}): IncidentStatusHistory => ({
  id: found.row.id,
  startedAt: found.row.startedAt,
  closed: found.row.closed,
  resolvedAt: found.row.resolvedAt,
  components: parseIncidentComponents(found.components),
  updates: JSON.parse(found.updates) as IncidentStatusHistory["updates"],
});

/** SQL conditions of the states by which a list can be filtered. */
export const incidentConditionByState: Record<string, SQL | undefined> = {
  all: undefined,
  published: sql`visibility = 'published'`,
  open: sql`closed = 0 AND visibility = 'published'`,
  unresolved: sql`closed = 0 AND visibility = 'published'`,
  draft: sql`closed = 0 AND visibility = 'draft'`,
  closed: sql`closed = 1`,
};

export interface IncidentListParams {
  filter: string;
  search?: string | undefined;
  /** Ids of incidents whose texts contain the searched words. */
  textHitIds?: readonly string[];
  limit: number;
  skip: number;
}

/** Lists incidents, newest start first. */
export function incidentListQuery({ db }: Db, pageId: string, listing: IncidentListParams) {
  const { filter, search, textHitIds = [], limit, skip } = listing;
  const words = searchWordsOf(search ?? "", maxSearchWords).map((word) => containsWordSql(sql`incident.title`, word));
  const named = search
    ? or(and(...words), sql`incident.id IN (SELECT value FROM json_each(${JSON.stringify(textHitIds)}))`)
    : undefined;
  return db
    .select({
      row: incidentTable,
      components: incidentComponentsSql.as("components"),
      leftBehind: incidentLeftBehindColumn.as("left_behind"),
      ...incidentProposerColumns,
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), incidentConditionByState[filter], named))
    .orderBy(desc(incidentTable.startedAt), desc(incidentTable.id))
    .limit(limit)
    .offset(skip);
}
