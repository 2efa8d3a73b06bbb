import { runBatch } from "~/db/commit";
import { type BatchRow, forgetFailures, type Mark, markBatch, quarantineBounced } from "~/db/queries/batch";
import type { NoticeRow } from "~/db/queries/notice";
import type { Handed } from "~/mail/contract";
import type { Ctx } from "~/platform/ctx";
import { bitsOf, numbersIn } from "~/rules/bits";
import { messageIdOf } from "~/rules/message-id";
import { leftBefore } from "~/rules/quarantine";
import { withoutAddresses } from "~/rules/subscriber";
import type { LetterWriter } from "../letters/write";
import type { Post } from "../mailers/open-post";
import { type Addressee, addresseesOf } from "./addressees";
import { margin, roomOf } from "./job";

const markEvery = 10;
const reasonLength = 200;
/** Statements that must be left for a hand-over and its mark. */
const markRoom = 4;

/** A batch that is ours until `until`, and what it takes to send it. */
export interface Sending {
  ctx: Ctx;
  notice: NoticeRow;
  row: BatchRow;
  token: string;
  until: number;
  writer: LetterWriter;
  post: Post;
}

/** `stopped`: given back before it was done, or taken by another; `away`: no mailer works. */
export interface BatchSent {
  row: BatchRow;
  end: "done" | "stopped" | "away";
}

async function mailFor({ ctx, notice, writer }: Sending, id: string, { recipient }: Addressee) {
  const letter = await writer.write(recipient);
  const messageId = messageIdOf(notice.id, id, ctx.config.origin);
  return { ...letter, messageId, to: recipient.address, fromName: writer.fromName };
}

interface Step {
  done: number[];
  failed: number[];
  reasons: Record<string, string>;
  bounced: Record<string, string>;
  recovered: string[];
  away: boolean;
}

/** What the mailer answered to each, by their number in the batch. */
function stepOf(row: BatchRow, numbers: number[], handed: Handed[], known: Map<string, Addressee>): Step {
  const step: Step = { done: [], failed: [], reasons: {}, bounced: {}, recovered: [], away: false };
  numbers.forEach((n, index) => {
    const [id, answer] = [row.recipients[n] as string, handed[index]];
    if (!answer || answer.outcome === "away") {
      step.away = true;
      return;
    }
    step.done.push(n);
    if (answer.outcome === "sent") {
      if (known.get(id)?.failures) step.recovered.push(id);
      return;
    }
    const said = withoutAddresses(answer.answer, known.get(id)?.recipient.address ?? "");
    step.reasons[id] = said.slice(0, reasonLength) || "refused";
    if (answer.permanent) step.bounced[id] = step.reasons[id];
    else step.failed.push(n);
  });
  return step;
}

/** Writes what became of them; false when the batch is another's by now. */
async function mark({ ctx, notice, row, token }: Sending, step: Step, ending: Pick<Mark, "leaseUntil" | "doneAt">) {
  const facts = { done: bitsOf(step.done), failed: bitsOf(step.failed), reasons: step.reasons };
  const ofSubscribers = notice.audience === "subscribers" || notice.audience === "subscriber";
  const bounced = ofSubscribers && Object.keys(step.bounced).length > 0;
  const [result] = await runBatch(ctx, [
    markBatch(row, token, { ...facts, ...ending }),
    ...(bounced ? [quarantineBounced(notice.pageId, step.bounced, ctx.now())] : []),
    ...(ofSubscribers && step.recovered.length > 0 ? [forgetFailures(notice.pageId, step.recovered)] : []),
  ]);
  return (result?.meta.changes ?? 0) > 0;
}

const applied = (row: BatchRow, step: Step): BatchRow => ({
  ...row,
  done: bitsOf([...numbersIn(row.done, row.recipients.length), ...step.done]),
  failed: bitsOf([...numbersIn(row.failed, row.recipients.length), ...step.failed]),
  reasons: { ...row.reasons, ...step.reasons },
});

/** Who is no longer to be told is done without a mail. */
function leftOut(row: BatchRow, todo: number[], known: Map<string, Addressee>): Step {
  const gone = todo.filter((n) => !known.has(row.recipients[n] as string));
  const reasons = Object.fromEntries(gone.map((n) => [row.recipients[n] as string, leftBefore]));
  return { done: gone, failed: [], reasons, bounced: {}, recovered: [], away: false };
}

const joined = (a: Step, b: Step): Step => ({
  done: [...a.done, ...b.done],
  failed: [...a.failed, ...b.failed],
  reasons: { ...a.reasons, ...b.reasons },
  bounced: { ...a.bounced, ...b.bounced },
  recovered: [...a.recovered, ...b.recovered],
  away: a.away || b.away,
});

/** Hands the next ten over and marks them; `rest` are still to come after them. */
async function sendSome(
  sending: Sending,
  given: Step,
  numbers: number[],
  known: Map<string, Addressee>,
  last: boolean,
) {
  const { ctx, row, post } = sending;
  const mails = await Promise.all(
    numbers.map((n) => {
      const id = row.recipients[n] as string;
      return mailFor(sending, id, known.get(id) as Addressee);
    }),
  );
  const handed = mails.length > 0 ? await post.send(mails) : [];
  const step = joined(given, stepOf(row, numbers, handed, known));
  const over = last && !step.away;
  const kept = await mark(sending, step, {
    leaseUntil: step.away ? 0 : null,
    doneAt: over ? ctx.now() : null,
  });
  return { step, kept, over };
}

const emptyStep: Step = { done: [], failed: [], reasons: {}, bounced: {}, recovered: [], away: false };

/**
 * Sends what of the batch is not done yet, marked after every ten; stops 10 s before the lease ends, when the
 * invocation is full, when another has it, or when no mailer works (protocols §6). Two statements and one for each ten, one more where some bounced.
 */
export async function sendBatch(sending: Sending): Promise<BatchSent> {
  const { ctx, notice, until } = sending;
  let { row } = sending;
  const todo = numbersIn(row.done, row.recipients.length, false);
  const known = await addresseesOf(
    ctx,
    notice,
    todo.map((n) => row.recipients[n] as string),
  );
  let given = leftOut(row, todo, known);
  const queue = todo.filter((n) => known.has(row.recipients[n] as string));
  do {
    if (ctx.now() > until - margin || roomOf(ctx) < markRoom) {
      await mark(sending, given, { leaseUntil: 0, doneAt: null });
      return { row: applied(row, given), end: "stopped" };
    }
    const some = queue.splice(0, markEvery);
    const { step, kept, over } = await sendSome(sending, given, some, known, queue.length === 0);
    row = applied(row, step);
    given = emptyStep;
    if (step.away) return { row, end: "away" };
    if (!kept) return { row, end: "stopped" };
    if (over) return { row, end: "done" };
  } while (queue.length > 0);
  return { row, end: "done" };
}
