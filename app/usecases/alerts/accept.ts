import { runBatch } from "~/db/commit";
import { acceptFacts, type SourceRow, sourceByToken } from "~/db/queries/accept-facts";
import { nothingToAccept } from "~/db/queries/accept-rows";
import { DatabaseAway } from "~/db/trouble";
import type { AnySource } from "~/ingest/contract";
import { sourceOf } from "~/ingest/sources";
import { afterwards, type Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import type { AlertOutcome } from "~/rules/delivery";
import { type Failure, fail, ok, type Result } from "~/rules/failure";
import type { Reading, Skipped } from "~/rules/signal";
import { storable } from "~/rules/signal-limits";
import { examine, type Post } from "./examine";
import { type Examined, type Kept, keepDelivery } from "./keep-delivery";
import { settle } from "./settle";

export interface Accepted {
  id: string;
  duplicate: boolean;
  alerts: AlertOutcome[];
  skipped: Skipped[];
}

/** Deliveries per source in this isolate, in windows of five minutes (spec §9). */
const limiter = makeLimiter(5 * 60_000);

/** What a delivery's row keeps of its headers: nothing that proves who sent it. */
const keptHeaders = ["content-type", "content-length", "user-agent", "webhook-id", "webhook-timestamp"];

const bodyKept = 65_536;

const isRepeat = (kept: Kept) =>
  kept.duplicate || (kept.alerts.length > 0 && kept.alerts.every((each) => each.outcome === "repeat"));

const tooMany = (adapter: AnySource, retryAfter: number): Failure =>
  adapter.limitStatus === 503 ? { name: "overloaded", retryAfter } : { name: "limited", retryAfter };

async function nobodysAddress(ctx: Ctx): Promise<Result<never>> {
  const nobody = { pageId: "", sourceId: "", alertIds: [], starts: [], closedGroups: [] };
  await acceptFacts(ctx, { ...nobody, deliveryId: null, lastHeard: false });
  await runBatch(ctx, nothingToAccept());
  return fail({ name: "missing" });
}

async function openSettings(ctx: Ctx, adapter: AnySource, row: SourceRow): Promise<unknown> {
  return adapter.settings.parse(JSON.parse(await ctx.secrets.open(row.settingsSealed)));
}

/** Under the sender's id where it gives one; a refused delivery never takes that id from the genuine one. */
async function identify(ctx: Ctx, adapter: AnySource, { headers, body }: Post, result: Result<Reading>) {
  const eventId = result.ok ? adapter.deliveryId(headers) : null;
  const id = eventId === null ? ctx.id() : `event-${(await ctx.secrets.hash(eventId)).slice(0, 32)}`;
  const text = result.ok && body.ok ? new TextDecoder().decode(body.value) : "";
  const cutText = body.ok ? new TextDecoder().decode(body.value.subarray(0, bodyKept)) : "";
  const kept = keptHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, storable(value).slice(0, 500)]];
  });
  return {
    id,
    eventId: eventId !== null,
    headers: Object.fromEntries(kept),
    body: result.ok ? storable(cutText) : "",
    bodyHash: result.ok ? await ctx.secrets.hash(text) : "",
  };
}

function settleSoon(ctx: Ctx, source: SourceRow): void {
  const machine = afterwards(ctx, { kind: "machine", id: source.id });
  const work = settle(machine, source.pageId).catch((error: unknown) => {
    ctx.log.error("settle.failed", error, { page: source.pageId, source: source.id });
  });
  ctx.defer(work);
}

/** What is refused is counted by itself: garbage from somebody who knows the address leaves room for what is genuine. */
function counted(ctx: Ctx, source: SourceRow, adapter: AnySource, accepted: boolean): Result<true> {
  const key = accepted ? source.id : `refused ${source.id}`;
  const { allowed, retryAfter } = limiter.take(key, ctx.config.ingestLimit, ctx.now());
  return allowed ? ok(true) : fail(tooMany(adapter, retryAfter));
}

async function take(ctx: Ctx, source: SourceRow, adapter: AnySource, post: Post): Promise<Result<Accepted>> {
  const result = examine(adapter, await openSettings(ctx, adapter, source), post, ctx.now());
  const admitted = counted(ctx, source, adapter, result.ok);
  if (!admitted.ok) return admitted;
  const examined: Examined = { source, adapter, result, delivery: await identify(ctx, adapter, post, result) };
  const kept = await keepDelivery(ctx, examined);
  if (kept.ok && result.ok && isRepeat(kept.value)) limiter.giveBack(source.id);
  if (kept.ok && kept.value.settles) settleSoon(ctx, source);
  if (!kept.ok) return kept;
  if (!result.ok) return result;
  const { id, duplicate, alerts } = kept.value;
  return ok({ id, duplicate, alerts, skipped: result.value.skipped });
}

async function receive(ctx: Ctx, post: Post, find: typeof sourceOf): Promise<Result<Accepted>> {
  const source = await sourceByToken(ctx, await ctx.secrets.hash(post.token));
  const adapter = source && find(source.kind);
  if (!source || !adapter) return nobodysAddress(ctx);
  const { ingestLimit } = ctx.config;
  const { remaining, resetAt } = limiter.left(source.id, ingestLimit, ctx.now());
  const over = ingestLimit > 0 && remaining === 0;
  if (over) return fail(tooMany(adapter, Math.max(1, Math.ceil((resetAt - ctx.now()) / 1000))));
  return take(ctx, source, adapter, post);
}

/**
 * Takes one delivery of an outside tool (protocols §1, §5): written before it is answered, settled after. Needs no right
 * but the token. Fails with missing, limited or overloaded (by what the tool retries), or why it was refused; a refused
 * one leaves its row and an alert about the source. Overloaded too when the database is away: nothing is in.
 */
export async function accept(ctx: Ctx, post: Post, find = sourceOf): Promise<Result<Accepted>> {
  try {
    return await receive(ctx, post, find);
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    ctx.log.error("ingest.database_away", error);
    return fail({ name: "overloaded", retryAfter: 10 });
  }
}
