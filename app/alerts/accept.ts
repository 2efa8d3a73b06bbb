import { runBatch } from "~/db/run-batch";
import { type Failure, fail, ok, type Result } from "~/failures/failure";
import { afterwards, type Ctx } from "~/platform/ctx";
import { awayFailure } from "~/platform/failure-of";
import { giveWay } from "~/platform/give-way";
import { logLeft } from "~/platform/left-over";
import { makeLimiter } from "~/platform/limiter";
import { DatabaseAway } from "~/platform/trouble";
import type { Answer, AnySource } from "~/sources/contract/contract";
import { plainBody } from "~/sources/contract/plain-body";
import { sourceOf } from "~/sources/kinds/known-kinds";
import { type Examined, type Kept, sealedCode, tooMany } from "./delivery-parts";
import { examine, type Post, rawOf, type Understood } from "./examine";
import { fetchNeed } from "./fetch-need";
import { keepDelivery } from "./keep-delivery";
import { SourceChanged } from "./keep-together";
import { isKeptThough, keptRequest } from "./kept-request";
import { forgetSource, type KnownSource, openOldSettings, openSettings, sourceOfToken } from "./known-source";
import { noteUses } from "./note-use";
import { alertsById, type SourceRow } from "./queries/accept-facts";
import { nothingToAccept } from "./queries/accept-rows";
import type { AlertOutcome } from "./rules/delivery";
import type { Skipped } from "./rules/signal";
import { settleInTurn } from "./settling/engine/settle-in-turn";

export interface Accepted {
  id: string;
  duplicate: boolean;
  alerts: AlertOutcome[];
  skipped: Skipped[];
  /** What its sender expects instead of the usual answer. */
  answer: Answer | null;
}

/** Deliveries per source in this isolate, in windows of five minutes (spec §9). */
const limiter = makeLimiter(5 * 60_000);

const isRepeat = (kept: Kept) =>
  kept.duplicate || (kept.alerts.length > 0 && kept.alerts.every((each) => each.outcome === "repeat"));

async function nobodysAddress(ctx: Ctx): Promise<Result<never>> {
  await alertsById(ctx, []);
  await runBatch(ctx, nothingToAccept());
  return fail({ name: "missing" });
}

/** For the sender to try again: the operator restores the secret, or somebody enters the settings again. */
const sealedAway: Failure = { name: "overloaded", retryAfter: 300, code: sealedCode };

/** Read with the source's settings; not at all while nobody can say whether it is from whom it says. */
async function readWith(ctx: Ctx, adapter: AnySource, known: KnownSource, post: Post): Promise<Result<Understood>> {
  const settings = await openSettings(ctx, adapter, known);
  if (settings === null) return fail(sealedAway);
  const oldSettings = await openOldSettings(ctx, adapter, known);
  return examine(adapter, post, { settings, oldSettings, now: ctx.now(), fetchNeed: (need) => fetchNeed(ctx, need) });
}

/** Under the sender's id where it gives one; a refused delivery never takes that id from the genuine one. */
async function identify(ctx: Ctx, adapter: AnySource, post: Post, understood: Result<Understood>) {
  const raw = rawOf(post, post.body.ok ? post.body.value : new Uint8Array());
  const { headers, body } = keptRequest(plainBody(raw), adapter);
  if (!understood.ok) {
    return { id: ctx.id(), eventId: false, headers, body: isKeptThough(understood.failure) ? body : "", bodyHash: "" };
  }
  const eventId = adapter.deliveryId(understood.value.message);
  const id = eventId === null ? ctx.id() : `event-${(await ctx.secrets.hash(eventId)).slice(0, 32)}`;
  const text = `${new TextDecoder().decode(raw.rawBody)}${raw.query}${raw.path}`;
  return { id, eventId: eventId !== null, headers, body, bodyHash: await ctx.secrets.hash(text) };
}

function settleAfter(ctx: Ctx, source: SourceRow): void {
  const machine = afterwards(ctx, { kind: "machine", id: source.id });
  const work = settleInTurn(machine, source.pageId).catch((error: unknown) => {
    logLeft(ctx.log, "settle.failed", error, { page: source.pageId, source: source.id });
  });
  ctx.defer(work);
}

/** What is refused is counted by itself: garbage from somebody who knows the address leaves room for what is genuine. */
function counted(ctx: Ctx, source: SourceRow, adapter: AnySource, accepted: boolean): Result<true> {
  const key = accepted ? source.id : `refused ${source.id}`;
  const { allowed, retryAfter } = limiter.take(key, ctx.config.ingestLimit, ctx.now());
  return allowed ? ok(true) : fail(tooMany(adapter, retryAfter));
}

const readingOf = (understood: Result<Understood>) => (understood.ok ? ok(understood.value.reading) : understood);

