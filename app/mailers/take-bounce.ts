import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { bounceMailboxName } from "~/net/own-mail-names";
import { openSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import { quarantineBouncedSubscribersStatement } from "~/notifications/queries/batch";
import { parseFailedRecipients } from "~/notifications/rules/delivery-status";
import type { Ctx } from "~/platform/ctx";
import { type BounceReport, parseBounceReport } from "~/sources/contract/bounce-report";
import { forgetSubscriberCounts } from "~/subscribers/counts";
import { subscriberByIdQuery } from "~/subscribers/queries/subscriber";
import { quarantineAddressesListStatement } from "./queries/quarantine-list";
import { mailNewsByAddress } from "./rules/mail-event";

/** Outcome of processing a report. `nothing` = it is not a report, or it cannot be verified. */
export type BounceOutcome = "bounced" | "nothing";

/** Returns the address for bounce reports, at the domain of email; null = the deployment receives no email. */
export const bounceReportAddressOf = ({ config }: Ctx): string | null =>
  config.mailDomain === undefined ? null : `${bounceMailboxName}@${config.mailDomain}`;

/**
 * Returns the subscription whose email bounced. Every email to a subscriber has a signed unsubscribe link, which the
 * report must contain: its author could use that link anyway, so a forged report gains nothing.
 */
async function subscriptionOf(ctx: Ctx, { returned }: BounceReport) {
  const [, token = ""] = /\/subscriptions\/([\w.-]{1,150})\/leave/.exec(returned.get("list-unsubscribe") ?? "") ?? [];
  const list = returned.get("list-id") ?? "";
  const [, pageId = ""] = /^([0-9a-z-]{1,40})\./.exec(list.slice(list.lastIndexOf("<") + 1).trim()) ?? [];
  const known = token === "" || pageId === "" ? null : await openSubscriptionToken(ctx, token);
  if (known?.purpose !== "manage") return null;
  const [[row]] = await readBatch(ctx, subscriberByIdQuery(ctx, pageId, known.id));
  return row?.generation === known.generation && row.kind === "email" && row.address !== null
    ? { ...row, address: row.address }
    : null;
}

/**
 * Reads a bounce report and quarantines its subscriber until a person releases them, with the server's reason. Affects
 * only the subscription whose email bounced, only its own address, and not one that was changed after the bounce.
 */
export async function processBounceReport(ctx: Ctx, bytes: Uint8Array): Promise<BounceOutcome> {
  const report = await parseBounceReport(bytes);
  const failed = report ? parseFailedRecipients(report.status) : [];
  const row = report && failed.length > 0 ? await subscriptionOf(ctx, report) : null;
  const own = row && failed.find(({ addresses }) => addresses.includes(row.address));
  if (!row || !own) return "nothing";
  const told = { address: row.address, kind: "bounce", reason: own.reason, at: report?.at ?? null } as const;
  const [news] = mailNewsByAddress([told], ctx.now());
  if (!news || row.updatedAt > news.until) return "nothing";
  const now = ctx.now();
  await runBatch(ctx, [
    quarantineBouncedSubscribersStatement(row.pageId, { [row.id]: news.reason }, now),
    quarantineAddressesListStatement([row.address], ctx.id(), now),
  ]);
  forgetSubscriberCounts(row.pageId);
  return "bounced";
}
