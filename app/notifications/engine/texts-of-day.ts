import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { countTextMessagesStatement, strangerRowsOfDayQuery } from "~/people/queries/mail-ledger";
import { utcDayNumber } from "~/people/rules/stranger-rows";
import type { Ctx } from "~/platform/ctx";

export interface DailySmsUsage {
  sent: number;
  limit: number;
  /** Text messages beyond the limit, which were given up. */
  over: number;
}

const splitAt = (limit: number, wanted: number): DailySmsUsage => ({
  sent: Math.min(wanted, limit),
  limit,
  over: Math.max(0, wanted - limit),
});

/** Returns the day's text messages; null, without a statement, when the deployment sends none. */
export async function readDailySmsUsage(ctx: Ctx): Promise<DailySmsUsage | null> {
  const { texting } = ctx.config;
  if (!texting) return null;
  const [rows] = await readBatch(ctx, strangerRowsOfDayQuery(ctx, utcDayNumber(ctx.now())));
  return splitAt(texting.daily, rows.find(({ bucket }) => bucket === "texts")?.count ?? 0);
}

/**
 * Returns how many of these may still be sent today. One statement; a message that is counted and then not sent is not
 * given back.
 */
export async function reserveDailySms(ctx: Ctx, wanted: number): Promise<number> {
  const limit = ctx.config.texting?.daily ?? 0;
  if (wanted === 0 || limit === 0) return 0;
  const [counted] = await runBatch(ctx, [countTextMessagesStatement(utcDayNumber(ctx.now()), wanted)]);
  const [row] = (counted?.results ?? []) as { count: number }[];
  const before = Number(row?.count ?? limit + wanted) - wanted;
  return Math.max(0, Math.min(wanted, limit - before));
}
