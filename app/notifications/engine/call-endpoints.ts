import { type AnyChannelAdapter, englishSentence } from "~/channels/contract/contract";
import type { SubscriberMessage } from "~/channels/contract/messages";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { runBatch } from "~/db/run-batch";
import { type Refusal, refusalFor } from "~/failures/refusal";
import { untouchedMailResult } from "~/mailers/contract/contract";
import { networkAllowSettings } from "~/net/network-settings";
import { pendingRetryAt, retryAtFromRetryAfter } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { resealSubscriberTargetsStatement } from "~/subscribers/queries/subscriber";
import type { EmailWriter, SubscribedRecipient } from "../letters/engine/writer";
import type { RecipientDeliveryAnswer } from "./batch-step";
import { composeChannelCalls, sendChannelCalls } from "./call-channel";
import { endpointAccountOf } from "./endpoint-account";
import { sanitiseSubscriberMessage } from "./fit-to-tell";
import type { NoticeJob } from "./job";
import type { DeliverRecipients, NoticeBatchRecipient } from "./send-batch";
import { reserveDailySms } from "./texts-of-day";

/** Statements and subrequests reserved for the mark of the hand-over and for counting the day's text messages. */
const keptStatements = 7;
/** Failures in a row after which a host is not called again in this run. */
const maxTimeoutsPerHost = 3;

const notNow = (answer: Refusal, retryAt?: number): RecipientDeliveryAnswer => ({
  outcome: "refused",
  answer,
  permanent: false,
  ...(retryAt === undefined ? {} : { retryAt }),
});
const givenUp = (answer: Refusal): RecipientDeliveryAnswer => ({ outcome: "given_up", answer });

/** State shared by one run: the deployment's own settings by kind, and the failures in a row by host. */
interface Run {
  ctx: Ctx;
  writer: EmailWriter;
  accounts: Map<string, Promise<Record<string, unknown> | null>>;
  silent: Map<string, number>;
}

function accountIn({ ctx, accounts }: Run, kind: string): Promise<Record<string, unknown> | null> {
  const known = accounts.get(kind) ?? endpointAccountOf(kind)(ctx);
  accounts.set(kind, known);
  return known;
}

/** Returns the endpoint's complete settings; null when they cannot be opened or do not pass the schema. */
async function settingsOf(run: Run, adapter: AnyChannelAdapter, sealed: string): Promise<unknown> {
  const text = await run.ctx.secrets.open(sealed);
  if (text === null) return null;
  const settings = adapter.settings.safeParse({ ...(await accountIn(run, adapter.kind)), ...JSON.parse(text) });
  return settings.success ? settings.data : null;
}

interface Endpoint {
  recipient: SubscribedRecipient;
  retryAt?: number | null | undefined;
}

async function messageFor({ writer }: Run, recipient: SubscribedRecipient): Promise<SubscriberMessage | null> {
  return writer.tell ? sanitiseSubscriberMessage(await writer.tell(recipient)) : null;
}

/** An endpoint that asked to be called later is not called before that, for any notice. */
async function callOne(run: Run, { recipient, retryAt }: Endpoint): Promise<RecipientDeliveryAnswer> {
  const { ctx, silent } = run;
  if (pendingRetryAt(retryAt, ctx.now()) !== null) return notNow("call.asked_to_wait");
  const adapter = channelAdapterOf(recipient.channel ?? "");
  if (!adapter?.subscriber || !recipient.targetSealed) return notNow("check.unknown_channel");
  if ((await accountIn(run, adapter.kind)) === null) return givenUp("subscriber.way_off");
  const [settings, message] = await Promise.all([
    settingsOf(run, adapter, recipient.targetSealed),
    messageFor(run, recipient),
  ]);
  if (settings === null || message === null) return notNow("check.sealed");
  if (adapter.accepts?.(settings) === false) return givenUp("subscriber.way_off");
  const calls = composeChannelCalls(ctx, adapter, adapter.subscriber, {
    message,
    settings,
    state: null,
    now: ctx.now(),
  });
  if (!calls) return notNow("check.unusable");
  const host = calls[0] ? new URL(calls[0].url).host : "";
  if ((silent.get(host) ?? 0) >= maxTimeoutsPerHost) return notNow("call.unreachable");
  const ready = { adapter, settings, calls, owner: "visitor" } as const;
  const { verdict, attempts, isOutOfReach } = await sendChannelCalls(ctx, ready, message, {
    callsDone: 0,
    state: null,
  });
  // These subscribers are notified again once the operator allows the network; an upgrade that blocked it is not their
  // fault.
  if (isOutOfReach) return givenUp(refusalFor("subscriber.out_of_reach", { setting: networkAllowSettings.visitor }));
  const last = attempts.at(-1);
  silent.set(host, last && last.status === null ? (silent.get(host) ?? 0) + 1 : 0);
  if (verdict.outcome === "sent") return { outcome: "sent", answer: englishSentence("Taken.") };
  if (verdict.outcome === "again") {
    const until = verdict.retryAfter === null ? undefined : retryAtFromRetryAfter(ctx.now(), verdict.retryAfter);
    return notNow(last?.answer || "call.unreachable", until);
  }
  const { outcome, reason: answer } = verdict;
  return outcome === "gone" ? { outcome, answer } : { outcome, answer, permanent: true };
}

/** Seals targets again that an old secret sealed, so that the old secret can be removed. */
async function resealed({ ctx }: Run, told: readonly NoticeBatchRecipient[]): Promise<void> {
  const targets = await Promise.all(
    told.map(async ({ addressee: { recipient } }) => {
      const before = recipient.kind === "subscriber" ? recipient.targetSealed : null;
      if (!before || (await ctx.secrets.standing(before)) !== "old") return [];
      const text = await ctx.secrets.open(before);
      return recipient.kind !== "subscriber" || text === null
        ? []
        : [{ id: recipient.id, pageId: recipient.pageId, before, sealed: await ctx.secrets.seal(text) }];
    }),
  );
  const [first, ...rest] = targets.flat();
  if (first) await runBatch(ctx, [resealSubscriberTargetsStatement(first.pageId, [first, ...rest])]);
}

/** Returns the recipients for whom no text message is left today. */
async function textsAmong(ctx: Ctx, told: readonly NoticeBatchRecipient[]) {
  const isText = ({ addressee: { recipient, retryAt } }: NoticeBatchRecipient) =>
    recipient.kind === "subscriber" && recipient.channel === "sms" && pendingRetryAt(retryAt, ctx.now()) === null;
  const wanted = told.filter(isText).map(({ id }) => id);
  const taken = wanted.length === 0 ? 0 : await reserveDailySms(ctx, wanted.length);
  return new Set(wanted.slice(taken));
}

/**
 * Returns a hand that calls as many endpoints as the room of the invocation allows; the rest stays untouched for the
 * next invocation.
 */
export function endpointDeliverer(
  { ctx, room }: Pick<NoticeJob, "ctx" | "room">,
  writer: EmailWriter,
): DeliverRecipients {
  const run: Run = { ctx, writer, accounts: new Map(), silent: new Map() };
  return async (told, until) => {
    const fitting = ctx.now() < until ? Math.max(0, room() - keptStatements) : 0;
    const spent = await textsAmong(ctx, told.slice(0, fitting));
    const handed = await Promise.all(
      told.map(({ id, addressee: { recipient, retryAt } }, index) => {
        if (index >= fitting || recipient.kind !== "subscriber") return untouchedMailResult;
        return spent.has(id) ? givenUp("subscriber.texts_spent") : callOne(run, { recipient, retryAt });
      }),
    );
    await resealed(run, told);
    return handed;
  };
}
