import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { channel, component, componentGroup, incident, maintenance, source, template } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Number of incidents and of maintenance windows that are searched, the newest of each. */
export const searchedBack = 500;

const kindOf = (kind: string) => sql<string>`${kind}`.as("kind");

/** SQL for the kind of an origin; an agent has the family of its heartbeat. */
const familyOf = (pageId: string) =>
  sql<string>`iif(source.id IN (SELECT a.id FROM agent a WHERE a.page_id = ${pageId}), 'agent', source.family)`.as(
    "kind",
  );

/** Lists what is set up on a page, by name: each read by its page's index, as many rows as there are. */
export const namedThings = ({ db }: Db, pageId: string) =>
  unionAll(
    db
      .select({ kind: kindOf("component"), id: component.id, name: component.name })
      .from(component)
      .where(and(eq(component.pageId, pageId), isNull(component.archivedAt))),
    db
      .select({ kind: kindOf("group"), id: componentGroup.id, name: componentGroup.name })
      .from(componentGroup)
      .where(eq(componentGroup.pageId, pageId)),
    db
      .select({ kind: familyOf(pageId), id: source.id, name: source.name })
      .from(source)
      .where(eq(source.pageId, pageId)),
    db
      .select({ kind: kindOf("channel"), id: channel.id, name: channel.name })
      .from(channel)
      .where(eq(channel.pageId, pageId)),
    db
      .select({ kind: kindOf("template"), id: template.id, name: template.name })
      .from(template)
      .where(eq(template.pageId, pageId)),
  );

/** Lists the newest incidents by title, whatever their visibility. */
export const newestIncidents = ({ db }: Db, pageId: string) =>
  db
    .select({ id: incident.id, name: incident.title, at: incident.startedAt })
    .from(incident)
    .where(eq(incident.pageId, pageId))
    .orderBy(desc(incident.startedAt))
    .limit(searchedBack);

export const newestMaintenance = ({ db }: Db, pageId: string) =>
  db
    .select({ id: maintenance.id, name: maintenance.title, at: maintenance.startsAt })
    .from(maintenance)
    .where(eq(maintenance.pageId, pageId))
    .orderBy(desc(maintenance.startsAt))
    .limit(searchedBack);
