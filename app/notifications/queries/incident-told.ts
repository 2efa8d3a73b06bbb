import { and, eq, gt, ne } from "drizzle-orm";
import { incidentTable, noticeTable } from "~/db/schema";
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
      row: incidentTable,
      components: affectedComponentsColumn("incident", id).as("touched"),
      firing: firingSummaryColumn(pageId, id, heard).as("firing"),
      given: givenStatusesColumn(id).as("given"),
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id)));

/** Other notices that this incident got worse, while they are useful; uses the index of a subject's notices. */
export const otherWorseningNoticesQuery = ({ db, now }: Pick<Ctx, "db" | "now">, { subjectId, sequence }: NoticeRow) =>
  db
    .select({ sequence: noticeTable.sequence, scope: noticeTable.scope })
    .from(noticeTable)
    .where(
      and(
        eq(noticeTable.kind, "incident_worsened"),
        eq(noticeTable.subjectId, subjectId),
        ne(noticeTable.sequence, sequence),
        gt(noticeTable.expiresAt, now()),
      ),
    );
