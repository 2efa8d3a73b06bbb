import { sql } from "drizzle-orm";
import type { SqlStatement } from "~/db/write";
import { noticeKindsDeduplicatedBySequence, teamNoticeKinds } from "~/notifications/rules/notice";
import {
  noticeKindsThatMayLapse,
  type OrderedNews,
  overtakingNoticeKindsOf,
  subjectEndingNoticeKinds,
} from "~/notifications/rules/overtaken-messages";
import type { Ctx } from "~/platform/ctx";

/** Maximum number of retries of a channel that are looked at; others are checked when their turn comes. */
const maxWaitingDeliveries = 20;

const lives = JSON.stringify(Object.fromEntries(teamNoticeKinds.map((kind) => [kind, overtakingNoticeKindsOf(kind)])));
const listed = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(", ");
/** Kinds whose sequence is not a version, so that any notice of their line may be newer. */
const timed = sql.raw(listed(noticeKindsDeduplicatedBySequence));
/** True for deliveries that ended unsent, because no message was left or it was refused permanently. */
const untold = sql.raw(`d.state = 'dead' AND n.kind IN (${listed(noticeKindsThatMayLapse)})`);

/** Delivered news of these subjects that may be newer; by the index of a subject's notices. */
const toldSince = (pairs: string) => sql`SELECT p.value ->> 0 AS channel_id, n.id, n.kind, n.subject_id, n.sequence,
    d.created_at, 1 AS told
  FROM json_each(${pairs}) p CROSS JOIN notice o ON o.id = p.value ->> 1
    CROSS JOIN json_each(${lives}, '$.' || o.kind) k
    CROSS JOIN notice n ON n.kind = k.value AND n.subject_id = o.subject_id
      AND n.sequence > iif(o.kind IN (${timed}), -1, o.sequence)
    CROSS JOIN channel_delivery d ON d.channel_id = p.value ->> 0 AND d.notice_id = n.id
  WHERE (d.attempt > 0 OR d.attempts <> '[]') AND NOT (${untold}) AND n.id <> o.id`;

/** Retries of these channels that are waiting, the soonest first. */
const waiting = (pairs: string, now: number) => sql`SELECT c.channel_id, n.id, n.kind, n.subject_id, n.sequence,
    d.created_at, 0 AS told
  FROM (SELECT DISTINCT value ->> 0 AS channel_id FROM json_each(${pairs})) c
    CROSS JOIN json_each((SELECT json_group_array(notice_id) FROM (SELECT notice_id
      FROM channel_delivery INDEXED BY channel_delivery_waiting
      WHERE due_at IS NOT NULL AND channel_id = c.channel_id AND due_at > ${now} ORDER BY due_at LIMIT ${maxWaitingDeliveries}))) w
    CROSS JOIN channel_delivery d ON d.channel_id = c.channel_id AND d.notice_id = w.value
    CROSS JOIN notice n ON n.id = w.value
  WHERE d.attempt > 0`;

/** Delivered news that may be newer than the claimed deliveries (`told`), and older ones that wait for a retry. */
export const newsAroundDeliveriesQuery = (
  { db }: Pick<Ctx, "db">,
  claimed: readonly { channelId: string; noticeId: string }[],
  now: number,
) => {
  const pairs = JSON.stringify(claimed.map(({ channelId, noticeId }) => [channelId, noticeId]));
  return db
    .select({
      channelId: sql<string>`channel_id`.as("channel"),
      noticeId: sql<string>`id`.as("notice"),
      kind: sql<OrderedNews["kind"]>`kind`.as("notice_kind"),
      subjectId: sql<string>`subject_id`.as("subject"),
      sequence: sql<number>`sequence`.as("place"),
      begunAt: sql<number>`created_at`.as("begun"),
      told: sql<number>`told`.as("was_told"),
    })
    .from(sql`(${toldSince(pairs)} UNION ALL ${waiting(pairs, now)})`);
};

/** Ends waiting deliveries that a newer message replaced, unless a sender has them in hand. */
export const endOvertakenDeliveriesStatement = (
  channelId: string,
  noticeIds: readonly string[],
  now: number,
): SqlStatement => ({
  sql: `UPDATE channel_delivery SET state = 'overtaken', due_at = NULL, done_at = ?3
    WHERE channel_id = ?1 AND notice_id IN (SELECT value FROM json_each(?2))
      AND due_at IS NOT NULL AND attempt > 0 AND lease_until <= ?3`,
  params: [channelId, JSON.stringify(noticeIds), now],
});

/**
 * Does the same for all earlier deliveries of these kinds about a subject that is over, because sent later they would
 * open it again elsewhere. Goes by creation time, as these kinds have no versions.
 */
export const endEarlierDeliveriesStatement = (
  channelId: string,
  { noticeId, subjectId, begunAt }: OrderedNews,
  kinds: readonly string[],
  now: number,
): SqlStatement => ({
  sql: `UPDATE channel_delivery INDEXED BY channel_delivery_waiting SET state = 'overtaken', due_at = NULL, done_at = ?6
    WHERE channel_id = ?1 AND due_at IS NOT NULL AND attempt > 0 AND lease_until <= ?6 AND (created_at, notice_id) < (?4, ?5)
      AND EXISTS (SELECT 1 FROM notice n WHERE n.id = notice_id AND n.subject_id = ?2
        AND n.kind IN (SELECT value FROM json_each(?3)))`,
  params: [channelId, subjectId, JSON.stringify(kinds), begunAt, noticeId, now],
});

/**
 * Called when a message that replaced others came to nothing: makes the newest replaced delivery of its line due again,
 * which is then checked for newer messages itself.
 */
export const restoreOvertakenDeliveryStatement = (channelId: string, noticeId: string, now: number): SqlStatement => ({
  sql: `UPDATE channel_delivery SET state = 'due', due_at = ?3, done_at = NULL WHERE channel_id = ?1 AND notice_id = (
    SELECT n.id FROM notice o CROSS JOIN json_each('${lives}', '$.' || o.kind) k
      CROSS JOIN notice n ON n.kind = k.value AND n.subject_id = o.subject_id
      CROSS JOIN channel_delivery d ON d.channel_id = ?1 AND d.notice_id = n.id
    WHERE o.id = ?2 AND d.state = 'overtaken' AND n.kind NOT IN (${listed(subjectEndingNoticeKinds)}) ORDER BY d.created_at DESC, n.id DESC LIMIT 1)`,
  params: [channelId, noticeId, now],
});
