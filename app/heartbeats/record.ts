import { storable } from "~/alerts/rules/signal-limits";
import { runBatch } from "~/db/run-batch";
import type { Statement } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { afterwards, type Ctx } from "~/platform/ctx";
import { awayFailure } from "~/platform/failure-of";
import { logLeft } from "~/platform/left-over";
import { retrying } from "~/platform/trouble";
import { makeHeartbeatByPing } from "./create";
import { lookAtHeartbeats } from "./engine/heartbeats-due";
import {
  bodyRow,
  type KeptBody,
  type PingAddress,
  type PingedRow,
  pingedRow,
  pingRow,
  slugRow,
} from "./queries/heartbeat-ping";
import type { PingDraft } from "./rules/heartbeat-ping";
import type { Heard } from "./rules/ping-words";

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

/** What its words are looked for in; null where its address said itself what it is. */
function heardOf({ action, exit, mail }: Ping, body: KeptBody | null): Heard | null {
  if (action !== "success" || exit !== undefined) return null;
  return mail ? { subject: mail.subject, body: mail.text } : { subject: null, body: body?.text ?? "" };
}

interface Writing {
  draft: PingDraft;
  body: KeptBody | null;
  heard: Heard | null;
}

/** One try may be in although its answer was lost: the next ones ask what is there, besides. */
async function write(ctx: Ctx, address: PingAddress, { draft, body, heard }: Writing) {
  const statements = [pingRow(address, draft, ctx.now(), heard), ...bodyRow(address, draft.id, body)];
  let tries = 0;
  return retrying(ctx, async () => {
    const asked: Statement[] = tries++ === 0 ? statements : [...statements, pingedRow(address)];
    const prepared = asked.map(({ sql, params }) => ctx.d1.prepare(sql).bind(...params));
    const results = await ctx.d1.batch(prepared);
    const rows = [results.at(0), ...(asked.length > statements.length ? [results.at(-1)] : [])];
    return rows.flatMap((each) => (each?.results ?? []) as PingedRow[])[0] ?? null;
  });
}

/** Tells what the ping turned, after the answer; what does not get through here is the tick's. */
function tellSoon(ctx: Ctx, { id, pingCount, pendingFrom }: PingedRow): void {
  if (pendingFrom === null || pendingFrom !== pingCount) return;
  const machine = afterwards(ctx, { kind: "machine", id });
  const work = lookAtHeartbeats(machine, [id]);
  ctx.defer(work.catch((error) => logLeft(ctx.log, "ping.turn", error, { heartbeat: id })));
}

interface Nobody {
  ctx: Ctx;
  ping: Ping;
  again: (address: PingAddress) => Promise<PingedRow | null>;
}

/** No heartbeat has this key and slug: nobody's, several heartbeats', or to be made (a race to make it is one's). */
async function bySlug({ ctx, ping, again }: Nobody): Promise<Result<Recorded>> {
  if (!("slug" in ping.address)) return fail({ name: "missing" });
  const { pingKey, slug } = ping.address;
  const [answer] = await runBatch(ctx, [slugRow(await ctx.secrets.hash(pingKey), slug)]);
  const owner = answer?.results[0] as { pageId: string; heartbeats: number } | undefined;
  if (!owner || (owner.heartbeats === 0 && !ping.create)) return fail({ name: "missing" });
  if (owner.heartbeats > 1) return fail({ name: "conflict", code: "ambiguous_slug" });
  const machine = afterwards(ctx, { kind: "machine", id: "ping" });
  const made = owner.heartbeats === 0 ? await makeHeartbeatByPing(machine, { pageId: owner.pageId, slug }) : null;
  const row = await again(made?.ok ? { id: made.value.id } : await addressOf(ctx, ping));
  if (!row) return fail({ name: "missing" });
  tellSoon(ctx, row);
  return ok({ created: made?.ok === true });
}

async function record(ctx: Ctx, ping: Ping): Promise<Result<Recorded>> {
  const body = keptBody(ping.body);
  const writing = { draft: draftOf(ctx, ping, body), body, heard: heardOf(ping, body) };
  const again = (address: PingAddress) => write(ctx, address, writing);
  const row = await again(await addressOf(ctx, ping));
  if (!row) return bySlug({ ctx, ping, again });
  tellSoon(ctx, row);
  return ok({ created: false });
}

/**
 * Takes one ping: one blind update, written before it is answered; what it turned is told after. Needs no right but the
 * address. Fails with missing (also when `create` has no room), conflict (several heartbeats of the slug), or overloaded
 * when the database is away: nothing is in.
 */
export async function recordPing(ctx: Ctx, ping: Ping): Promise<Result<Recorded>> {
  try {
    return await record(ctx, ping);
  } catch (error) {
    const away = awayFailure(error);
    if (away === null) throw error;
    ctx.log.error("ping.database_away", error);
    return fail(away);
  }
}
