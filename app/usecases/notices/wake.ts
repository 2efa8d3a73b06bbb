import { afterwards, type Ctx } from "~/platform/ctx";
import { deliverToChannels } from "../channels/deliver";
import { roomOf } from "./job";
import { enqueue, soon } from "./queue";
import { sendNotices } from "./send";

/** Below it a sending would not get anywhere in this invocation; the tick comes within a minute. */
const worthIt = 20;
/** What is due sooner than the tick would find it is woken for by itself, in ms. */
const beforeTick = 50_000;

/** The sender's whole work in one invocation: mail, then channels; wakes the next one while something is left. */
export async function runSender(given: Ctx): Promise<void> {
  const ctx = afterwards(given, { kind: "machine", id: "sender" });
  const { left, next } = await sendNotices(ctx);
  const channels = roomOf(ctx) >= worthIt ? await deliverToChannels(ctx) : { left: true };
  if (left || channels.left) await enqueue(ctx, 0);
  else if (next !== null && next - ctx.now() < beforeTick) await enqueue(ctx, Math.max(1000, next - ctx.now()));
}

/** In an invocation of its own; a queue that refuses leaves it to this one (quality §6 row 31). */
export async function callOrSend(ctx: Ctx): Promise<void> {
  if (!ctx.bindings.WAKE) return runSender(ctx);
  const refused = await enqueue(ctx, 0).then(
    () => false,
    (error) => {
      ctx.log.error("sender.queue", error);
      return true;
    },
  );
  if (refused && roomOf(ctx) >= worthIt) await runSender({ ...ctx, bindings: withoutQueue(ctx) });
}

const withoutQueue = ({ bindings: { WAKE: _, ...rest } }: Ctx) => rest;

/**
 * After a commit that wrote notices: they leave now rather than with the next tick. By the queue where one is bound,
 * else in this invocation, after the answer, as far as it carries. Loses nothing: the rows are the truth.
 */
export function wakeSender(ctx: Ctx): void {
  if (roomOf(ctx) < 1) return;
  if (ctx.bindings.WAKE) soon(ctx, () => callOrSend(ctx));
  else if (roomOf(ctx) >= worthIt) soon(ctx, () => runSender(ctx));
}
