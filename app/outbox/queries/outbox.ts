import { and, asc, desc, eq, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import { channelDeliveryTable, deploymentTable, mailerTable, noticeBatchTable, noticeTable } from "~/db/schema";
import type { Refusal } from "~/failures/refusal";
import { channelOnlyNoticeKinds, type NoticeKind, noticeLanes } from "~/notifications/rules/notice";
import type { NoticeStep, OutboxFilter, OutboxWay } from "~/notifications/rules/outbox";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;
type OutboxContext = Pick<Ctx, "db" | "now">;

const mailersSet = sql<number>`(SELECT count(*) FROM ${mailerTable})`;
const lastError = sql<Refusal | null>`(SELECT m.last_error FROM mailer m WHERE m.last_error IS NOT NULL ORDER BY m.last_failed_at DESC LIMIT 1)`;

const everyLane = sql.raw(Object.values(noticeLanes).join(", "));
const neverMailed = sql.raw(channelOnlyNoticeKinds.map((kind) => `'${kind}'`).join(", "));

/** True when someone can be emailed; notices without readers are no trouble when no mailer works. */
const subscribed = (pageId: string) =>
  sql`EXISTS (SELECT 1 FROM subscriber s WHERE s.page_id = ${pageId} AND s.kind = 'email' AND s.state = 'active')`;
const addressed = (pageId: string) =>
  sql`EXISTS (SELECT 1 FROM membership m JOIN person p ON p.id = m.person_id WHERE m.page_id = ${pageId} AND p.email IS NOT NULL)`;

/** Number of notices that wait to be emailed: open, not scheduled for later, and with readers. */
const waits = (pageId: string, now: number) =>
  sql<number>`(SELECT count(*) FROM notice n INDEXED BY notice_waiting WHERE n.due_at IS NOT NULL AND n.lane IN (${everyLane}) AND n.page_id = ${pageId} AND n.created_at <= ${now} AND n.kind NOT IN (${neverMailed})
    AND CASE n.audience WHEN 'endpoints' THEN 0 WHEN 'subscribers' THEN ${subscribed(pageId)} WHEN 'team' THEN ${addressed(pageId)} ELSE 1 END)`;

/**
 * State of email: whether it is sent, why not, and what waits on this page; `dead` = notices that did not reach
 * everyone.
 */
export const mailStateOfPageQuery = ({ db, now }: OutboxContext, pageId: string) =>
  db
    .select({
      failingSince: deploymentTable.mailFailingSince,
      mailers: mailersSet.as("mailers"),
      lastError: lastError.as("last_error"),
      waiting: waits(pageId, now()).as("waiting"),
      dead: sql<number>`(SELECT count(*) FROM notice n WHERE n.page_id = ${pageId} AND n.outcome = 'dead')`.as("dead"),
      nextDueAt: sql<
        number | null
      >`(SELECT min(n.not_before) FROM notice n INDEXED BY notice_waiting WHERE n.due_at IS NOT NULL AND n.lane IN (${everyLane}) AND n.page_id = ${pageId})`.as(
        "next_due_at",
      ),
    })
    .from(deploymentTable)
    .where(eq(deploymentTable.id, 1));

/** Title of the notice's subject; null when that was deleted. */
export const noticeAboutColumn = sql<string | null>`coalesce(
  (SELECT i.title FROM incident i WHERE i.id = notice.subject_id),
  (SELECT m.title FROM maintenance m WHERE m.id = notice.subject_id),
  (SELECT s.name FROM source s WHERE s.id = notice.subject_id))`;

/** Step of an incident that an update's notice was about: that of the newest update at its time. */
const step = sql<NoticeStep | null>`CASE notice.kind WHEN 'incident_update' THEN (SELECT
    CASE WHEN u.status = 'resolved' THEN 'resolved'
      WHEN EXISTS (SELECT 1 FROM incident_update e WHERE e.incident_id = u.incident_id AND e.created_at < u.created_at) THEN 'updated'
      ELSE 'published' END
    FROM incident_update u WHERE u.incident_id = notice.subject_id AND u.created_at <= notice.created_at
    ORDER BY u.created_at DESC, u.id DESC LIMIT 1) END`;

const inFilter = {
  all: undefined,
  waiting: sql`notice.outcome IS NULL`,
  failed: eq(noticeTable.outcome, "dead"),
  sent: eq(noticeTable.outcome, "sent"),
} satisfies Record<OutboxFilter, unknown>;

const progress = {
  batches: sql<number>`(SELECT count(*) FROM batch b WHERE b.notice_id = notice.id AND b.round = notice.round)`,
  done: sql<number>`(SELECT count(*) FROM batch b WHERE b.notice_id = notice.id AND b.round = notice.round AND b.done_at IS NOT NULL)`,
};

/** True when a notice has anyone to go to, read once for the page; a channel counts for the team. */
const readers = (pageId: string) =>
  sql<number>`CASE notice.audience WHEN 'subscribers' THEN ${subscribed(pageId)} WHEN 'team' THEN ${addressed(pageId)}
    OR EXISTS (SELECT 1 FROM channel c WHERE c.page_id = ${pageId} AND c.disabled_at IS NULL) ELSE 1 END`;

const shown = (pageId: string) => ({
  row: noticeTable,
  readers: readers(pageId).as("readers"),
  about: noticeAboutColumn.as("about"),
  step: step.as("step"),
  /** Batches of the present round while the notice is open; for ended notices the counters are complete. */
  batches:
    sql<number>`CASE WHEN notice.outcome IS NULL AND notice.expanded_at IS NOT NULL THEN ${progress.batches} ELSE 0 END`.as(
      "batches",
    ),
  batchesDone:
    sql<number>`CASE WHEN notice.outcome IS NULL AND notice.expanded_at IS NOT NULL THEN ${progress.done} ELSE 0 END`.as(
      "batches_done",
    ),
});

/** Condition for notices of this way; the team is also emailed about some of its channels' events. */
function inWay(way: OutboxWay | null) {
  if (way === null) return undefined;
  if (way === "channels") return eq(noticeTable.audience, "team");
  if (way !== "email") return and(eq(noticeTable.audience, "endpoints"), eq(noticeTable.way, way));
  return sql`(notice.audience NOT IN ('endpoints', 'team') OR (notice.audience = 'team' AND notice.kind NOT IN (${neverMailed})))`;
}

interface OutboxListing {
  filter: OutboxFilter;
  way: OutboxWay | null;
  kind: NoticeKind | null;
  isOldestFirst: boolean;
  before: { createdAt: number; id: string } | null;
  limit: number;
}

/** Selects the notices behind one, by the index of the page. */
function isBehind({ before, isOldestFirst }: OutboxListing) {
  if (before === null) return undefined;
  const than = sql.raw(isOldestFirst ? ">" : "<");
  return sql`(notice.created_at, notice.id) ${than} (${before.createdAt}, ${before.id})`;
}

/** Notices of a page by time; those scheduled for later are only listed among the waiting ones. */
export const noticesOfPageQuery = ({ db, now }: OutboxContext, pageId: string, listing: OutboxListing) => {
  const { filter, way, kind, isOldestFirst, limit } = listing;
  const inTime = isOldestFirst ? asc : desc;
  return db
    .select(shown(pageId))
    .from(noticeTable)
    .where(
      and(
        eq(noticeTable.pageId, pageId),
        inFilter[filter],
        inWay(way),
        filter === "waiting" ? undefined : lte(noticeTable.createdAt, now()),
        // The plus sign keeps the index of kinds out: that of the page has the order.
        kind === null ? undefined : sql`+notice.kind = ${kind}`,
        isBehind(listing),
      ),
    )
    .orderBy(inTime(noticeTable.createdAt), inTime(noticeTable.id))
    .limit(limit);
};

export const outboxNoticeByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select(shown(pageId))
    .from(noticeTable)
    .where(and(eq(noticeTable.pageId, pageId), eq(noticeTable.id, id)));

/** Batches of a notice, newest round first; without recipients, which are up to fifty ids each. */
export const batchesOfNoticeQuery = ({ db }: Db, noticeId: string, limit: number) =>
  db
    .select({
      round: noticeBatchTable.round,
      number: noticeBatchTable.number,
      size: sql<number>`json_array_length(${noticeBatchTable.recipients})`.as("size"),
      failed:
        sql<number>`(SELECT count(*) FROM json_each(${noticeBatchTable.recipients}) j WHERE (${noticeBatchTable.failed} >> j.key) & 1)`.as(
          "failed_count",
        ),
      doneAt: noticeBatchTable.doneAt,
    })
    .from(noticeBatchTable)
    .where(eq(noticeBatchTable.noticeId, noticeId))
    .orderBy(desc(noticeBatchTable.round), asc(noticeBatchTable.number))
    .limit(limit);

const isPerson = inArray(noticeTable.audience, ["team", "person"]);

const addressOf = (id: SQL) => sql<string | null>`CASE WHEN ${isPerson}
  THEN (SELECT p.email FROM person p WHERE p.id = ${id})
  ELSE (SELECT s.address FROM subscriber s WHERE s.page_id = notice.page_id AND s.id = ${id}) END`;

/** Recipients who were not reached, with each reason, newest round first. */
export const failureReasonsOfNoticeQuery = ({ db }: Db, pageId: string, noticeId: string, limit: number) =>
  db
    .select({
      recipient: sql<string>`j.key`.as("recipient"),
      reason: sql<string>`j.value`.as("reason"),
      reasonRound: noticeBatchTable.round,
      address: addressOf(sql`j.key`).as("address"),
    })
    .from(noticeBatchTable)
    .innerJoin(noticeTable, eq(noticeTable.id, noticeBatchTable.noticeId))
    .innerJoin(sql`json_each(${noticeBatchTable.reasons}) j`, sql`true`)
    .where(and(eq(noticeBatchTable.noticeId, noticeId), eq(noticeTable.pageId, pageId)))
    .orderBy(desc(noticeBatchTable.round), asc(noticeBatchTable.number))
    .limit(limit);

/** Unconfirmed recipients, newest round first. */
export const unconfirmedRecipientsQuery = ({ db }: Db, pageId: string, noticeId: string, limit: number) =>
  db
    .select({
      recipient: sql<string>`j.value`.as("recipient"),
      unknownRound: noticeBatchTable.round,
      address: addressOf(sql`j.value`).as("address"),
    })
    .from(noticeBatchTable)
    .innerJoin(noticeTable, eq(noticeTable.id, noticeBatchTable.noticeId))
    .innerJoin(sql`json_each(${noticeBatchTable.recipients}) j`, sql`(${noticeBatchTable.unknown} >> j.key) & 1`)
    .where(
      and(eq(noticeBatchTable.noticeId, noticeId), eq(noticeTable.pageId, pageId), ne(noticeBatchTable.unknown, 0)),
    )
    .orderBy(desc(noticeBatchTable.round), asc(noticeBatchTable.number))
    .limit(limit);

/** Deliveries of a notice to channels, each with its attempts. */
export const deliveriesOfNoticeQuery = ({ db }: Db, pageId: string, noticeId: string) =>
  db
    .select({
      row: channelDeliveryTable,
      channelName: sql<string | null>`(SELECT c.name FROM channel c WHERE c.id = channel_delivery.channel_id)`.as(
        "channel_name",
      ),
    })
    .from(channelDeliveryTable)
    .where(and(eq(channelDeliveryTable.pageId, pageId), eq(channelDeliveryTable.noticeId, noticeId)))
    .limit(50);
