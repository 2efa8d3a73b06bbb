import { and, eq, gt, ne } from "drizzle-orm";
import { incident, notice } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import type { NoticeRow } from "./notice";
import {
  type AlertReceptionWindow,
  affectedComponentsColumn,
  firingSummaryColumn,
  givenStatusesColumn,
} from "./published-news";

type Db = Pick<Ctx, "db">;

/**
 * An incident for a team message: its components as they are now, and its firing alerts. Reads the page's firing
 * alerts.
 */
export const incidentForTeamMessageQuery = ({ db }: Db, pageId: string, id: string, heard?: AlertReceptionWindow) =>
  db
    .select({
      row: incident,
      components: affectedComponentsColumn("incident", id).as("touched"),
      firing: firingSummaryColumn(pageId, id, heard).as("firing"),
      given: givenStatusesColumn(id).as("given"),
    })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.id, id)));

/** Other notices that this incident got worse, while they are useful; uses the index of a subject's notices. */
export const otherWorseningNoticesQuery = ({ db, now }: Pick<Ctx, "db" | "now">, { subjectId, sequence }: NoticeRow) =>
  db
    .select({ sequence: notice.sequence, scope: notice.scope })
    .from(notice)
    .where(
      and(
        eq(notice.kind, "incident_worsened"),
        eq(notice.subjectId, subjectId),
        ne(notice.sequence, sequence),
        gt(notice.expiresAt, now()),
      ),
    );
