import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { component, componentGroup } from "../schema";

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
