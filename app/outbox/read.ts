import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import { channelDeliveryView, type ListedChannelDelivery } from "~/channels/deliveries";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { englishText, type Refusal } from "~/failures/refusal";
import { leftRecipientReason } from "~/notifications/rules/quarantine";
import type { Ctx } from "~/platform/ctx";
import { maskAddress } from "~/subscribers/rules/subscriber";
import { emptyMailSendingView, type MailSendingView, type NoticeView, noticeViewOf } from "./outbox-view";
import {
  batchesOfNoticeQuery,
  deliveriesOfNoticeQuery,
  failureReasonsOfNoticeQuery,
  mailStateOfPageQuery,
  outboxNoticeByIdQuery,
  unconfirmedRecipientsQuery,
} from "./queries/outbox";

export interface NoticeBatchView {
  round: number;
  number: number;
  /** Number of its recipients, and of those that failed temporarily. */
  size: number;
  failed: number;
  doneAt: number | null;
}

export interface NoticeFailureView {
  recipient: string;
  /** Complete for admins, masked for others, null when the subscriber or person was deleted. */
  address: string | null;
  reason: Refusal;
  round: number;
}

export interface NoticeDetail {
  notice: NoticeView;
  mail: MailSendingView;
  /** Batches, newest round first, at most `shown`. */
  batches: NoticeBatchView[];
  /** Failed attempts, newest round first, at most `shown`. */
  failures: NoticeFailureView[];
  /** Unconfirmed recipients, at most `shown`. */
  unknown: Omit<NoticeFailureView, "reason">[];
  deliveries: (ListedChannelDelivery & { channelId: string; channelName: string | null })[];
}

const maxTriesShown = 200;

const wordsOf = (reason: string): Refusal => (reason === leftRecipientReason ? "recipient.left" : englishText(reason));

/** Returns one notice with its batches, its failures and their reasons, and the answers of channels. */
export async function readNotice(ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<NoticeDetail>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const whole = permitRole(ctx.actor, ctx.member, pageId, "admin").ok;
  const [[found], [mail = emptyMailSendingView], batches, reasons, unknown, deliveries] = await readBatch(
    ctx,
    outboxNoticeByIdQuery(ctx, pageId, id),
    mailStateOfPageQuery(ctx, pageId),
    batchesOfNoticeQuery(ctx, id, maxTriesShown),
    failureReasonsOfNoticeQuery(ctx, pageId, id, maxTriesShown),
    unconfirmedRecipientsQuery(ctx, pageId, id, maxTriesShown),
    deliveriesOfNoticeQuery(ctx, pageId, id),
  );
  if (!found) return missingFailure;
  const shownAddress = (address: string | null) => (address === null || whole ? address : maskAddress(address));
  const failures = reasons.map(({ recipient, address, reason, reasonRound: round }) => ({
    recipient,
    address: shownAddress(address),
    reason: wordsOf(reason),
    round,
  }));
  return ok({
    notice: noticeViewOf(found, mail, ctx.now()),
    mail,
    batches,
    failures,
    unknown: unknown.map(({ recipient, address, unknownRound: round }) => ({
      recipient,
      address: shownAddress(address),
      round,
    })),
    deliveries: deliveries.map(({ row, channelName }) => ({
      ...channelDeliveryView(row, { kind: found.row.kind, about: found.about }),
      channelId: row.channelId,
      channelName,
    })),
  });
}
