import { runBatch } from "~/db/commit";
import { type BatchRow, failedBatches } from "~/db/queries/batch";
import { moveOn, type NoticeRow, stillAt } from "~/db/queries/notice";
import { respondersToTell, subscribersToTell } from "~/db/queries/recipients";
import { read } from "~/db/read";
import { batch } from "~/db/schema";
import { understand } from "~/db/trouble";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { numbersIn } from "~/rules/bits";
import { lease } from "./job";

export const batchSize = 50;

interface Found {
  ids: string[];
  /** Where the next expansion goes on; null = these were the last. */
  cursor: string | null;
}

const pageOf = (rows: { id: string }[], limit: number): Found => {
  const ids = rows.map(({ id }) => id);
  return { ids, cursor: rows.length < limit ? null : (ids.at(-1) ?? null) };
};

/** Those of the round before who failed for now, by batch after the cursor. */
async function failedBefore(ctx: Ctx, notice: NoticeRow, limit: number): Promise<Found> {
  const after = notice.cursor === "" ? -1 : Number(notice.cursor);
  const [rows] = await read(ctx, failedBatches(ctx, notice.id, notice.round - 1, after, limit));
  const ids: string[] = [];
  for (const { number, recipients, failed } of rows) {
    ids.push(...numbersIn(failed, recipients.length).map((n) => recipients[n] as string));
    if (ids.length >= limit) return { ids, cursor: String(number) };
  }
  return { ids, cursor: rows.length < limit ? null : String(rows.at(-1)?.number) };
}

/** Who comes next: one statement at the most. */
async function nextOf(ctx: Ctx, notice: NoticeRow, limit: number): Promise<Found> {
  if (notice.round > 0) return failedBefore(ctx, notice, limit);
  const cursor = notice.cursor ?? "";
  if (notice.audience === "subscribers")
    return pageOf((await read(ctx, subscribersToTell(ctx, notice, cursor, limit)))[0], limit);
  if (notice.audience === "team") {
    return pageOf((await read(ctx, respondersToTell(ctx, notice.pageId, cursor, limit)))[0], limit);
  }
  const named = notice.scope.subscriber_id ?? notice.scope.person_id ?? "address";
  return { ids: [String(named)], cursor: null };
}

export interface Expanded {
  notice: NoticeRow;
  batches: BatchRow[];
  token: string;
  until: number;
}

/**
 * Freezes the next recipients into batches that are leased to the caller; batches and cursor in one guarded batch
 * (protocols §6). Throws LostRace when somebody else expanded first. Four statements.
 */
export async function expand(ctx: Ctx, notice: NoticeRow, count: number): Promise<Expanded> {
  const { ids, cursor } = await nextOf(ctx, notice, count * batchSize);
  const [token, until] = [ctx.id(), ctx.now() + lease];
  const size = Math.ceil(ids.length / batchSize);
  const batches = Array.from({ length: size }, (_, index) => ({
    noticeId: notice.id,
    round: notice.round,
    number: notice.next + index,
    recipients: ids.slice(index * batchSize, (index + 1) * batchSize),
  }));
  const next = notice.next + size;
  const leased = batches.map((each) => ({ ...each, leaseToken: token, leaseUntil: until }));
  await runBatch(ctx, [
    stillAt(notice),
    ...insertRows(batch, leased),
    moveOn(notice.id, { cursor, next, sweepAt: until }),
  ]).catch((error) => {
    throw understand(error);
  });
  const after = { ...notice, cursor, next };
  return {
    notice: after,
    batches: batches.map((each) => ({ ...each, done: 0, failed: 0, reasons: null })),
    token,
    until,
  };
}
