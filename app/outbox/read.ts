import { permit } from "~/access/permission";
import { deliveryView, type ListedChannelDelivery } from "~/channels/deliveries";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { inEnglish, type Refusal } from "~/failures/refusal";
import { leftBeforeReason } from "~/notifications/rules/quarantine";
import type { Ctx } from "~/platform/ctx";
import { maskedAddress } from "~/subscribers/rules/subscriber";
import { type MailView, type NoticeView, noMail, noticeView } from "./outbox-view";
import { batchesOf, deliveriesOfNotice, mailTrouble, outboxNotice, reasonsOf, unknownOf } from "./queries/outbox";

export interface BatchView {
  round: number;
  number: number;
  /** Number of its recipients, and of those that failed temporarily. */
  size: number;
  failed: number;
  doneAt: number | null;
}

export interface FailureView {
  recipient: string;
  /** Complete for admins, masked for others, null when the subscriber or person was deleted. */
  address: string | null;
  reason: Refusal;
  round: number;
}

export interface NoticeDetail {
  notice: NoticeView;
  mail: MailView;
  /** Batches, newest round first, at most `shown`. */
  batches: BatchView[];
  /** Failed attempts, newest round first, at most `shown`. */
  failures: FailureView[];
  /** Unconfirmed recipients, at most `shown`. */
  unknown: Omit<FailureView, "reason">[];
  deliveries: (ListedChannelDelivery & { channelId: string; channelName: string | null })[];
}

const maxTriesShown = 200;

const wordsOf = (reason: string): Refusal => (reason === leftBeforeReason ? "recipient.left" : inEnglish(reason));

/** Returns one notice with its batches, its failures and their reasons, and the answers of channels. */
export async function readNotice(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<NoticeDetail>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const whole = permit(ctx.actor, ctx.member, pageId, "admin").ok;
  const [[found], [mail = noMail], batches, reasons, unknown, deliveries] = await read(
    ctx,
    outboxNotice(ctx, pageId, id),
    mailTrouble(ctx, pageId),
    batchesOf(ctx, id, maxTriesShown),
    reasonsOf(ctx, pageId, id, maxTriesShown),
    unknownOf(ctx, pageId, id, maxTriesShown),
    deliveriesOfNotice(ctx, pageId, id),
  );
  if (!found) return missingFailure;
  const shownAddress = (address: string | null) => (address === null || whole ? address : maskedAddress(address));
  const failures = reasons.map(({ recipient, address, reason, reasonRound: round }) => ({
    recipient,
    address: shownAddress(address),
    reason: wordsOf(reason),
    round,
  }));
  return ok({
    notice: noticeView(found, mail, ctx.now()),
    mail,
    batches,
    failures,
    unknown: unknown.map(({ recipient, address, unknownRound: round }) => ({
      recipient,
      address: shownAddress(address),
      round,
    })),
    deliveries: deliveries.map(({ row, channelName }) => ({
      ...deliveryView(row, found.row.kind),
      channelId: row.channelId,
      channelName,
    })),
  });
}
