import { and, eq, type SQL, sql } from "drizzle-orm";
import { testAlertKeyPrefix } from "~/alerts/rules/signal";
import { rowsAsJsonSql } from "~/db/json-rows";
import { channelTable } from "~/db/schema";
import { presentStateNoticeKind } from "~/notifications/rules/missed-events";
import type { Ctx } from "~/platform/ctx";

/** Maximum number of alerts and drafts that a new channel is sent. */
const maxAlertsSent = 100;
const maxDraftsSent = 20;

const firing = sql`(SELECT a.id, a.started_at, a.severity FROM alert a WHERE a.page_id = channel.page_id
  AND a.state = 'firing' AND a.acknowledged_at IS NULL AND a.dismissed_at IS NULL AND a.cause_id IS NULL
  AND a.key NOT LIKE ${`${testAlertKeyPrefix}%`} ORDER BY a.source_id, a.started_at LIMIT ${maxAlertsSent}) f`;

/** Notices about drafts that nobody has decided on. */
const draftNotices = sql`(SELECT max(n.id) AS id FROM (SELECT i.id AS incident_id FROM incident i WHERE i.page_id = channel.page_id
    AND i.closed = 0 AND i.visibility = 'draft' LIMIT ${maxDraftsSent}) o
  CROSS JOIN notice n ON n.kind = 'draft_opened' AND n.subject_id = o.incident_id GROUP BY o.incident_id) d`;

/** True until the channel gets its first message; a test is none. Each channel is sent the present state once. */
const hasHeardNothing = (testIdSuffix: string): SQL<number> => sql<number>`(NOT EXISTS (SELECT 1 FROM channel_delivery d
    WHERE d.channel_id = channel.id AND d.notice_id NOT LIKE ${`%${testIdSuffix}`})
  AND NOT EXISTS (SELECT 1 FROM notice n WHERE n.kind = ${presentStateNoticeKind} AND n.subject_id = channel.page_id
    AND n.sequence = channel.created_at))`;

/** Returns what a channel has missed by being created after it: unacknowledged alerts, and drafts, as JSON. */
export const presentStateOfChannelQuery = ({ db }: Pick<Ctx, "db">, pageId: string, id: string, testIdSuffix: string) =>
  db
    .select({
      isNew: hasHeardNothing(testIdSuffix).as("is_new"),
      alerts: rowsAsJsonSql(firing, "f", "id startedAt severity").as("alerts"),
      drafts: sql<string>`(SELECT json_group_array(d.id) FROM ${draftNotices})`.as("drafts"),
    })
    .from(channelTable)
    .where(and(eq(channelTable.pageId, pageId), eq(channelTable.id, id)));

export type PresentStateRow = Awaited<ReturnType<typeof presentStateOfChannelQuery>>[number];
