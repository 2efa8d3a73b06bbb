import {
  type AnyChannelAdapter,
  type ChannelCall,
  type ChannelCallContext,
  type ChannelSendResult,
  type ComposeChannelCalls,
  maxCallsPerChannelMessage,
  maxThreadStateBytes,
} from "~/channels/contract/contract";
import type { SubscriberMessage, TeamMessage } from "~/channels/contract/messages";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import type { ChannelRow } from "~/channels/queries/channel";
import type { ChannelAttempt } from "~/db/schema";
import { englishText, type Refusal, shortenRefusal } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import type { AddressOwner } from "~/platform/outbound";
import { sanitiseStrangerText } from "~/text/stranger-text";
import { textIdOf } from "../rules/text-id";
import { sanitiseTeamMessage } from "./fit-to-tell";

/** A delivery's progress with its message, and the state that the channel keeps of its subject. */
export interface ChannelCallProgress {
  /** Calls that succeeded in an earlier attempt. */
  callsDone: number;
  state: string | null;
}

export interface ChannelCallResult extends ChannelCallProgress {
  verdict: ChannelSendResult;
  attempts: ChannelAttempt[];
  /** True when the address is in a private network that its owner may not call. */
  isOutOfReach?: boolean;
}

const callTimeoutMs = 8000;
/**
 * The status line decides the outcome, so a person who waits for a test waits at most this long for the body, in ms.
 */
const statusDecides = { within: 2000 };
const maxAnswerChars = 300;

type FailedCall = Pick<ChannelCallResult, "verdict" | "attempts">;

/** Returns the result of a call that was never sent, as an attempt. */
const refused = (at: number, reason: Refusal): FailedCall => ({
  verdict: { outcome: "refused", reason },
  attempts: [{ at, status: null, answer: shortenRefusal(reason, maxAnswerChars), milliseconds: 0 }],
});

/**
 * Returns the parts of the calls that are equal at each attempt: method, URL and body. The message id is made from
 * them; headers are left out because they carry the time.
 */
const wordsOf = (calls: readonly ChannelCall[]) => calls.flatMap(({ method, url, body = "" }) => [method, url, body]);

/**
 * Composes the message twice: the text of the first gives the id by which a receiver recognises a repeated delivery.
 */
function composedById<Message extends { id: string }>(
  compose: ComposeChannelCalls<Message, unknown>,
  given: ChannelCallContext<Message, unknown>,
): readonly ChannelCall[] {
  const words = wordsOf(compose({ ...given, textId: "" }));
  return compose({ ...given, textId: textIdOf(given.message.id, words) }).slice(0, maxCallsPerChannelMessage);
}

/** Returns null when the adapter throws on settings that pass its schema. */
export function composeChannelCalls<Message extends { id: string }>(
  ctx: Ctx,
  { kind }: AnyChannelAdapter,
  compose: ComposeChannelCalls<Message, unknown> | undefined,
  given: ChannelCallContext<Message, unknown>,
): readonly ChannelCall[] | null {
  try {
    return compose ? composedById(compose, given) : null;
  } catch (error) {
    ctx.log.error("channel.compose", error, { kind });
    return null;
  }
}

const bytes = new TextEncoder();

/**
 * Returns the state to keep after a call. When the adapter throws the old state stays; a state longer than `maxThreadStateBytes`
 * is dropped.
 */
function keptOf(
  ctx: Ctx,
  adapter: AnyChannelAdapter,
  sent: Parameters<NonNullable<AnyChannelAdapter["sent"]>>[0],
): string | null {
  if (!adapter.sent) return sent.state;
  try {
    const kept = adapter.sent(sent);
    return kept !== null && bytes.encode(kept).length > maxThreadStateBytes ? null : kept;
  } catch (error) {
    ctx.log.error("channel.sent", error, { kind: adapter.kind });
    return sent.state;
  }
}

interface SingleCall {
  attempt: ChannelAttempt;
  verdict: ChannelSendResult;
  reply: { status: number; headers: Headers; text: string } | null;
  isOutOfReach?: boolean;
}

/** Returns the call as it is sent, signed or sealed by the adapter; null when that fails with these settings. */
async function sealedCall(ctx: Ctx, adapter: AnyChannelAdapter, call: ChannelCall, settings: unknown) {
  try {
    return adapter.seal ? await adapter.seal(call, settings, { now: ctx.now(), token: ctx.token() }) : call;
  } catch (error) {
    ctx.log.error("channel.seal", error, { kind: adapter.kind });
    return null;
  }
}

