import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { giveWay } from "~/platform/give-way";
import { endEndpointSubscriptions } from "~/subscribers/queries/subscriber";
import { bitsOf, numbersIn } from "~/text/bits";
import { messageIdOf } from "~/text/message-id";
import type { LetterWriter } from "../letters/engine/write";
import { type BatchRow, forgetFailures, markBatch, quarantineBouncedSubscribers, tellLater } from "../queries/batch";
import type { NoticeRow } from "../queries/notice";
import { nextRecipientNumbers } from "../rules/hand-over";
import { isToSubscribers } from "../rules/notice";
import { textIdOf } from "../rules/text-id";
import { addresseesOf, type NoticeAddressee } from "./addressees";
import {
  type BatchStep,
  batchAfterStep,
  type DeliveryAnswer,
  emptyStep,
  isOver,
  leaveOutRecipients,
  mergeSteps,
  stepOf,
} from "./batch-step";
import { leaseMarginMs } from "./job";
import type { OpenPost, PostMail } from "./open-post";

/** Statements and subrequests that must be left for a hand-over and its mark. */
const markStatements = 4;

/** A batch that this sender holds until `until`. */
interface LeasedBatch {
  ctx: Ctx;
  notice: NoticeRow;
  row: BatchRow;
  token: string;
  until: number;
  /** The batch that this sender sends next, if any. */
  following: BatchRow | null;
}

/** One recipient of a batch, with their number in it. */
export interface BatchRecipient {
  n: number;
  id: string;
  addressee: NoticeAddressee;
}

/** Hands these over, by `until` or not at all; returns one answer each. */
export type DeliverRecipients = (told: readonly BatchRecipient[], until: number) => Promise<readonly DeliveryAnswer[]>;

/** A held batch with the means to send it. */
export interface BatchSend extends LeasedBatch {
  room(): number;
  hand: DeliverRecipients;
  /** True when its first hand-over is already marked as in hand, in this batch or by the one before it. */
  named: boolean;
}

/** `stopped` = given back before it was done, or taken by another sender; `away` = no mailer works. */
export interface BatchResult {
  row: BatchRow;
  end: "done" | "stopped" | "away";
}

interface MailBatch {
  ctx: Ctx;
  notice: NoticeRow;
  writer: LetterWriter;
}

export async function mailFor(
  { ctx, notice, writer }: MailBatch,
  id: string,
  { recipient }: NoticeAddressee,
): Promise<PostMail> {
  const letter = await writer.write(recipient);
  const textId = textIdOf(`${notice.id}.${id}`, [letter.subject, letter.text, letter.html]);
  const messageId = messageIdOf(textId, ctx.config.origin);
  return { ...letter, messageId, to: recipient.address, fromName: writer.fromName };
}

export const byMail =
  ({ post, ...mailing }: MailBatch & { post: OpenPost }): DeliverRecipients =>
  async (told, until) => {
    const mails = await Promise.all(told.map(({ id, addressee }) => mailFor(mailing, id, addressee)));
    mailing.ctx.meter.mails += mails.length;
    return post.send(mails, until);
  };

interface Ending {
  inHand: number;
  givenBack: boolean;
  done: boolean;
}

/** Writes the results and the next group in hand; returns false when another sender holds the batch. */
async function mark({ ctx, notice, row, token }: LeasedBatch, step: BatchStep, { inHand, givenBack, done }: Ending) {
  const { reasons } = step;
  const bits = {
    done: bitsOf(step.done),
    failed: bitsOf(step.failed),
    doubtful: bitsOf(step.doubtful),
    unknown: bitsOf(step.unknown),
  };
  const ofSubscribers = isToSubscribers(notice.audience) || notice.audience === "subscriber";
  const bounced = ofSubscribers && Object.keys(step.bounced).length > 0;
  const [result] = await runBatch(ctx, [
    markBatch(row, token, { ...bits, inHand, reasons, givenBack, doneAt: done ? ctx.now() : null }),
    ...(bounced ? [quarantineBouncedSubscribers(notice.pageId, step.bounced, ctx.now())] : []),
    ...(Object.keys(step.later).length > 0 ? [tellLater(notice.pageId, step.later)] : []),
    ...(step.left.length > 0 ? [endEndpointSubscriptions(notice.pageId, step.left, ctx.now())] : []),
    ...(ofSubscribers && step.recovered.length > 0 ? [forgetFailures(notice.pageId, step.recovered)] : []),
  ]);
  return (result?.meta.changes ?? 0) > 0;
}

/** Gives the batch back unchanged for the next sender. */
export const giveBack = (held: LeasedBatch): Promise<boolean> =>
  mark(held, emptyStep(), { inHand: 0, givenBack: true, done: false });

/** Hands these over, by `until` or not at all; leaves out those who are no longer to be notified. */
async function handOver(
  sending: BatchSend,
  numbers: readonly number[],
  known: Map<string, NoticeAddressee>,
): Promise<BatchStep> {
  const { row, hand, until } = sending;
  const gone = leaveOutRecipients(row, numbers, known);
  const some = numbers.filter((n) => !gone.done.includes(n));
  if (some.length === 0) return gone;
  const told = some.map((n) => {
    const id = row.recipients[n] as string;
    return { n, id, addressee: known.get(id) as NoticeAddressee };
  });
  return mergeSteps(gone, stepOf(row, some, await hand(told, until - leaseMarginMs), known));
}

/** Returns the first group of the batch after this one, so that its first hand-over needs no write of its own. */
const namedAfter = ({ row, following }: BatchSend): number =>
  following && following.number === row.number + 1 ? bitsOf(nextRecipientNumbers(following, new Set())) : 0;

const recipientsLeft = ({ done, recipients }: BatchRow) =>
  numbersIn(done, recipients.length, false).map((n) => recipients[n] as string);

/**
 * Sends the rest of the batch, ten at a time. Each mark records the results of ten and names the next ten, so that
 * after a killed sender it is known whose email is in doubt. Stops before the lease ends, when the room is used up,
 * when another sender has the batch, or when no mailer works.
 */
export async function sendBatch(sending: BatchSend): Promise<BatchResult> {
  const { ctx, notice, room, until } = sending;
  let { row } = sending;
  if (ctx.now() >= until - leaseMarginMs || room() < markStatements + 1) {
    await giveBack(sending);
    return { row, end: "stopped" };
  }
  const known = await addresseesOf(ctx, notice, recipientsLeft(row));
  const held = new Set<number>();
  let group = nextRecipientNumbers(row, held);
  if (!sending.named && group.length > 0) {
    const ours = await mark(sending, emptyStep(), { inHand: bitsOf(group), givenBack: false, done: false });
    if (!ours) return { row, end: "stopped" };
  }
  for (;;) {
    await giveWay(ctx);
    const step = await handOver({ ...sending, row }, group, known);
    row = batchAfterStep(row, step);
    for (const n of step.doubtful) held.add(n);
    group = nextRecipientNumbers(row, held);
    const done = isOver(row);
    const goesOn = !done && !step.away && !step.late && group.length > 0;
    const stays = goesOn && ctx.now() < until - leaseMarginMs && room() >= markStatements;
    const inHand = done ? namedAfter(sending) : stays ? bitsOf(group) : 0;
    const kept = await mark(sending, step, { inHand, givenBack: !done && !stays, done });
    if (step.away && !done) return { row, end: "away" };
    if (!kept) return { row, end: "stopped" };
    if (done) return { row, end: "done" };
    if (!stays) return { row, end: "stopped" };
  }
}
