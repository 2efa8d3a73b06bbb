import { ok, type Result } from "~/failures/failure";
import { type InboxEntry, inboxNumberOf } from "~/inbox/rules/inbox-entry";
import { requestFromInbox } from "~/platform/cells/inbox-call";
import type { Ctx } from "~/platform/ctx";
import type { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { minuteMs } from "~/time/durations";
import type { AcceptDeliveryResult } from "./delivery-parts";
import { serialiseInboxRequest } from "./kept-post";
import { findCachedSourceByToken } from "./known-source";
import { type IncomingDelivery, identifyDelivery, parseDelivery, readRestOfBody } from "./read-post";

/**
 * Longest age of what this isolate read of a source at which it is still relied on while the database is away, in ms.
 */
const sourceCacheMs = 10 * minuteMs;

/**
 * Keeps a delivery in an inbox while the database is away, and answers as its sender expects. Returns null, so that the
 * sender retries, when this isolate has not read the source for ten minutes, when the sender is not verified, when the
 * delivery cannot be read, or when the inbox is full or away too.
 */
export async function storeDeliveryInInbox(
  ctx: Ctx,
  { arrived, tokenHash }: { arrived: IncomingDelivery; tokenHash: string },
  find: typeof sourceAdapterOf,
): Promise<Result<AcceptDeliveryResult> | null> {
  const known = findCachedSourceByToken(ctx, tokenHash);
  const adapter = known && find(known.row.kind);
  if (!adapter || arrived.at - known.readAt > sourceCacheMs) return null;
  if (arrived.post.kind && arrived.post.kind !== adapter.kind) return null;
  const sender = { known, adapter };
  const post = await readRestOfBody(ctx, sender, arrived.post);
  const understood = await parseDelivery(ctx, sender, post, arrived.at);
  if (!understood.ok || !post.body.ok) return null;
  const { id } = await identifyDelivery(ctx, adapter, { ...arrived, post }, understood);
  const { id: owner, pageId } = known.row;
  const request = await ctx.secrets.seal(serialiseInboxRequest({ sourceId: owner, tokenHash, post }, post.body.value));
  const entry: InboxEntry = { id: arrived.id, kind: "delivery", owner, pageId, at: arrived.at, request };
  const answer = await requestFromInbox<{ kept: boolean }>(
    ctx,
    { inbox: inboxNumberOf(tokenHash), what: "keep" },
    entry,
  );
  if (!answer?.kept) return null;
  const { message, reading } = understood.value;
  const accepted = { id, duplicate: false, alerts: [], skipped: reading.skipped };
  return ok({ ...accepted, kept: true, answer: adapter.answer({ message, accepted }) });
}
