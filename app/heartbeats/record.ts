import { toStorableText } from "~/alerts/rules/signal-limits";
import { runBatch } from "~/db/run-batch";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { type InboxEntry, inboxNumberOf } from "~/inbox/rules/inbox-entry";
import { awaitWhileSenderWaits, mayKeepInInbox, requestFromInbox } from "~/platform/cells/inbox-call";
import { type Ctx, ctxAfterAnswer, ctxAsActor } from "~/platform/ctx";
import { databaseAwayFailure } from "~/platform/failure-of";
import { makeRateLimiter } from "~/platform/limiter";
import { logDeferredWork } from "~/platform/log-left-work";
import { readText } from "~/text/read-text";
import { minuteMs } from "~/time/durations";
import { createHeartbeatByPing } from "./create";
import { checkAndSettleHeartbeats } from "./engine/heartbeats-due";
import {
  type PingAddress,
  pingSlugStatement,
  type RecordedPingRow,
  type StoredPingBody,
} from "./queries/heartbeat-ping";
import type { PingDraft } from "./rules/heartbeat-ping";
import type { PingContent } from "./rules/ping-words";
import { type PingArrivalTime, type PingRecord, shortenPing, writePing } from "./write-ping";

/** Most bytes of a body that are kept. */
export const maxPingBodyBytes = 10_000;

export interface ReceivedPing {
  address: { uuid: string } | { pingKey: string; slug: string } | { id: string };
  action: "success" | "start" | "fail" | "log";
  /** Exit status, 0–255; with it the action is success. */
  exit?: number | undefined;
  /** Run id, in lower case. */
  rid?: string | undefined;
  /** True to create the heartbeat when none has this key and slug. */
  create: boolean;
  method: string;
  from: string;
  agent: string;
  /** Id of ten characters by which a repeated ping is recognised; absent = each ping counts. */
  id?: string;
  /** First bytes of its body, in UTF-8 unless its type or byte order mark differs; `truncated` = there were more. */
  body: { bytes: Uint8Array; truncated: boolean; contentType?: string | null };
  /** Parts of an email, whose text is searched for the words. */
  mail?: { subject: string; text: string };
}

export interface PingResult {
  /** True when `create` created the heartbeat. */
  created: boolean;
}

const maxAgentChars = 200;

async function addressOf(ctx: Ctx, { address }: ReceivedPing): Promise<PingAddress> {
  if ("id" in address) return address;
  if ("uuid" in address) return { tokenHash: await ctx.secrets.hash(address.uuid) };
  return { keyHash: await ctx.secrets.hash(address.pingKey), slug: address.slug };
}

/** A body as it is stored; `isGuessed` = its charset is unknown. */
type HeardBody = StoredPingBody & { isGuessed: boolean };

/** Decodes a body. Bytes that are no text become U+FFFD; a character that the limit cut in two is left out. */
function heardBody({ bytes, truncated, contentType = null }: ReceivedPing["body"]): HeardBody | null {
  if (bytes.length === 0) return null;
  const isCut = truncated || bytes.length > maxPingBodyBytes;
  const kept = bytes.subarray(0, maxPingBodyBytes);
  const { text, unread } = readText(kept, contentType, isCut);
  const shown = unread?.ascii === false ? new TextDecoder().decode(kept, { stream: isCut }) : text;
  return { text: toStorableText(shown), truncated: isCut, isGuessed: unread !== undefined };
}

function draftOf(ctx: Ctx, ping: ReceivedPing, body: StoredPingBody | null): PingDraft {
  const failed = ping.exit !== undefined && ping.exit > 0;
  return {
    id: ping.id ?? ctx.id().slice(-10),
    kind: failed ? "fail" : ping.action,
    ...(ping.rid === undefined ? {} : { rid: ping.rid }),
    ...(ping.exit === undefined ? {} : { exit: ping.exit }),
    method: ping.method,
    from: toStorableText(ping.from).slice(0, 60),
    agent: toStorableText(ping.agent).slice(0, maxAgentChars),
    ...(body ? { body: true } : {}),
  };
}

/** Returns the ping with secrets replaced by their hashes, so that it may be stored. */
async function written(ctx: Ctx, ping: ReceivedPing): Promise<PingRecord> {
  const found = heardBody(ping.body);
  const body = found && { text: found.text, truncated: found.truncated };
  const [address, heard] = [await addressOf(ctx, ping), heardOf(ping, found)];
  return { address, create: ping.create, draft: draftOf(ctx, ping, body), body, heard };
}

/** Adds the composed form of a text that is written in another: its accented letters are two code points each. */
function inBothForms(text: string): string {
  const composed = text.normalize();
  return composed === text ? text : `${text}\n${composed}`;
}

/** Returns the text that is searched for words; null when the address already gives the kind. */
function heardOf({ action, exit, mail }: ReceivedPing, body: HeardBody | null): PingContent | null {
  if (action !== "success" || exit !== undefined) return null;
  if (mail) return { subject: inBothForms(mail.subject), body: inBothForms(mail.text) };
  const text = inBothForms(body?.text ?? "");
  return body?.isGuessed ? { subject: null, body: text, isGuessed: true } : { subject: null, body: text };
}

