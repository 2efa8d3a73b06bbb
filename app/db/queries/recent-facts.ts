import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { type RecentFacts, recentCount, tombstoneSpan } from "../../rules/recent";
import { recentLimit } from "../../rules/recent-cut";
import type { Tombstone } from "../../rules/recent-document";
import type { UpdateFact } from "../../rules/snapshot-facts";
import { read } from "../read";
import { incident, incidentUpdate, maintenance, maintenanceUpdate, page } from "../schema";
import { incidentComponents } from "./incident";
import { maintenanceComponents, toIncident, toMaintenance } from "./snapshot-facts";

type Db = Pick<Ctx, "db">;

const wanted = sql<number>`(SELECT s.wanted FROM snapshot s WHERE s.page_id = page.id AND s.part = 'recent' AND s.audience = 'public')`;
const components = sql<string>`(SELECT json_group_array(json_object('id', c.id, 'name', c.name, 'archived', c.archived_at IS NOT NULL)) FROM (SELECT * FROM component WHERE page_id = page.id ORDER BY position, id) c)`;

/** Taken back since an instant: no word of it is read. */
const withdrawn = (since: number) =>
  sql<string>`(SELECT json_group_array(json_object('id', i.id, 'publishedAt', coalesce(i.published_at, i.created_at), 'withdrawnAt', i.updated_at, 'componentIds', json((SELECT json_group_array(c.component_id) FROM incident_component c WHERE c.incident_id = i.id)))) FROM incident i WHERE i.page_id = page.id AND i.visibility = 'withdrawn' AND i.updated_at > ${since})`;
const cancelled = (since: number) =>
  sql<string>`(SELECT json_group_array(json_object('id', m.id, 'publishedAt', m.created_at, 'withdrawnAt', m.updated_at, 'componentIds', json((SELECT json_group_array(c.component_id) FROM maintenance_component c WHERE c.maintenance_id = m.id)))) FROM maintenance m WHERE m.page_id = page.id AND m.status = 'cancelled' AND m.updated_at > ${since})`;

/** Bodies beyond the size of the whole document are not even read out: newest first. */
const room = (table: SQL) =>
  sql`sum(length(CAST(${table}.body_html AS BLOB)) + length(CAST(${table}.body_text AS BLOB))) OVER (ORDER BY ${table}.shown_at DESC, ${table}.id DESC) <= ${recentLimit}`;
const updatesAtMost = 1000;

const newestIncidents = ({ db }: Db, pageId: string) =>
  db
    .select({
      row: incident,
      components: incidentComponents.as("components"),
      updates: sql<string>`'[]'`.as("updates"),
    })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.visibility, "published")))
    .orderBy(desc(incident.startedAt))
    .limit(recentCount);

const newestMaintenances = ({ db }: Db, pageId: string) =>
  db
    .select({
      row: maintenance,
      components: maintenanceComponents.as("components"),
      updates: sql<string>`'[]'`.as("updates"),
    })
    .from(maintenance)
    .where(and(eq(maintenance.pageId, pageId), ne(maintenance.status, "cancelled")))
    .orderBy(desc(maintenance.startsAt))
    .limit(recentCount);

const incidentUpdatesOf = ({ db }: Db, pageId: string) => {
  const { id, incidentId, status, shownAt, createdAt, updatedAt, notify, changes, bodyHtml, bodyText } = incidentUpdate;
  const fits = room(sql`incident_update`);
  return db
    .select({
      ...{ id, parentId: incidentId, status, shownAt, createdAt, updatedAt, notify, changes },
      html: sql<string | null>`CASE WHEN ${fits} THEN ${bodyHtml} END`.as("html"),
      text: sql<string | null>`CASE WHEN ${fits} THEN ${bodyText} END`.as("text"),
    })
    .from(incidentUpdate)
    .where(
      sql`${incidentId} IN (SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.visibility = 'published' ORDER BY i.started_at DESC LIMIT ${recentCount})`,
    )
    .orderBy(desc(shownAt), desc(id))
    .limit(updatesAtMost);
};

const maintenanceUpdatesOf = ({ db }: Db, pageId: string) => {
  const { id, maintenanceId, status, shownAt, createdAt, updatedAt, notify, bodyHtml, bodyText } = maintenanceUpdate;
  const fits = room(sql`maintenance_update`);
  return db
    .select({
      ...{ id, parentId: maintenanceId, status, shownAt, createdAt, updatedAt, notify },
      html: sql<string | null>`CASE WHEN ${fits} THEN ${bodyHtml} END`.as("html"),
      text: sql<string | null>`CASE WHEN ${fits} THEN ${bodyText} END`.as("text"),
    })
    .from(maintenanceUpdate)
    .where(
      sql`${maintenanceId} IN (SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.status <> 'cancelled' ORDER BY m.starts_at DESC LIMIT ${recentCount})`,
    )
    .orderBy(desc(shownAt), desc(id))
    .limit(updatesAtMost);
};

const pageFacts = ({ db }: Db, pageId: string, since: number) =>
  db
    .select({
      row: page,
      wanted: wanted.as("wanted"),
      components: components.as("components"),
      withdrawn: withdrawn(since).as("withdrawn"),
      cancelled: cancelled(since).as("cancelled"),
    })
    .from(page)
    .where(eq(page.id, pageId));

type Row = Omit<UpdateFact, "html" | "text" | "changes"> & {
  parentId: string;
  html: string | null;
  text: string | null;
  changes?: UpdateFact["changes"];
};

/** Each with its own updates; one whose body did not fit is marked. */
const withUpdates = <T extends { id: string }>(parents: readonly T[], rows: readonly Row[]) => {
  const updates = rows.map(({ html, text, changes = [], ...rest }) => ({
    ...rest,
    changes,
    html: html ?? "",
    text: text ?? "",
    ...(html === null ? { cut: true as const } : {}),
  }));
  return parents.map((each) => ({
    ...each,
    updates: updates.flatMap(({ parentId, ...update }) => (parentId === each.id ? [update] : [])),
  }));
};

const tombstones = (kind: Tombstone["kind"], text: string): Tombstone[] =>
  (JSON.parse(text) as Omit<Tombstone, "kind">[]).map((each) => ({ kind, ...each }));

/** All facts of the part `recent` in one batch on the primary; null when the page or its row is gone. 5 statements. */
export async function recentFacts(ctx: Ctx, pageId: string): Promise<RecentFacts | null> {
  const [[found], incidents, works, said, announced] = await read(
    ctx,
    pageFacts(ctx, pageId, ctx.now() - tombstoneSpan),
    newestIncidents(ctx, pageId),
    newestMaintenances(ctx, pageId),
    incidentUpdatesOf(ctx, pageId),
    maintenanceUpdatesOf(ctx, pageId),
  );
  if (!found || found.wanted === null) return null;
  const shown = incidents.map((each) => ({ ...toIncident(each), publishedAt: each.row.publishedAt }));
  return {
    page: found.row,
    wanted: found.wanted,
    components: (JSON.parse(found.components) as RecentFacts["components"]).map((each) => ({
      ...each,
      archived: Boolean(each.archived),
    })),
    incidents: withUpdates(shown, said),
    maintenances: withUpdates(works.map(toMaintenance), announced),
    tombstones: [...tombstones("incident", found.withdrawn), ...tombstones("maintenance", found.cancelled)],
  };
}
