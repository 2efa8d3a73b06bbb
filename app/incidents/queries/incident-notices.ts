import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";
import { noticeTable } from "~/db/schema";
import type { NotifiedChannel } from "~/notifications/rules/delivery-summary";
import type { NoticeKind } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";

/** Kinds of notices about an incident, for subscribers and the team. */
const kinds: NoticeKind[] = [
  "incident_update",
  "incident_opened",
  "incident_published",
  "incident_updated",
  "incident_resolved",
];

const deliveries = (pageId: string) =>
  rowsAsJsonSql(
    sql`channel c CROSS JOIN channel_delivery d ON d.channel_id = c.id AND d.notice_id = notice.id WHERE c.page_id = ${pageId}`,
    "c",
    "id name",
    { state: sql`d.state`, answer: sql`iif(d.state = 'sent', NULL, d.attempts ->> '$[#-1].answer')` },
  );

/** SQL for the state of each of the page's channels; for a channel that has not got it yet, its last response. */
const toChannels = (pageId: string): SQL<NotifiedChannel[]> =>
  sql`CASE WHEN notice.audience = 'team' THEN ${deliveries(pageId)} ELSE '[]' END`.mapWith(
    (text: string) => JSON.parse(text) as NotifiedChannel[],
  );

/** Lists the notices about an incident's updates, newest first; uses the index of subjects. */
export const noticesOfIncidentQuery = ({ db }: Pick<Ctx, "db">, pageId: string, incidentId: string, limit: number) =>
  db
    .select({
      id: noticeTable.id,
      audience: noticeTable.audience,
      way: noticeTable.way,
      createdAt: noticeTable.createdAt,
      outcome: noticeTable.outcome,
      recipients: noticeTable.recipients,
      sent: noticeTable.sent,
      failed: noticeTable.failed,
      channels: toChannels(pageId).as("channels"),
    })
    .from(noticeTable)
    .where(
      and(
        inArray(noticeTable.kind, kinds),
        eq(noticeTable.subjectId, incidentId),
        // The unary plus keeps the planner from reading every notice of the page in their order.
        sql`+${noticeTable.pageId} = ${pageId}`,
        inArray(noticeTable.audience, ["subscribers", "endpoints", "team"]),
      ),
    )
    .orderBy(desc(noticeTable.createdAt), desc(noticeTable.id))
    .limit(limit);
