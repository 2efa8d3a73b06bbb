import { and, eq } from "drizzle-orm";
import { incident } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { firingIn, type Heard, statusesGiven, touchedBy } from "./published-news";

type Db = Pick<Ctx, "db">;

/** An incident as the team is told of it: its components as they are, and what fires in it. Reads the firing alerts of its page. */
export const incidentForTeam = ({ db }: Db, pageId: string, id: string, heard?: Heard) =>
  db
    .select({
      row: incident,
      components: touchedBy("incident", id).as("touched"),
      firing: firingIn(pageId, id, heard).as("firing"),
      given: statusesGiven(id).as("given"),
    })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.id, id)));
