import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { giveWay } from "~/platform/give-way";
import { endSubscriptions } from "~/subscribers/queries/subscriber";
import { bitsOf, numbersIn } from "~/text/bits";
import { messageIdOf } from "~/text/message-id";
import type { LetterWriter } from "../letters/engine/write";
import { type BatchRow, forgetFailures, markBatch, quarantineBounced, tellLater } from "../queries/batch";
import type { NoticeRow } from "../queries/notice";
import { nextGroup } from "../rules/hand-over";
import { isToSubscribers } from "../rules/notice";
import { textIdOf } from "../rules/text-id";
import { type Addressee, addresseesOf } from "./addressees";
import { margin } from "./job";
import type { Post, PostMail } from "./open-post";
import { applied, emptyStep, type HandedOver, isOver, leftOut, type Step, stepOf, together } from "./step";

/** Statements and subrequests that must be left for a hand-over and its mark. */
const markRoom = 4;

/** A batch that this sender holds until `until`. */
interface Held {
  ctx: Ctx;
  notice: NoticeRow;
  row: BatchRow;
  token: string;
  until: number;
  /** The batch that this sender sends next, if any. */
  following: BatchRow | null;
}

/** One recipient of a batch, with their number in it. */
export interface Told {
  n: number;
  id: string;
  addressee: Addressee;
}

/** Hands these over, by `until` or not at all; returns one answer each. */
export type Hand = (told: readonly Told[], until: number) => Promise<readonly HandedOver[]>;

/** A held batch with the means to send it. */
export interface Sending extends Held {
  room(): number;
  hand: Hand;
  /** True when its first hand-over is already marked as in hand, in this batch or by the one before it. */
  named: boolean;
}

/** `stopped` = given back before it was done, or taken by another sender; `away` = no mailer works. */
export interface BatchSent {
  row: BatchRow;
  end: "done" | "stopped" | "away";
}

interface Mailing {
  ctx: Ctx;
  notice: NoticeRow;
  writer: LetterWriter;
}

export async function mailFor(
  { ctx, notice, writer }: Mailing,
  id: string,
  { recipient }: Addressee,
): Promise<PostMail> {
  const letter = await writer.write(recipient);
  const textId = textIdOf(`${notice.id}.${id}`, [letter.subject, letter.text, letter.html]);
  const messageId = messageIdOf(textId, ctx.config.origin);
  return { ...letter, messageId, to: recipient.address, fromName: writer.fromName };
}

export const byMail =
  ({ post, ...mailing }: Mailing & { post: Post }): Hand =>
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
async function mark({ ctx, notice, row, token }: Held, step: Step, { inHand, givenBack, done }: Ending) {
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
    ...(bounced ? [quarantineBounced(notice.pageId, step.bounced, ctx.now())] : []),
    ...(Object.keys(step.later).length > 0 ? [tellLater(notice.pageId, step.later)] : []),
    ...(step.left.length > 0 ? [endSubscriptions(notice.pageId, step.left, ctx.now())] : []),
    ...(ofSubscribers && step.recovered.length > 0 ? [forgetFailures(notice.pageId, step.recovered)] : []),
  ]);
  return (result?.meta.changes ?? 0) > 0;
}

/** Gives the batch back unchanged for the next sender. */
export const giveBack = (held: Held): Promise<boolean> =>
  mark(held, emptyStep(), { inHand: 0, givenBack: true, done: false });

/** Hands these over, by `until` or not at all; leaves out those who are no longer to be notified. */
async function handOver(sending: Sending, numbers: readonly number[], known: Map<string, Addressee>): Promise<Step> {
  const { row, hand, until } = sending;
  const gone = leftOut(row, numbers, known);
  const some = numbers.filter((n) => !gone.done.includes(n));
  if (some.length === 0) return gone;
  const told = some.map((n) => {
    const id = row.recipients[n] as string;
    return { n, id, addressee: known.get(id) as Addressee };
  });
  return together(gone, stepOf(row, some, await hand(told, until - margin), known));
}

/** Returns the first group of the batch after this one, so that its first hand-over needs no write of its own. */
const namedAfter = ({ row, following }: Sending): number =>
  following && following.number === row.number + 1 ? bitsOf(nextGroup(following, new Set())) : 0;

const recipientsLeft = ({ done, recipients }: BatchRow) =>
  numbersIn(done, recipients.length, false).map((n) => recipients[n] as string);

/**
 * Sends the rest of the batch, ten at a time. Each mark records the results of ten and names the next ten, so that
 * after a killed sender it is known whose email is in doubt. Stops before the lease ends, when the room is used up,
 * when another sender has the batch, or when no mailer works.
 */
export async function sendBatch(sending: Sending): Promise<BatchSent> {
  const { ctx, notice, room, until } = sending;
  let { row } = sending;
  if (ctx.now() >= until - margin || room() < markRoom + 1) {
    await giveBack(sending);
    return { row, end: "stopped" };
  }
  const known = await addresseesOf(ctx, notice, recipientsLeft(row));
  const held = new Set<number>();
  let group = nextGroup(row, held);
  if (!sending.named && group.length > 0) {
    const ours = await mark(sending, emptyStep(), { inHand: bitsOf(group), givenBack: false, done: false });
    if (!ours) return { row, end: "stopped" };
  }
  for (;;) {
    await giveWay(ctx);
    const step = await handOver({ ...sending, row }, group, known);
    row = applied(row, step);
    for (const n of step.doubtful) held.add(n);
    group = nextGroup(row, held);
    const done = isOver(row);
    const goesOn = !done && !step.away && !step.late && group.length > 0;
    const stays = goesOn && ctx.now() < until - margin && room() >= markRoom;
    const inHand = done ? namedAfter(sending) : stays ? bitsOf(group) : 0;
    const kept = await mark(sending, step, { inHand, givenBack: !done && !stays, done });
    if (step.away && !done) return { row, end: "away" };
    if (!kept) return { row, end: "stopped" };
    if (done) return { row, end: "done" };
    if (!stays) return { row, end: "stopped" };
  }
}
