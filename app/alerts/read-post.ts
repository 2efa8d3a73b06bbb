import { type Failure, fail, ok, type Result } from "~/failures/failure";
import type { SenderPatience } from "~/platform/cells/inbox-call";
import type { Ctx } from "~/platform/ctx";
import type { AnySource } from "~/sources/contract/contract";
import { plainBody } from "~/sources/contract/plain-body";
import { sealedCode } from "./delivery-parts";
import { type DeliveryPost, examine, type ParsedMessage, rawOf } from "./examine";
import { fetchNeed } from "./fetch-need";
import { isKeptThough, keptRequest } from "./kept-request";
import { type KnownSource, openOldSettings, openSettings } from "./known-source";

/** The source of an address, and the adapter of its kind. */
export interface PostSender {
  known: KnownSource;
  adapter: AnySource;
}

/** A request, with the id of its delivery when its sender gives none. */
export interface IncomingPost {
  post: DeliveryPost;
  id: string;
  /** Time when it had arrived completely, UTC ms. */
  at: number;
  /** Longest time that its sender still waits for the database. */
  patience: SenderPatience;
}

/** Failure that makes the sender retry, until the operator restores the secret or someone enters the settings again. */
const sealedAway: Failure = { name: "overloaded", retryAfter: 300, code: sealedCode };

/**
 * Reads a request with the source's settings; fails while they are sealed, because its sender cannot be verified then.
 */
export async function parsePost(
  ctx: Ctx,
  { known, adapter }: PostSender,
  post: DeliveryPost,
  now: number,
): Promise<Result<ParsedMessage>> {
  const settings = await openSettings(ctx, adapter, known);
  if (settings === null) return fail(sealedAway);
  const oldSettings = await openOldSettings(ctx, adapter, known, now);
  return examine(adapter, post, { settings, oldSettings, now, fetchNeed: (need) => fetchNeed(ctx, need) });
}

/**
 * Returns the delivery under the sender's id if there is one; a refused delivery never takes that id from the genuine
 * one.
 */
export async function identify(
  ctx: Ctx,
  adapter: AnySource,
  { post, id: ownId }: Pick<IncomingPost, "post" | "id">,
  understood: Result<ParsedMessage>,
) {
  const raw = rawOf(post, post.body.ok ? post.body.value : new Uint8Array());
  const { headers, body } = keptRequest(plainBody(raw), adapter);
  if (!understood.ok) {
    return { id: ownId, eventId: false, headers, body: isKeptThough(understood.failure) ? body : "", bodyHash: "" };
  }
  const eventId = adapter.deliveryId(understood.value.message);
  const id = eventId === null ? ownId : `event-${(await ctx.secrets.hash(eventId)).slice(0, 32)}`;
  const text = `${new TextDecoder().decode(raw.rawBody)}${raw.query}${raw.path}`;
  return { id, eventId: eventId !== null, headers, body, bodyHash: await ctx.secrets.hash(text) };
}

/** Reads the rest of a body that is larger than usual, if its kind carries a list. */
export async function readRestOfBody(
  ctx: Ctx,
  { known, adapter }: PostSender,
  post: DeliveryPost,
): Promise<DeliveryPost> {
  if (!post.more || post.body.ok) return post;
  const settings = await openSettings(ctx, adapter, known);
  return settings !== null && adapter.lists(settings) ? { ...post, body: ok(await post.more()) } : post;
}
