import type { AnyChannel, ChannelVerdict } from "~/notify/contract";
import type { SubscriberMessage } from "~/notify/messages";
import type { Ctx } from "~/platform/ctx";
import { strangerText } from "~/rules/basics/stranger-text";
import { inEnglish, type Refusal, shortened } from "~/rules/failures/refusal";

/** Whoever is slower is asked again: others wait behind them. */
const timeout = 5000;
const answerLength = 200;

export interface CalledSubscriber {
  verdict: ChannelVerdict;
  /** What the other side said, for people. */
  answer: Refusal;
}

/**
 * Posts a message to an address that a stranger gave us. One call, nothing is kept of the subject; never throws but where the
 * invocation is full.
 */
export async function callSubscriber(
  ctx: Ctx,
  adapter: AnyChannel,
  settings: unknown,
  message: SubscriberMessage,
): Promise<CalledSubscriber> {
  const [call] = adapter.subscriber?.({ message, settings, state: null, now: ctx.now() }) ?? [];
  if (!call) return { verdict: { outcome: "refused", reason: "check.unusable" }, answer: "check.unusable" };
  const answer = await ctx.outbound.fetch({ ...call, timeout, maxBytes: 4096 });
  if (answer.ok) {
    const text = inEnglish(strangerText(answer.text.trim(), answerLength) || String(answer.status));
    return { verdict: adapter.read(answer), answer: text };
  }
  const detail = shortened(answer.detail, answerLength);
  const blocked = answer.reason === "blocked";
  return {
    verdict: blocked ? { outcome: "refused", reason: detail } : { outcome: "again", retryAfter: null },
    answer: detail,
  };
}
