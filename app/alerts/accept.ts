import { runBatch } from "~/db/run-batch";
import { fail, ok, type Result } from "~/failures/failure";
import { keepingPatience, mayBeKept, newPatience, whileSenderWaits } from "~/platform/cells/inbox-call";
import { afterwards, type Ctx } from "~/platform/ctx";
import { within } from "~/platform/database";
import { awayFailure } from "~/platform/failure-of";
import { giveWay } from "~/platform/give-way";
import { logLeft } from "~/platform/left-over";
import { makeLimiter } from "~/platform/limiter";
import { DatabaseAway } from "~/platform/trouble";
import type { AnySource } from "~/sources/contract/contract";
import { sourceOf } from "~/sources/kinds/known-kinds";
import { type Accepted, type Examined, type Kept, tooMany } from "./delivery-parts";
import type { Post, Understood } from "./examine";
import { keepDelivery } from "./keep-delivery";
import { keepForLater } from "./keep-for-later";
import { SourceChanged } from "./keep-together";
import { forgetSource, learnOwnKey, sourceOfToken } from "./known-source";
import { noteUses } from "./note-use";
import { alertsById, type SourceRow } from "./queries/accept-facts";
import { nothingToAccept } from "./queries/accept-rows";
import { type Arrived, identify, readOn, readWith, type Sender } from "./read-post";
import { settleInTurn } from "./settling/engine/settle-in-turn";

export type { Accepted };

/** Counts deliveries per source in this isolate, in windows of five minutes (spec §9). */
const limiter = makeLimiter(5 * 60_000);

const isRepeat = (kept: Kept) =>
  kept.duplicate || (kept.alerts.length > 0 && kept.alerts.every((each) => each.outcome === "repeat"));

async function nobodysAddress(ctx: Ctx): Promise<Result<never>> {
  await alertsById(ctx, []);
  await runBatch(ctx, nothingToAccept());
  return fail({ name: "missing" });
}

function settleAfter(ctx: Ctx, source: SourceRow): void {
  const machine = afterwards(ctx, { kind: "machine", id: source.id });
  const work = settleInTurn(machine, source.pageId).catch((error: unknown) => {
    logLeft(ctx.log, "settle.failed", error, { page: source.pageId, source: source.id });
  });
  ctx.defer(work);
}

/** Counts refused deliveries apart, so that garbage from someone who knows the address leaves room for genuine ones. */
function counted(ctx: Ctx, source: SourceRow, adapter: AnySource, accepted: boolean): Result<true> {
  const key = accepted ? source.id : `refused ${source.id}`;
  const { allowed, retryAfter } = limiter.take(key, ctx.config.ingestLimit, ctx.now());
  return allowed ? ok(true) : fail(tooMany(adapter, retryAfter));
}

const readingOf = (understood: Result<Understood>) => (understood.ok ? ok(understood.value.reading) : understood);

interface Taken extends Sender {
  tokenHash: string;
}

async function take(ctx: Ctx, { known, adapter, tokenHash }: Taken, arrived: Arrived): Promise<Result<Accepted>> {
  const source = known.row;
  const post = await readOn(ctx, { known, adapter }, arrived.post);
  const understood = await readWith(ctx, { known, adapter }, post, ctx.now());
  const admitted = counted(ctx, source, adapter, understood.ok);
  if (!admitted.ok) return admitted;
  // A body of a hundred alerts is read without a pause, and in a storm thirty such bodies are in progress.
  await giveWay(ctx);
  arrived.at = ctx.now();
  const delivery = await identify(ctx, adapter, { ...arrived, post }, understood);
  const bytes = post.body.ok ? post.body.value.length : 0;
  const [result, arrivedAt] = [readingOf(understood), arrived.at];
  const examined: Examined = { source, adapter, result, delivery, bytes, arrivedAt };
  const kept = await whileSenderWaits(ctx, keepDelivery(ctx, examined), arrived.patience);
  if (kept.ok && understood.ok && isRepeat(kept.value)) limiter.giveBack(source.id);
  if (kept.ok && kept.value.settles) settleAfter(ctx, source);
  if (!kept.ok) return kept;
  // The commit was guarded by the source as this isolate knows it, so the cached source is known to be current.
  known.readAt = ctx.now();
  ctx.defer(learnOwnKey(ctx));
  if (!understood.ok) return understood;
  const { message, reading, byOldSettings: oldSettings = false } = understood.value;
  noteUses(ctx, known, { tokenHash, oldSettings });
  const { id, duplicate, alerts } = kept.value;
  const accepted = { id, duplicate, alerts, skipped: reading.skipped };
  return ok({ ...accepted, answer: adapter.answer({ message, accepted }) });
}

/** Answers requests that are not deliveries: an unused method, a browser opening the address, a handshake. */
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

async function receive(
  ctx: Ctx,
  arrived: Arrived,
  tokenHash: string,
  find: typeof sourceOf,
): Promise<Result<Accepted>> {
  const { post } = arrived;
  const source = await whileSenderWaits(ctx, sourceOfToken(ctx, tokenHash), arrived.patience);
  const adapter = source && find(source.row.kind);
  if (!source || !adapter || (post.kind && post.kind !== adapter.kind)) {
    return whileSenderWaits(ctx, nobodysAddress(ctx), arrived.patience);
  }
  const answered = noDelivery(ctx.now(), adapter, post);
  if (answered) return answered;
  const { ingestLimit } = ctx.config;
  const { remaining, resetAt } = limiter.left(source.row.id, ingestLimit, ctx.now());
  const over = ingestLimit > 0 && remaining === 0;
  if (over) return fail(tooMany(adapter, Math.max(1, Math.ceil((resetAt - ctx.now()) / 1000))));
  return take(ctx, { known: source, adapter, tokenHash }, arrived);
}

/** Reads the source again when it has changed or is gone since this isolate read it. */
async function receiveAnew(ctx: Ctx, arrived: Arrived, find: typeof sourceOf): Promise<Result<Accepted>> {
  const tokenHash = await ctx.secrets.hash(arrived.post.token);
  for (let tries = 0; tries < 3; tries++) {
    try {
      const accepted = await receive(ctx, arrived, tokenHash, find);
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
 * Keeps the delivery in an inbox while the database is away, if one is bound and this isolate knows the source
 * (`kept`), within four seconds in all. Returns null when an inbox cannot keep it either.
 */
async function keptForLater(ctx: Ctx, arrived: Arrived, find: typeof sourceOf): Promise<Result<Accepted> | null> {
  const tokenHash = await ctx.secrets.hash(arrived.post.token);
  return within(keepForLater(ctx, { arrived, tokenHash }, find), keepingPatience).catch((error: unknown) => {
    ctx.log.error("ingest.keep_failed", error);
    return null;
  });
}

/**
 * Accepts one delivery of an external tool (docs/protocols.md, "Accepting alerts"): stored before the answer, settled
 * after; needs only the token. Fails with missing, limited, overloaded (not stored; the tool retries), or why it is
 * refused; refusals, and settings sealed with a secret that is not set (overloaded), leave a row and an alert.
 */
export async function accept(ctx: Ctx, post: Post, find = sourceOf): Promise<Result<Accepted>> {
  const arrived: Arrived = { post, id: ctx.id(), at: ctx.now(), patience: newPatience() };
  try {
    return await receiveAnew(ctx, arrived, find);
  } catch (error) {
    const away = awayFailure(error);
    if (away === null) throw error;
    ctx.log.error("ingest.database_away", error);
    const kept = mayBeKept(ctx, error) ? await keptForLater(ctx, arrived, find) : null;
    return kept ?? fail(away);
  }
}
