import { storable } from "~/alerts/rules/signal-limits";
import { runBatch } from "~/db/run-batch";
import { fail, ok, type Result } from "~/failures/failure";
import { type InboxEntry, inboxOf } from "~/inbox/rules/inbox-entry";
import { askInbox, mayBeKept, whileSenderWaits } from "~/platform/cells/inbox-call";
import { afterwards, as, type Ctx } from "~/platform/ctx";
import { awayFailure } from "~/platform/failure-of";
import { logLeft } from "~/platform/left-over";
import { makeLimiter } from "~/platform/limiter";
import { makeHeartbeatByPing } from "./create";
import { lookAtHeartbeats } from "./engine/heartbeats-due";
import { type KeptBody, type PingAddress, type PingedRow, slugRow } from "./queries/heartbeat-ping";
import type { PingDraft } from "./rules/heartbeat-ping";
import type { Heard } from "./rules/ping-words";
import { type Came, shortened, type WrittenPing, writePing } from "./write-ping";

/** Bytes of a body that are kept. */
export const pingBodyLimit = 10_000;

export interface Ping {
  address: { uuid: string } | { pingKey: string; slug: string } | { id: string };
  action: "success" | "start" | "fail" | "log";
  /** Exit status, 0–255; with it the action is success. */
  exit?: number | undefined;
  /** Run id, small letters. */
  rid?: string | undefined;
  /** By key and slug: make the heartbeat when there is none. */
  create: boolean;
  method: string;
  from: string;
  agent: string;
  /** Of its ten letters a ping that is sent twice is known; absent = each is another. */
  id?: string;
  /** The first bytes of what it brought along, and whether there were more. */
  body: { bytes: Uint8Array; truncated: boolean };
  /** Of an email, whose text is what its words are looked for in. */
  mail?: { subject: string; text: string };
}

export interface Recorded {
  /** `create` made the heartbeat. */
  created: boolean;
}

const agentLimit = 200;

async function addressOf(ctx: Ctx, { address }: Ping): Promise<PingAddress> {
  if ("id" in address) return address;
  if ("uuid" in address) return { tokenHash: await ctx.secrets.hash(address.uuid) };
  return { keyHash: await ctx.secrets.hash(address.pingKey), slug: address.slug };
}

/** Bytes that are no UTF-8 become U+FFFD; a letter that the limit cut in two is left out. */
function keptBody({ bytes, truncated }: Ping["body"]): KeptBody | null {
  if (bytes.length === 0) return null;
  const isCut = truncated || bytes.length > pingBodyLimit;
  const text = new TextDecoder().decode(bytes.subarray(0, pingBodyLimit), { stream: isCut });
  return { text: storable(text), truncated: isCut };
}

function draftOf(ctx: Ctx, ping: Ping, body: KeptBody | null): PingDraft {
  const failed = ping.exit !== undefined && ping.exit > 0;
  return {
    id: ping.id ?? ctx.id().slice(-10),
    kind: failed ? "fail" : ping.action,
    ...(ping.rid === undefined ? {} : { rid: ping.rid }),
    ...(ping.exit === undefined ? {} : { exit: ping.exit }),
    method: ping.method,
    from: storable(ping.from).slice(0, 60),
    agent: storable(ping.agent).slice(0, agentLimit),
    ...(body ? { body: true } : {}),
  };
}

/** With addresses as their hashes, so that it may be written down. */
async function written(ctx: Ctx, ping: Ping): Promise<WrittenPing> {
  const body = keptBody(ping.body);
  const [address, heard] = [await addressOf(ctx, ping), heardOf(ping, body)];
  return { address, create: ping.create, draft: draftOf(ctx, ping, body), body, heard };
}

/** What its words are looked for in; null where its address said itself what it is. */
function heardOf({ action, exit, mail }: Ping, body: KeptBody | null): Heard | null {
  if (action !== "success" || exit !== undefined) return null;
  return mail ? { subject: mail.subject, body: mail.text } : { subject: null, body: body?.text ?? "" };
}

