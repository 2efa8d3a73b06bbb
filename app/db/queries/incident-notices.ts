import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { notice } from "../schema";

/** What subscribers were told of an incident's updates in each way, newest first: by the index of subjects. */
export const incidentNotices = ({ db }: Pick<Ctx, "db">, pageId: string, incidentId: string, limit: number) =>
  db
    .select({
      id: notice.id,
      way: notice.way,
      createdAt: notice.createdAt,
      isOver: sql<number>`(notice.outcome IS NOT NULL)`.as("is_over"),
      recipients: notice.recipients,
      sent: notice.sent,
    })
    .from(notice)
    .where(
      and(
        eq(notice.kind, "incident_update"),
        eq(notice.subjectId, incidentId),
        // Its unary plus keeps the planner from reading every notice of the page in their order.
        sql`+${notice.pageId} = ${pageId}`,
        inArray(notice.audience, ["subscribers", "endpoints"]),
      ),
    )
    .orderBy(desc(notice.createdAt), desc(notice.id))
    .limit(limit);