const unusable = { ok: false, reason: "blocked", code: "unusable", detail: "check.unusable", milliseconds: 0 } as const;

async function callOnce(ctx: Ctx, { adapter, settings, owner }: ReadyChannel, call: ChannelCall): Promise<SingleCall> {
  const at = ctx.now();
  const sealed = await sealedCall(ctx, adapter, call, settings);
  const answer = sealed
    ? await ctx.outbound(owner).fetch({ ...sealed, timeout: callTimeoutMs, maxBytes: 4096, statusDecides })
    : unusable;
  const { milliseconds } = answer;
  if (answer.ok) {
    const said = englishText(sanitiseStrangerText(answer.text.trim(), maxAnswerChars));
    const attempt = { at, status: answer.status, answer: said, milliseconds };
    return { verdict: adapter.read({ ...answer, at: ctx.now() }), attempt, reply: answer };
  }
  const attempt = { at, status: null, answer: shortenRefusal(answer.detail, maxAnswerChars), milliseconds };
  const blocked = answer.reason === "blocked";
  const verdict: ChannelSendResult = blocked
    ? { outcome: "refused", reason: answer.detail }
    : { outcome: "again", retryAfter: null };
  return { verdict, attempt, reply: null, isOutOfReach: answer.code === "private_address" };
}

export interface ReadyChannel {
  adapter: AnyChannelAdapter;
  settings: unknown;
  calls: readonly ChannelCall[];
  /** The party that supplied the address. */
  owner: AddressOwner;
}

/**
 * Sends the calls in order, without those that succeeded before, and stops at the first failure. The state of a subject
 * that can recur is dropped when the subject ends.
 */
export async function sendChannelCalls(
  ctx: Ctx,
  ready: ReadyChannel,
  message: TeamMessage | SubscriberMessage,
  before: ChannelCallProgress,
): Promise<ChannelCallResult> {
  const { adapter, calls } = ready;
  let { callsDone, state } = before;
  const attempts: ChannelAttempt[] = [];
  for (const call of calls.slice(callsDone)) {
    const { attempt, verdict, reply, isOutOfReach = false } = await callOnce(ctx, ready, call);
    attempts.push(attempt);
    if (verdict.outcome !== "sent" || !reply) {
      const isInDoubt = verdict.outcome === "again" && message.thread?.open === false;
      if (isInDoubt && adapter.perhapsEnded) state = adapter.perhapsEnded(state);
      return { verdict, attempts, callsDone, state, isOutOfReach };
    }
    if (message.thread) state = keptOf(ctx, adapter, { message, call: callsDone, reply, state });
    callsDone += 1;
  }
  const over = message.thread?.open === false && message.thread.recurs === true;
  return { verdict: { outcome: "sent" }, attempts, callsDone, state: over ? null : state };
}

/** Returns the adapter and the calls to make, or the reason why the channel cannot be called. */
async function readyToCall(ctx: Ctx, row: ChannelRow, message: TeamMessage, state: string | null) {
  const at = ctx.now();
  const adapter = channelAdapterOf(row.kind);
  if (!adapter) return refused(at, "check.unknown_channel");
  const text = await ctx.secrets.open(row.settingsSealed);
  if (text === null) return refused(at, "check.sealed");
  const settings = adapter.settings.safeParse(JSON.parse(text));
  if (!settings.success) return refused(at, "check.incomplete");
  const calls = composeChannelCalls(ctx, adapter, adapter.team, { message, settings: settings.data, state, now: at });
  return calls ? ({ adapter, settings: settings.data, calls, owner: "team" } as const) : refused(at, "check.unusable");
}

/**
 * Sends a message to a channel, without repeating the calls that succeeded before. Never throws; takes at most two
 * subrequests; each response is cut to 300 characters.
 */
export async function sendMessageToChannel(
  ctx: Ctx,
  row: ChannelRow,
  given: TeamMessage,
  before: ChannelCallProgress = { callsDone: 0, state: null },
): Promise<ChannelCallResult> {
  const message = sanitiseTeamMessage(given);
  const ready = await readyToCall(ctx, row, message, before.state);
  return "adapter" in ready ? sendChannelCalls(ctx, ready, message, before) : { ...before, ...ready };
}
