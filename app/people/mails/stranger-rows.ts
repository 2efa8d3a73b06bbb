import { readBatch } from "~/db/read";
import { fail } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { guardStrangerRowsStatement, spendStrangerRowsStatement, strangerRowsOfDayQuery } from "../queries/mail-ledger";
import {
  type StrangerBucket,
  secondsUntilNextDay,
  strangerRowCostByBucket,
  strangerRowLimit,
  utcDayNumber,
} from "../rules/stranger-rows";
import type { MailCountStatements } from "./mail-allowances";

/** Share of a day's text messages that codes may use; the rest is for news. */
const verificationShare = 0.5;

/** Returns what a text message with a code takes from the day's; null when codes have used up their share. */
export async function reserveVerificationSms(ctx: Ctx): Promise<MailCountStatements | null> {
  const daily = ctx.config.texting?.daily ?? 0;
  const [day, limit] = [utcDayNumber(ctx.now()), Math.ceil(daily * verificationShare)];
  const [rows] = await readBatch(ctx, strangerRowsOfDayQuery(ctx, day));
  const spent = rows.find(({ bucket }) => bucket === "texts")?.count ?? 0;
  if (spent >= limit) return null;
  const spending = [{ bucket: "texts" as const, day, cost: 1, limit }];
  return { guards: [guardStrangerRowsStatement(spending)], changes: [spendStrangerRowsStatement(spending)] };
}

/**
 * Failure when the day's rows are used up; it concerns all strangers together, so it reveals nothing about an address.
 */
export const dailyLimitFailure = (ctx: Ctx) => fail({ name: "limited", retryAfter: secondsUntilNextDay(ctx.now()) });

/** Returns what a commit that a stranger causes takes from the day's rows of its kind; null when they are used up. */
export async function reserveStrangerRows(ctx: Ctx, bucket: StrangerBucket): Promise<MailCountStatements | null> {
  const [day, cost, limit] = [
    utcDayNumber(ctx.now()),
    strangerRowCostByBucket[bucket],
    strangerRowLimit(bucket, ctx.config.plan),
  ];
  const [rows] = await readBatch(ctx, strangerRowsOfDayQuery(ctx, day));
  const spent = rows.find((row) => row.bucket === bucket)?.count ?? 0;
  if (spent + cost > limit) return null;
  const spending = [{ bucket, day, cost, limit }];
  return { guards: [guardStrangerRowsStatement(spending)], changes: [spendStrangerRowsStatement(spending)] };
}
