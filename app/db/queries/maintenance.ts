import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { maintenance } from "../schema";

type Db = Pick<Ctx, "db">;

const components = sql<string>`(SELECT json_group_object(c.component_id, c.status) FROM maintenance_component c WHERE c.maintenance_id = maintenance.id)`;

/** Latest start first. */
export function maintenanceList({ db }: Db, pageId: string, before: [number, string] | null, limit: number) {
  const older = before
    ? or(lt(maintenance.startsAt, before[0]), and(eq(maintenance.startsAt, before[0]), lt(maintenance.id, before[1])))
    : undefined;
  return db
    .select({ row: maintenance, components: components.as("components") })
    .from(maintenance)
    .where(and(eq(maintenance.pageId, pageId), older))
    .orderBy(desc(maintenance.startsAt), desc(maintenance.id))
    .limit(limit);
}

/** What is planned or going on, by start. */
export const currentMaintenances = ({ db }: Db, pageId: string) =>
  db
    .select({ row: maintenance, components: components.as("components") })
    .from(maintenance)
    .where(and(eq(maintenance.pageId, pageId), sql`maintenance.status IN ('scheduled', 'in_progress', 'verifying')`))
    .orderBy(maintenance.startsAt, maintenance.id)
    .limit(50);

export const maintenanceById = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ row: maintenance, components: components.as("components") })
    .from(maintenance)
    .where(and(eq(maintenance.pageId, pageId), eq(maintenance.id, id)));