/** Applies a change of state after the answer; on failure it is left to the tick. */
function tellSoon(ctx: Ctx, { id, pingCount, pendingFrom }: RecordedPingRow): void {
  if (pendingFrom === null || pendingFrom !== pingCount) return;
  const machine = ctxAfterAnswer(ctx, { kind: "machine", id });
  const work = checkAndSettleHeartbeats(machine, [id]);
  ctx.defer(work.catch((error) => logDeferredWork(ctx.log, "ping.turn", error, { heartbeat: id })));
}

/**
 * Handles a ping that matches no single heartbeat: the key is unknown, several share the slug, or a heartbeat must be
 * created (a race creates only one).
 */
async function bySlug(ctx: Ctx, ping: PingRecord, came: PingArrivalTime): Promise<Result<PingResult>> {
  if (!("slug" in ping.address)) return missingFailure;
  const { keyHash, slug } = ping.address;
  const [answer] = await runBatch(ctx, [pingSlugStatement(keyHash, slug)]);
  const owner = answer?.results[0] as { pageId: string; heartbeats: number } | undefined;
  if (!owner || (owner.heartbeats === 0 && !ping.create)) return missingFailure;
  if (owner.heartbeats > 1) return fail({ name: "conflict", code: "ambiguous_slug" });
  const machine = { ...ctxAsActor(ctx, { kind: "machine", id: "ping" }), member: null };
  const made = owner.heartbeats === 0 ? await createHeartbeatByPing(machine, { pageId: owner.pageId, slug }) : null;
  const row = await writePing(ctx, made?.ok ? { ...ping, address: { id: made.value.id } } : ping, came);
  if (!row) return missingFailure;
  tellSoon(ctx, row);
  return ok({ created: made?.ok === true });
}

async function recordOnce(ctx: Ctx, ping: PingRecord, came: PingArrivalTime): Promise<Result<PingResult>> {
  const row = await writePing(ctx, ping, came);
  if (!row) return bySlug(ctx, ping, came);
  tellSoon(ctx, row);
  return ok({ created: false });
}

/**
 * Most pings that are kept per sender and minute, counted in this isolate, because anyone can ping an address that does
 * not exist.
 */
const unknownPingsPerMinute = 300;
const keptPings = makeRateLimiter(minuteMs);

/**
 * Keeps a ping whose heartbeat cannot be looked up now; it is dropped later when its address turns out to be unknown.
 */
async function keepForLater(ctx: Ctx, ping: PingRecord, at: number): Promise<boolean> {
  const { address } = ping;
  if ("id" in address) return false;
  if (!keptPings.take(ping.draft.from, unknownPingsPerMinute, at).allowed) return false;
  // A page's key belongs to many heartbeats: each has a separate share.
  const [hash, owner] =
    "tokenHash" in address
      ? [address.tokenHash, address.tokenHash]
      : [address.keyHash, `${address.keyHash} ${address.slug}`];
  const inbox = inboxNumberOf(hash);
  const request = JSON.stringify(shortenPing(ping));
  const entry: InboxEntry = {
    id: `ping-${at}-${ping.draft.id}`,
    kind: "ping",
    owner,
    pageId: null,
    at,
    request,
  };
  const answer = await requestFromInbox<{ kept: boolean }>(ctx, { inbox, what: "keep" }, entry);
  return answer?.kept === true;
}

/**
 * Records one ping by one update without a read, before the response; a change of state follows afterwards. The address
 * is the only authorisation. While the database is away, a bound inbox stores it, within four seconds. Fails with
 * missing (also without room for `create`), conflict (several heartbeats with the slug), or overloaded (not stored).
 */
export async function recordPing(ctx: Ctx, given: ReceivedPing): Promise<Result<PingResult>> {
  const at = ctx.now();
  const ping = await written(ctx, given);
  try {
    const work = recordOnce(ctx, ping, { now: at });
    // A ping that no inbox would keep may wait for the database without this limit.
    return await ("id" in ping.address ? work : awaitWhileSenderWaits(ctx, work));
  } catch (error) {
    const away = databaseAwayFailure(error);
    if (away === null) throw error;
    ctx.log.error("ping.database_away", error);
    const isKept = mayKeepInInbox(ctx, error) && (await keepForLater(ctx, ping, at));
    return isKept ? ok({ created: false }) : fail(away);
  }
}

/**
 * Records a ping that an inbox kept; throws DatabaseAwayError, after which it may be given again. A ping to an unknown
 * address is dropped.
 */
export async function recordInboxPing(ctx: Ctx, { request, at }: Pick<InboxEntry, "request" | "at">): Promise<void> {
  await recordOnce(ctx, JSON.parse(request) as PingRecord, { now: at, isLate: true });
}
