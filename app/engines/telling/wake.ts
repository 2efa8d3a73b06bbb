import { afterwards, type Ctx } from "~/platform/ctx";
import { deliverToChannels } from "./deliver";
import { enqueue, soon } from "./queue";
import { roomForMail, roomOf } from "./room";
import { sendNotices } from "./send";
import { leastForTurn } from "./turn";

/** Below it a sending would not get anywhere in this invocation; the tick comes within a minute. */
export const leastForSender = leastForTurn + 2;
/** What is due sooner than the tick would find it is woken for by itself, in ms. */
const beforeTick = 50_000;

/** Where no queue wakes another sender, this one goes on for so many rounds and so long, in ms. */
const rounds = 30;
const patience = 15_000;

/** One round of mail, then of channels. */
async function sendOnce(ctx: Ctx): Promise<{ left: boolean; next: number | null }> {
  const { left, next, toChannels } = await sendNotices(ctx);
  const channels = toChannels ? await deliverToChannels(ctx) : { left: false };
  return { left: left || channels.left, next };
}

/**
 * The sender's whole work in one invocation; wakes the next one while something is left, or goes on while there is room.
 * True when something is left.
 */
export async function runSender(given: Ctx): Promise<boolean> {
  const ctx = afterwards(given, { kind: "machine", id: "sender" });
  const end = ctx.now() + patience;
  let { left, next } = await sendOnce(ctx);
  const isAlone = ctx.bindings.WAKE === undefined;
  for (let round = 1; isAlone && left && round < rounds && ctx.now() < end; round++) {
    if (roomForMail(ctx) < leastForSender) return true;
    ({ left, next } = await sendOnce(ctx));
  }
  if (left) await enqueue(ctx, 0);
  else if (next !== null && next - ctx.now() < beforeTick) await enqueue(ctx, Math.max(1000, next - ctx.now()));
  return left;
}

/** In an invocation of its own; a queue that refuses leaves it to this one. */
export async function callOrSend(ctx: Ctx): Promise<void> {
  if (!ctx.bindings.WAKE) {
    await runSender(ctx);
    return;
  }
  const refused = await enqueue(ctx, 0).then(
    () => false,
    (error) => {
      ctx.log.error("sender.queue", error);
      return true;
    },
  );
  if (refused && roomOf(ctx) >= leastForSender) await runSender({ ...ctx, bindings: withoutQueue(ctx) });
}

const withoutQueue = ({ bindings: { WAKE: _, ...rest } }: Ctx) => rest;

/**
 * After a commit that wrote notices: they leave now rather than with the next tick. By the queue where one is bound,
 * else in this invocation, after the answer, as far as it carries. Loses nothing: the rows are the truth.
 */
export function wakeSender(ctx: Ctx): void {
  if (roomOf(ctx) < 1) return;
  if (ctx.bindings.WAKE) soon(ctx, () => callOrSend(ctx));
  else if (roomOf(ctx) >= leastForSender) soon(ctx, () => runSender(ctx));
}
