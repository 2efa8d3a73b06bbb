import { desc, eq, type SQL, sql } from "drizzle-orm";
import { incidentTable, maintenanceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { type SearchedNoun, searchedNouns } from "./searched-nouns";

type Db = Pick<Ctx, "db">;

/** Number of incidents and of maintenance windows that are searched, the newest of each. */
export const maxEventsSearched = 500;

/** SQL for origins with their kind; an agent has the family of its heartbeat. */
const ofSources = (pageId: string) =>
  sql`SELECT iif(s.id IN (SELECT a.id FROM agent a WHERE a.page_id = ${pageId}), 'agent', s.family) AS kind, s.id AS id, s.name AS name FROM source s WHERE s.page_id = ${pageId}`;

const ofTable = ({ kind, only }: SearchedNoun, table: string, pageId: string) =>
  sql`SELECT ${kind} AS kind, id, name FROM ${sql.identifier(table)} WHERE page_id = ${pageId} AND ${sql.raw(only ?? "1")}`;

const text = (name: string) => sql<string>`${sql.identifier(name)}`.as(name);

/** Maximum number of SELECTs in one compound statement of D1. */
const maxUnionSelects = 5;

/** Joins any number of SELECTs, in nested groups. */
function unionAll(selects: readonly SQL[]): SQL {
  if (selects.length <= maxUnionSelects) return sql.join([...selects], sql` UNION ALL `);
  const groups = Array.from({ length: Math.ceil(selects.length / maxUnionSelects) }, (_, at) =>
    selects.slice(at * maxUnionSelects, (at + 1) * maxUnionSelects),
  );
  return unionAll(groups.map((group) => sql`SELECT * FROM (${unionAll(group)})`));
}

/** Lists what is set up on a page, by name: each read by its page's index, as many rows as there are. */
export function searchableItemsOfPageQuery({ db }: Db, pageId: string) {
  const tables = searchedNouns.flatMap((noun) => (noun.table === null ? [] : [ofTable(noun, noun.table, pageId)]));
  const all = unionAll([ofSources(pageId), ...tables]);
  return db.select({ kind: text("kind"), id: text("id"), name: text("name") }).from(sql`(${all})`);
}

/** Lists the newest incidents by title, whatever their visibility. */
export const newestIncidentTitlesQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: incidentTable.id, name: incidentTable.title, at: incidentTable.startedAt })
    .from(incidentTable)
    .where(eq(incidentTable.pageId, pageId))
    .orderBy(desc(incidentTable.startedAt))
    .limit(maxEventsSearched);

export const newestMaintenanceTitlesQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: maintenanceTable.id, name: maintenanceTable.title, at: maintenanceTable.startsAt })
    .from(maintenanceTable)
    .where(eq(maintenanceTable.pageId, pageId))
    .orderBy(desc(maintenanceTable.startsAt))
    .limit(maxEventsSearched);
