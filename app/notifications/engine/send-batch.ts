import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { yieldToRequests } from "~/platform/give-way";
import { endSubscriptionsStatement } from "~/subscribers/queries/subscriber";
import { bitSetOf, numbersInBitSet } from "~/text/bits";
import { emailMessageId } from "~/text/message-id";
import type { EmailWriter } from "../letters/engine/write";
import {
  delaySubscribersStatement,
  markNoticeBatchStatement,
  type NoticeBatchRow,
  quarantineBouncedSubscribersStatement,
  resetSubscriberFailuresStatement,
} from "../queries/batch";
import type { NoticeRow } from "../queries/notice";
import { nextRecipientNumbers } from "../rules/hand-over";
import { isSubscriberAudience } from "../rules/notice";
import { textIdOf } from "../rules/text-id";
import { type NoticeAddressee, readNoticeAddresseeById } from "./addressees";
import {
  emptyNoticeBatchStep,
  isNoticeBatchOver,
  leaveOutBatchRecipients,
  mergeNoticeBatchSteps,
  type NoticeBatchStep,
  noticeBatchAfterStep,
  noticeBatchStepOfAnswers,
  type RecipientDeliveryAnswer,
} from "./batch-step";
import { noticeBatchLeaseMarginMs } from "./job";
import type { MailWithSenderName, OpenMailerChain } from "./open-post";

/** Statements and subrequests that must be left for a hand-over and its mark. */
const markStatements = 4;

/** A batch that this sender holds until `until`. */
interface LeasedBatch {
  ctx: Ctx;
  notice: NoticeRow;
  row: NoticeBatchRow;
  token: string;
  until: number;
  /** The batch that this sender sends next, if any. */
  following: NoticeBatchRow | null;
}

/** One recipient of a batch, with their number in it. */
export interface NoticeBatchRecipient {
  n: number;
  id: string;
  addressee: NoticeAddressee;
}

/** Sends these emails by `until` or not at all; returns one result for each. */
export type DeliverRecipients = (
  told: readonly NoticeBatchRecipient[],
  until: number,
) => Promise<readonly RecipientDeliveryAnswer[]>;

/** A held batch with the means to send it. */
export interface NoticeBatchSendTask extends LeasedBatch {
  room(): number;
  hand: DeliverRecipients;
  /** True when its first hand-over is already marked as in hand, in this batch or by the one before it. */
  named: boolean;
}

/** `stopped` = given back before it was done, or taken by another sender; `away` = no mailer works. */
export interface NoticeBatchSendResult {
  row: NoticeBatchRow;
  end: "done" | "stopped" | "away";
}

interface MailBatch {
  ctx: Ctx;
  notice: NoticeRow;
  writer: EmailWriter;
}

export async function composeMailFor(
  { ctx, notice, writer }: MailBatch,
  id: string,
  { recipient }: NoticeAddressee,
): Promise<MailWithSenderName> {
  const letter = await writer.write(recipient);
  const textId = textIdOf(`${notice.id}.${id}`, [letter.subject, letter.text, letter.html]);
  const messageId = emailMessageId(textId, ctx.config.origin);
  return { ...letter, messageId, to: recipient.address, fromName: writer.fromName };
}

export const mailDeliverer =
  ({ post, ...mailing }: MailBatch & { post: OpenMailerChain }): DeliverRecipients =>
  async (told, until) => {
    const mails = await Promise.all(told.map(({ id, addressee }) => composeMailFor(mailing, id, addressee)));
    mailing.ctx.meter.mails += mails.length;
    return post.send(mails, until);
  };

interface Ending {
  inHand: number;
  givenBack: boolean;
  done: boolean;
}

