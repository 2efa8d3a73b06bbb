import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { noticeBatchTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import { numbersInBitSet } from "~/text/bits";
import {
  clearUnknownRecipientsStatement,
  failedNoticeBatchesQuery,
  type NoticeBatchRow,
  unconfirmedNoticeBatchesQuery,
} from "../queries/batch";
import { advanceNoticeStatement, guardNoticeUnchangedStatement, type NoticeRow } from "../queries/notice";
import { respondersToNotifyQuery, subscribersToNotifyQuery } from "../queries/recipients";
import { firstHandOverBits } from "../rules/hand-over";
import { isSubscriberAudience } from "../rules/notice";
import { noticeBatchLeaseMs } from "./job";

const maxBatchRecipients = 50;

/**
 * Returns the number of recipients in a batch: no more than one invocation can send, so that a batch is not split
 * between two.
 */
export const noticeBatchSizeOf = ({ meter }: Ctx): number => Math.min(maxBatchRecipients, meter.limit.mails);

interface RecipientPage {
  ids: string[];
  /** Position at which the next expansion continues; null when these are the last. */
  cursor: string | null;
  /** Statements to write in the batch that freezes them. */
  taken?: SqlStatement[];
}

const pageOf = (rows: { id: string }[], limit: number): RecipientPage => {
  const ids = rows.map(({ id }) => id);
  return { ids, cursor: rows.length < limit ? null : (ids.at(-1) ?? null) };
};

/** Returns recipients whose delivery failed temporarily in the previous round, by batch after the cursor. */
async function failedBefore(ctx: Ctx, notice: NoticeRow, limit: number): Promise<RecipientPage> {
  const after = notice.cursor === "" ? -1 : Number(notice.cursor);
  const [rows] = await readBatch(ctx, failedNoticeBatchesQuery(ctx, notice.id, notice.round - 1, after, limit));
  const ids: string[] = [];
  for (const { number, recipients, failed } of rows) {
    ids.push(...numbersInBitSet(failed, recipients.length).map((n) => recipients[n] as string));
    if (ids.length >= limit) return { ids, cursor: String(number) };
  }
  return { ids, cursor: rows.length < limit ? null : String(rows.at(-1)?.number) };
}

/**
 * Returns recipients of all earlier rounds whose delivery is unconfirmed; `taken` removes them from the batches in
 * which they were.
 */
async function unknownBefore(ctx: Ctx, notice: NoticeRow, limit: number): Promise<RecipientPage> {
  const most = Math.ceil(limit / noticeBatchSizeOf(ctx));
  const [rows] = await readBatch(ctx, unconfirmedNoticeBatchesQuery(ctx, notice.id, notice.round, most));
  const ids = rows.flatMap(({ recipients, unknown }) =>
    numbersInBitSet(unknown, recipients.length).map((n) => recipients[n] as string),
  );
  const taken = rows.length > 0 ? [clearUnknownRecipientsStatement(notice.id, rows)] : [];
  return { ids, cursor: rows.length < most ? null : "unknown", taken };
}

/** Returns the next recipients. At most one statement. */
async function nextOf(ctx: Ctx, notice: NoticeRow, limit: number): Promise<RecipientPage> {
  if (notice.scope.unknown_round === notice.round) return unknownBefore(ctx, notice, limit);
  if (notice.round > 0) return failedBefore(ctx, notice, limit);
  const cursor = notice.cursor ?? "";
  if (isSubscriberAudience(notice.audience))
    return pageOf((await readBatch(ctx, subscribersToNotifyQuery(ctx, notice, cursor, limit)))[0], limit);
  if (notice.audience === "team") {
    return pageOf((await readBatch(ctx, respondersToNotifyQuery(ctx, notice.pageId, cursor, limit)))[0], limit);
  }
  const named = notice.scope.subscriber_id ?? notice.scope.person_id ?? "address";
  return { ids: [String(named)], cursor: null };
}

export interface ExpandedNotice {
  notice: NoticeRow;
  batches: NoticeBatchRow[];
  token: string;
  until: number;
}

/** Writes batches and cursor in one guarded batch. Throws LostRaceError when another sender expanded first. */
async function write(ctx: Ctx, notice: NoticeRow, count: number, lease: { leaseToken: string; leaseUntil: number }) {
  const batchSize = noticeBatchSizeOf(ctx);
  const { ids, cursor, taken = [] } = await nextOf(ctx, notice, count * batchSize);
  const size = Math.ceil(ids.length / batchSize);
  const batches = Array.from({ length: size }, (_, index) => ({
    noticeId: notice.id,
    round: notice.round,
    number: notice.next + index,
    recipients: ids.slice(index * batchSize, (index + 1) * batchSize),
  }));
  const next = notice.next + size;
  const isLeased = lease.leaseToken !== "";
  const rows = batches.map((each, index) => ({
    ...each,
    ...lease,
    inHand: isLeased && index === 0 ? firstHandOverBits(each.recipients.length) : 0,
  }));
  await runBatch(ctx, [
    guardNoticeUnchangedStatement(notice),
    ...insertRowsStatements(noticeBatchTable, rows),
    ...taken,
    advanceNoticeStatement(notice.id, { cursor, next, sweepAt: lease.leaseUntil }),
  ]).catch((error) => {
    throw translateDatabaseError(error);
  });
  return { notice: { ...notice, cursor, next }, batches };
}

/** Freezes the next recipients into batches without a lease; the next sender sends them. At most five statements. */
export async function freezeRecipients(ctx: Ctx, notice: NoticeRow, count: number): Promise<void> {
  await write(ctx, notice, count, { leaseToken: "", leaseUntil: 0 });
}

/**
 * Freezes the next recipients into batches leased to the caller, with the first ten in hand. At most five statements.
 */
export async function expandNotice(ctx: Ctx, given: NoticeRow, count: number): Promise<ExpandedNotice> {
  const [token, until] = [ctx.id(), ctx.now() + noticeBatchLeaseMs];
  const { notice, batches } = await write(ctx, given, count, { leaseToken: token, leaseUntil: until });
  const untouched = { done: 0, failed: 0, doubtful: 0, unknown: 0, reasons: null };
  return { notice, batches: batches.map((each) => ({ ...each, ...untouched })), token, until };
}
