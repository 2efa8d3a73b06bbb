import { type AnyChannel, says } from "~/channels/contract/contract";
import type { SubscriberMessage } from "~/channels/contract/messages";
import { channelOf } from "~/channels/kinds/known-kinds";
import { runBatch } from "~/db/run-batch";
import { type Refusal, said } from "~/failures/refusal";
import { untouched } from "~/mailers/contract/contract";
import { networkSettings } from "~/net/network-settings";
import { askedUntil, stillAsked } from "~/net/retry";
import type { Ctx } from "~/platform/ctx";
import { resealTargets } from "~/subscribers/queries/subscriber";
import type { LetterWriter, SubscribedRecipient } from "../letters/engine/writer";
import { callAll, composed } from "./call-channel";
import { accountOf } from "./endpoint-account";
import { subscriberTextFitted } from "./fit-to-tell";
import type { Job } from "./job";
import type { Hand, Told } from "./send-batch";
import type { HandedOver } from "./step";
import { takeTexts } from "./texts-of-day";

/** Statements and subrequests that are kept for the mark of the hand-over, and for counting what the day has. */
const kept = 7;
/** So often in a row a host may not answer until it is left alone in this run. */
const mostSilent = 3;

const notNow = (answer: Refusal, retryAt?: number): HandedOver => ({
  outcome: "refused",
  answer,
  permanent: false,
  ...(retryAt === undefined ? {} : { retryAt }),
});
const givenUp = (answer: Refusal): HandedOver => ({ outcome: "given_up", answer });

/** What a run knows: the deployment's own settings by kind, and which hosts do not answer. */
interface Run {
  ctx: Ctx;
  writer: LetterWriter;
  accounts: Map<string, Promise<Record<string, unknown> | null>>;
  silent: Map<string, number>;
}

function accountIn({ ctx, accounts }: Run, kind: string): Promise<Record<string, unknown> | null> {
  const known = accounts.get(kind) ?? accountOf(kind)(ctx);
  accounts.set(kind, known);
  return known;
}

/** Its settings, whole; or why not. */
async function settingsOf(run: Run, adapter: AnyChannel, sealed: string): Promise<unknown> {
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
  return writer.tell ? subscriberTextFitted(await writer.tell(recipient)) : null;
}

/** Once it has asked to be called later, it is not called before, by whatever notice. */
async function callOne(run: Run, { recipient, retryAt }: Endpoint): Promise<HandedOver> {
  const { ctx, silent } = run;
  if (stillAsked(retryAt, ctx.now()) !== null) return notNow("call.asked_to_wait");
  const adapter = channelOf(recipient.channel ?? "");
  if (!adapter?.subscriber || !recipient.targetSealed) return notNow("check.unknown_channel");
  if ((await accountIn(run, adapter.kind)) === null) return givenUp("subscriber.way_off");
  const [settings, message] = await Promise.all([
    settingsOf(run, adapter, recipient.targetSealed),
    messageFor(run, recipient),
  ]);
  if (settings === null || message === null) return notNow("check.sealed");
  if (adapter.accepts?.(settings) === false) return givenUp("subscriber.way_off");
  const calls = composed(ctx, adapter, adapter.subscriber, { message, settings, state: null, now: ctx.now() });
  if (!calls) return notNow("check.unusable");
  const host = calls[0] ? new URL(calls[0].url).host : "";
  if ((silent.get(host) ?? 0) >= mostSilent) return notNow("call.unreachable");
  const ready = { adapter, settings, calls, owner: "visitor" } as const;
  const { verdict, attempts, isOutOfReach } = await callAll(ctx, ready, message, { callsDone: 0, state: null });
  // They are told again once the operator allows it, and it is no fault of theirs that an upgrade stopped it.
  if (isOutOfReach) return givenUp(said("subscriber.out_of_reach", { setting: networkSettings.visitor }));
  const last = attempts.at(-1);
  silent.set(host, last && last.status === null ? (silent.get(host) ?? 0) + 1 : 0);
  if (verdict.outcome === "sent") return { outcome: "sent", answer: says("Taken.") };
  if (verdict.outcome === "again") {
    const until = verdict.retryAfter === null ? undefined : askedUntil(ctx.now(), verdict.retryAfter);
    return notNow(last?.answer || "call.unreachable", until);
  }
  const { outcome, reason: answer } = verdict;
  return outcome === "gone" ? { outcome, answer } : { outcome, answer, permanent: true };
}

/** What another secret sealed is sealed anew as it is used, so that the old one may go. */
async function resealed({ ctx }: Run, told: readonly Told[]): Promise<void> {
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
  if (first) await runBatch(ctx, [resealTargets(first.pageId, [first, ...rest])]);
}

/** Which of these the day has no text message left for. */
async function textsAmong(ctx: Ctx, told: readonly Told[]) {
  const isText = ({ addressee: { recipient, retryAt } }: Told) =>
    recipient.kind === "subscriber" && recipient.channel === "sms" && stillAsked(retryAt, ctx.now()) === null;
  const wanted = told.filter(isText).map(({ id }) => id);
  const taken = wanted.length === 0 ? 0 : await takeTexts(ctx, wanted.length);
  return new Set(wanted.slice(taken));
}

/** Of these as many as the room of the invocation carries; the others are left for the next one. */
export function callingEndpoints({ ctx, room }: Pick<Job, "ctx" | "room">, writer: LetterWriter): Hand {
  const run: Run = { ctx, writer, accounts: new Map(), silent: new Map() };
  return async (told, until) => {
    const fitting = ctx.now() < until ? Math.max(0, room() - kept) : 0;
    const spent = await textsAmong(ctx, told.slice(0, fitting));
    const handed = await Promise.all(
      told.map(({ id, addressee: { recipient, retryAt } }, index) => {
        if (index >= fitting || recipient.kind !== "subscriber") return untouched;
        return spent.has(id) ? givenUp("subscriber.texts_spent") : callOne(run, { recipient, retryAt });
      }),
    );
    await resealed(run, told);
    return handed;
  };
}