interface Taken {
  known: KnownSource;
  adapter: AnySource;
  tokenHash: string;
}

/** The rest of a body that is larger than usual, where its kind carries a list. */
async function readOn(ctx: Ctx, adapter: AnySource, known: KnownSource, post: Post): Promise<Post> {
  if (!post.more || post.body.ok) return post;
  const settings = await openSettings(ctx, adapter, known);
  return settings !== null && adapter.lists(settings) ? { ...post, body: ok(await post.more()) } : post;
}

async function take(ctx: Ctx, { known, adapter, tokenHash }: Taken, given: Post): Promise<Result<Accepted>> {
  const source = known.row;
  const post = await readOn(ctx, adapter, known, given);
  const understood = await readWith(ctx, adapter, known, post);
  const admitted = counted(ctx, source, adapter, understood.ok);
  if (!admitted.ok) return admitted;
  // A body of a hundred alerts is read in one go, and in a storm thirty of them are under way.
  await giveWay(ctx);
  const delivery = await identify(ctx, adapter, post, understood);
  const bytes = post.body.ok ? post.body.value.length : 0;
  const examined: Examined = { source, adapter, result: readingOf(understood), delivery, bytes };
  const kept = await keepDelivery(ctx, examined);
  if (kept.ok && understood.ok && isRepeat(kept.value)) limiter.giveBack(source.id);
  if (kept.ok && kept.value.settles) settleAfter(ctx, source);
  if (!kept.ok) return kept;
  if (!understood.ok) return understood;
  const { message, reading, byOldSettings: oldSettings = false } = understood.value;
  noteUses(ctx, known, { tokenHash, oldSettings });
  const { id, duplicate, alerts } = kept.value;
  const accepted = { id, duplicate, alerts, skipped: reading.skipped };
  return ok({ ...accepted, answer: adapter.answer({ message, accepted }) });
}

/** What a delivery is not: a method that the tool does not use, a look at the address in a browser, a handshake. */
function noDelivery(
  now: number,
  adapter: AnySource,
  { method = "POST", query = new URLSearchParams(), headers }: Post,
) {
  const allow = adapter.methods.filter((each) => each !== "GET" || [...query].length > 0);
  if (!allow.some((each) => each === method)) return fail({ name: "method", allow: [...adapter.methods] });
  if (method !== "OPTIONS") return null;
  const answer = adapter.answer({ message: { now, payload: null, headers, query }, accepted: null });
  return ok({ id: "", duplicate: false, alerts: [], skipped: [], answer });
}

async function receive(ctx: Ctx, post: Post, tokenHash: string, find: typeof sourceOf): Promise<Result<Accepted>> {
  const source = await sourceOfToken(ctx, tokenHash);
  const adapter = source && find(source.row.kind);
  if (!source || !adapter || (post.kind && post.kind !== adapter.kind)) return nobodysAddress(ctx);
  const answered = noDelivery(ctx.now(), adapter, post);
  if (answered) return answered;
  const { ingestLimit } = ctx.config;
  const { remaining, resetAt } = limiter.left(source.row.id, ingestLimit, ctx.now());
  const over = ingestLimit > 0 && remaining === 0;
  if (over) return fail(tooMany(adapter, Math.max(1, Math.ceil((resetAt - ctx.now()) / 1000))));
  return take(ctx, { known: source, adapter, tokenHash }, post);
}

/** A source that was changed, or is gone, since this isolate read it is read again. */
async function receiveAnew(ctx: Ctx, post: Post, find: typeof sourceOf): Promise<Result<Accepted>> {
  const tokenHash = await ctx.secrets.hash(post.token);
  for (let tries = 0; tries < 3; tries++) {
    try {
      const accepted = await receive(ctx, post, tokenHash, find);
      if (!accepted.ok && accepted.failure.name === "missing") forgetSource(ctx, tokenHash);
      return accepted;
    } catch (error) {
      if (!(error instanceof SourceChanged)) throw error;
      forgetSource(ctx, tokenHash);
    }
  }
  throw new DatabaseAway("the source changed three times");
}

/**
 * Takes one delivery of an outside tool (docs/protocols.md, "Accepting alerts"): written before it is answered, settled after. Needs no right
 * but the token. Fails with missing, limited or overloaded (by what the tool retries), or why it was refused; a refused
 * one leaves its row and an alert about the source. Overloaded too when the database is away (nothing is in), and when
 * the source's settings are sealed with a secret that is not set (its row and an alert say so).
 */
export async function accept(ctx: Ctx, post: Post, find = sourceOf): Promise<Result<Accepted>> {
  try {
    return await receiveAnew(ctx, post, find);
  } catch (error) {
    const away = awayFailure(error);
    if (away === null) throw error;
    ctx.log.error("ingest.database_away", error);
    return fail(away);
  }
}