/** Tells what the ping turned, after the answer; what does not get through here is the tick's. */
function tellSoon(ctx: Ctx, { id, pingCount, pendingFrom }: PingedRow): void {
  if (pendingFrom === null || pendingFrom !== pingCount) return;
  const machine = afterwards(ctx, { kind: "machine", id });
  const work = lookAtHeartbeats(machine, [id]);
  ctx.defer(work.catch((error) => logLeft(ctx.log, "ping.turn", error, { heartbeat: id })));
}

/** No heartbeat has this key and slug: nobody's, several heartbeats', or to be made (a race to make it is one's). */
async function bySlug(ctx: Ctx, ping: WrittenPing, came: Came): Promise<Result<Recorded>> {
  if (!("slug" in ping.address)) return fail({ name: "missing" });
  const { keyHash, slug } = ping.address;
  const [answer] = await runBatch(ctx, [slugRow(keyHash, slug)]);
  const owner = answer?.results[0] as { pageId: string; heartbeats: number } | undefined;
  if (!owner || (owner.heartbeats === 0 && !ping.create)) return fail({ name: "missing" });
  if (owner.heartbeats > 1) return fail({ name: "conflict", code: "ambiguous_slug" });
  const machine = { ...as(ctx, { kind: "machine", id: "ping" }), member: null };
  const made = owner.heartbeats === 0 ? await makeHeartbeatByPing(machine, { pageId: owner.pageId, slug }) : null;
  const row = await writePing(ctx, made?.ok ? { ...ping, address: { id: made.value.id } } : ping, came);
  if (!row) return fail({ name: "missing" });
  tellSoon(ctx, row);
  return ok({ created: made?.ok === true });
}

async function recordOnce(ctx: Ctx, ping: WrittenPing, came: Came): Promise<Result<Recorded>> {
  const row = await writePing(ctx, ping, came);
  if (!row) return bySlug(ctx, ping, came);
  tellSoon(ctx, row);
  return ok({ created: false });
}

/** Anybody may ping an address that nobody has: so many a minute are kept for who sends them, counted in this isolate. */
const keptAMinute = 300;
const keptPings = makeLimiter(60_000);

/** Whose it is nobody can say now: it is kept, and what is nobody's is left when the database is there. */
async function keepForLater(ctx: Ctx, ping: WrittenPing, at: number): Promise<boolean> {
  const { address } = ping;
  if ("id" in address) return false;
  if (!keptPings.take(ping.draft.from, keptAMinute, at).allowed) return false;
  // A page's key is many heartbeats': each has a share of its own.
  const [hash, owner] =
    "tokenHash" in address
      ? [address.tokenHash, address.tokenHash]
      : [address.keyHash, `${address.keyHash} ${address.slug}`];
  const inbox = inboxOf(hash);
  const request = JSON.stringify(shortened(ping));
  const entry: InboxEntry = {
    id: `ping-${at}-${ping.draft.id}`,
    kind: "ping",
    owner,
    pageId: null,
    at,
    request,
  };
  const answer = await askInbox<{ kept: boolean }>(ctx, { inbox, what: "keep" }, entry);
  return answer?.kept === true;
}

/**
 * Takes one ping: one blind update, written before it is answered; what it turned is told after. Needs no right but the
 * address. While the database is away an inbox keeps it where one is bound, within four seconds in all. Fails with missing
 * (also when `create` has no room), conflict (several heartbeats of the slug), or overloaded when the database is away and
 * no inbox keeps it: nothing is in.
 */
export async function recordPing(ctx: Ctx, given: Ping): Promise<Result<Recorded>> {
  const at = ctx.now();
  const ping = await written(ctx, given);
  try {
    const work = recordOnce(ctx, ping, { now: at });
    // What no inbox would keep may wait for the database as long as ever.
    return await ("id" in ping.address ? work : whileSenderWaits(ctx, work));
  } catch (error) {
    const away = awayFailure(error);
    if (away === null) throw error;
    ctx.log.error("ping.database_away", error);
    const isKept = mayBeKept(ctx, error) && (await keepForLater(ctx, ping, at));
    return isKept ? ok({ created: false }) : fail(away);
  }
}

/** Takes in what an inbox kept; throws DatabaseAway, and then it may be given again. What is nobody's is left. */
export async function recordLate(ctx: Ctx, { request, at }: Pick<InboxEntry, "request" | "at">): Promise<void> {
  await recordOnce(ctx, JSON.parse(request) as WrittenPing, { now: at, isLate: true });
}
