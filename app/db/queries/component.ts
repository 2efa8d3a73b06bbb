import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { component, componentGroup } from "../schema";
import { ofRows, type Statement } from "../write";

type Db = Pick<Ctx, "db">;

export const componentById = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(component)
    .where(and(eq(component.pageId, pageId), eq(component.id, id), isNull(component.archivedAt)));

/** The components that visitors see. */
export const shownComponents = ({ db }: Db, pageId: string) =>
  db
    .select({ id: component.id, name: component.name })
    .from(component)
    .where(and(eq(component.pageId, pageId), isNull(component.archivedAt)));

export const groupsOf = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(componentGroup)
    .where(eq(componentGroup.pageId, pageId))
    .orderBy(componentGroup.position, componentGroup.id);

export const groupById = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(componentGroup)
    .where(and(eq(componentGroup.pageId, pageId), eq(componentGroup.id, id)));

/** Which status which component is given by open published incidents. */
export const givenByIncidents = ({ db }: Db, pageId: string) =>
  db
    .select({
      incidentId: sql<string>`i.id`.as("incident_id"),
      componentId: sql<string>`c.component_id`.as("component_id"),
      status: sql<string>`c.status`.as("status"),
    })
    .from(sql`incident i JOIN incident_component c ON c.incident_id = i.id`)
    .where(sql`i.page_id = ${pageId} AND i.closed = 0 AND i.visibility = 'published'`);

/** Which status which component takes by maintenance in progress or verifying. */
export const givenByMaintenance = ({ db }: Db, pageId: string) =>
  db
    .select({
      componentId: sql<string>`c.component_id`.as("component_id"),
      status: sql<string>`c.status`.as("status"),
    })
    .from(sql`maintenance m JOIN maintenance_component c ON c.maintenance_id = m.id`)
    .where(sql`m.page_id = ${pageId} AND m.status IN ('in_progress', 'verifying')`);

interface OfName {
  id: string;
  name: string;
  groupId?: string | null;
}

/** Guard: no other component of its group took one of these names meanwhile. */
export const namesAreFree = (pageId: string, rows: readonly OfName[]): Statement[] => {
  const named = rows.map(({ id, name, groupId = null }) => ({ id, name, pageId, group: groupId ?? "" }));
  return [
    ofRows(
      `INSERT INTO guard (lost) SELECT 'component' FROM json_each(?1) j WHERE EXISTS (SELECT 1 FROM component c
        WHERE c.page_id = j.value ->> 'pageId' AND c.archived_at IS NULL AND coalesce(c.group_id, '') = j.value ->> 'group'
        AND lower(c.name) = lower(j.value ->> 'name') AND c.id <> j.value ->> 'id')`,
      named,
    ),
  ];
};

/** What was taken off the page and can be put back, the last one first. */
export const archivedComponents = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(component)
    .where(and(eq(component.pageId, pageId), isNotNull(component.archivedAt)))
    .orderBy(desc(component.archivedAt), component.id)
    .limit(200);

export const archivedById = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(component)
    .where(and(eq(component.pageId, pageId), eq(component.id, id), isNotNull(component.archivedAt)));
