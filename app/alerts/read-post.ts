import { type Failure, fail, ok, type Result } from "~/failures/failure";
import type { SenderPatience } from "~/platform/cells/inbox-call";
import type { Ctx } from "~/platform/ctx";
import type { AnySourceAdapter } from "~/sources/contract/contract";
import { normaliseRequestBody } from "~/sources/contract/plain-body";
import { sealedSettingsRefusalCode } from "./delivery-parts";
import { examineDelivery, type IngestRequest, type ParsedDelivery, toRawRequest } from "./examine";
import { fetchRequiredDocument } from "./fetch-need";
import { mayKeepRefusedBody, requestPartsToStore } from "./kept-request";
import { type CachedSource, openCachedOldSettings, openCachedSourceSettings } from "./known-source";

/** The source of an address, and the adapter of its kind. */
export interface IngestSource {
  known: CachedSource;
  adapter: AnySourceAdapter;
}

/** A request, with the id of its delivery when its sender gives none. */
export interface IncomingDelivery {
  post: IngestRequest;
  id: string;
  /** Time when it had arrived completely, UTC ms. */
  at: number;
  /** Longest time that its sender still waits for the database. */
  patience: SenderPatience;
}

/** Failure that makes the sender retry until the operator restores the secret, or someone enters the settings again. */
const sealedAway: Failure = { name: "overloaded", retryAfter: 300, code: sealedSettingsRefusalCode };

/**
 * Reads a request with the source's settings; fails while they are sealed, because its sender cannot be verified then.
 */
export async function parseDelivery(
  ctx: Ctx,
  { known, adapter }: IngestSource,
  post: IngestRequest,
  now: number,
): Promise<Result<ParsedDelivery>> {
  const settings = await openCachedSourceSettings(ctx, adapter, known);
  if (settings === null) return fail(sealedAway);
  const oldSettings = await openCachedOldSettings(ctx, adapter, known, now);
  return examineDelivery(adapter, post, {
    settings,
    oldSettings,
    now,
    fetchNeed: (need) => fetchRequiredDocument(ctx, need),
  });
}

/**
 * Returns the delivery under the sender's id if it has one. A refused delivery never takes that id from the genuine
 * one.
 */
export async function identifyDelivery(
  ctx: Ctx,
  adapter: AnySourceAdapter,
  { post, id: ownId }: Pick<IncomingDelivery, "post" | "id">,
  understood: Result<ParsedDelivery>,
) {
  const raw = toRawRequest(post, post.body.ok ? post.body.value : new Uint8Array());
  const { headers, body } = requestPartsToStore(normaliseRequestBody(raw), adapter);
  if (!understood.ok) {
    return {
      id: ownId,
      eventId: false,
      headers,
      body: mayKeepRefusedBody(understood.failure) ? body : "",
      bodyHash: "",
    };
  }
  const eventId = adapter.deliveryId(understood.value.message);
  const id = eventId === null ? ownId : `event-${(await ctx.secrets.hash(eventId)).slice(0, 32)}`;
  const text = `${new TextDecoder().decode(raw.rawBody)}${raw.query}${raw.path}`;
  return { id, eventId: eventId !== null, headers, body, bodyHash: await ctx.secrets.hash(text) };
}

/** Reads the rest of a body that is larger than usual, if its kind carries a list. */
export async function readRestOfBody(
  ctx: Ctx,
  { known, adapter }: IngestSource,
  post: IngestRequest,
): Promise<IngestRequest> {
  if (!post.more || post.body.ok) return post;
  const settings = await openCachedSourceSettings(ctx, adapter, known);
  return settings !== null && adapter.lists(settings) ? { ...post, body: ok(await post.more()) } : post;
}