/** Writes the results and the next group in hand; returns false when another sender holds the batch. */
async function mark(
  { ctx, notice, row, token }: LeasedBatch,
  step: NoticeBatchStep,
  { inHand, givenBack, done }: Ending,
) {
  const { reasons } = step;
  const bits = {
    done: bitSetOf(step.done),
    failed: bitSetOf(step.failed),
    doubtful: bitSetOf(step.doubtful),
    unknown: bitSetOf(step.unknown),
  };
  const ofSubscribers = isSubscriberAudience(notice.audience) || notice.audience === "subscriber";
  const bounced = ofSubscribers && Object.keys(step.bounced).length > 0;
  const [result] = await runBatch(ctx, [
    markNoticeBatchStatement(row, token, { ...bits, inHand, reasons, givenBack, doneAt: done ? ctx.now() : null }),
    ...(bounced ? [quarantineBouncedSubscribersStatement(notice.pageId, step.bounced, ctx.now())] : []),
    ...(Object.keys(step.later).length > 0 ? [delaySubscribersStatement(notice.pageId, step.later)] : []),
    ...(step.left.length > 0 ? [endSubscriptionsStatement(notice.pageId, step.left, ctx.now())] : []),
    ...(ofSubscribers && step.recovered.length > 0
      ? [resetSubscriberFailuresStatement(notice.pageId, step.recovered)]
      : []),
  ]);
  return (result?.meta.changes ?? 0) > 0;
}

/** Gives the batch back unchanged for the next sender. */
export const returnLeasedNoticeBatch = (held: LeasedBatch): Promise<boolean> =>
  mark(held, emptyNoticeBatchStep(), { inHand: 0, givenBack: true, done: false });

/** Hands these over, by `until` or not at all; leaves out those who are no longer to be notified. */
async function handOver(
  sending: NoticeBatchSendTask,
  numbers: readonly number[],
  known: Map<string, NoticeAddressee>,
): Promise<NoticeBatchStep> {
  const { row, hand, until } = sending;
  const gone = leaveOutBatchRecipients(row, numbers, known);
  const some = numbers.filter((n) => !gone.done.includes(n));
  if (some.length === 0) return gone;
  const told = some.map((n) => {
    const id = row.recipients[n] as string;
    return { n, id, addressee: known.get(id) as NoticeAddressee };
  });
  return mergeNoticeBatchSteps(
    gone,
    noticeBatchStepOfAnswers(row, some, await hand(told, until - noticeBatchLeaseMarginMs), known),
  );
}

/** Returns the first group of the batch after this one, so that its first call needs no write of its own. */
const namedAfter = ({ row, following }: NoticeBatchSendTask): number =>
  following && following.number === row.number + 1 ? bitSetOf(nextRecipientNumbers(following, new Set())) : 0;

const recipientsLeft = ({ done, recipients }: NoticeBatchRow) =>
  numbersInBitSet(done, recipients.length, false).map((n) => recipients[n] as string);

/**
 * Sends the rest of the batch, ten at a time. Each mark records the results of ten and names the next ten, so that
 * after a killed sender it is known whose email is in doubt. Stops before the lease ends, when the room is used up,
 * when another sender has the batch, or when no mailer works.
 */
export async function sendNoticeBatch(sending: NoticeBatchSendTask): Promise<NoticeBatchSendResult> {
  const { ctx, notice, room, until } = sending;
  let { row } = sending;
  if (ctx.now() >= until - noticeBatchLeaseMarginMs || room() < markStatements + 1) {
    await returnLeasedNoticeBatch(sending);
    return { row, end: "stopped" };
  }
  const known = await readNoticeAddresseeById(ctx, notice, recipientsLeft(row));
  const held = new Set<number>();
  let group = nextRecipientNumbers(row, held);
  if (!sending.named && group.length > 0) {
    const ours = await mark(sending, emptyNoticeBatchStep(), {
      inHand: bitSetOf(group),
      givenBack: false,
      done: false,
    });
    if (!ours) return { row, end: "stopped" };
  }
  for (;;) {
    await yieldToRequests(ctx);
    const step = await handOver({ ...sending, row }, group, known);
    row = noticeBatchAfterStep(row, step);
    for (const n of step.doubtful) held.add(n);
    group = nextRecipientNumbers(row, held);
    const done = isNoticeBatchOver(row);
    const goesOn = !done && !step.away && !step.late && group.length > 0;
    const stays = goesOn && ctx.now() < until - noticeBatchLeaseMarginMs && room() >= markStatements;
    const inHand = done ? namedAfter(sending) : stays ? bitSetOf(group) : 0;
    const kept = await mark(sending, step, { inHand, givenBack: !done && !stays, done });
    if (step.away && !done) return { row, end: "away" };
    if (!kept) return { row, end: "stopped" };
    if (done) return { row, end: "done" };
    if (!stays) return { row, end: "stopped" };
  }
}
