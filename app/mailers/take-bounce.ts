import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { bounceName } from "~/net/own-mail-names";
import { readSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import { quarantineBounced } from "~/notifications/queries/batch";
import { failedIn } from "~/notifications/rules/delivery-status";
import type { Ctx } from "~/platform/ctx";
import { type BounceReport, readBounceReport } from "~/sources/contract/bounce-report";
import { forgetCounts } from "~/subscribers/counts";
import { subscriberById } from "~/subscribers/queries/subscriber";
import { listAddresses } from "./queries/quarantine-list";
import { newsIn } from "./rules/mail-event";

/** What became of it: `nothing` = it is no report, or it proves nothing. */
export type BounceTaken = "bounced" | "nothing";

/** Where reports come in, below the domain of email; null = no email comes in here. */
export const bounceAddressOf = ({ config }: Ctx): string | null =>
  config.mailDomain === undefined ? null : `${bounceName}@${config.mailDomain}`;

/**
 * Whose mail came back. Every mail to a subscriber carries the link by which they leave, which we signed: who has it could
 * as well press it, so that a forged report takes off nobody whom its author could not take off without it.
 */
async function subscriptionOf(ctx: Ctx, { returned }: BounceReport) {
  const [, token = ""] = /\/subscriptions\/([\w.-]{1,150})\/leave/.exec(returned.get("list-unsubscribe") ?? "") ?? [];
  const list = returned.get("list-id") ?? "";
  const [, pageId = ""] = /^([0-9a-z-]{1,40})\./.exec(list.slice(list.lastIndexOf("<") + 1).trim()) ?? [];
  const known = token === "" || pageId === "" ? null : await readSubscriptionToken(ctx, token);
  if (known?.purpose !== "manage") return null;
  const [[row]] = await read(ctx, subscriberById(ctx, pageId, known.id));
  return row?.generation === known.generation && row.kind === "email" && row.address !== null
    ? { ...row, address: row.address }
    : null;
}

/**
 * A report that a mail of ours was not delivered: its subscriber gets none any more until a person says otherwise, and is
 * shown with the server’s reason. Only the subscription whose mail came back, only for its own address, and not who changed
 * something after it.
 */
export async function takeBounce(ctx: Ctx, bytes: Uint8Array): Promise<BounceTaken> {
  const report = await readBounceReport(bytes);
  const failed = report ? failedIn(report.status) : [];
  const row = report && failed.length > 0 ? await subscriptionOf(ctx, report) : null;
  const own = row && failed.find(({ addresses }) => addresses.includes(row.address));
  if (!row || !own) return "nothing";
  const told = { address: row.address, kind: "bounce", reason: own.reason, at: report?.at ?? null } as const;
  const [news] = newsIn([told], ctx.now());
  if (!news || row.updatedAt > news.until) return "nothing";
  const now = ctx.now();
  await runBatch(ctx, [
    quarantineBounced(row.pageId, { [row.id]: news.reason }, now),
    listAddresses([row.address], ctx.id(), now),
  ]);
  forgetCounts(row.pageId);
  return "bounced";
}
