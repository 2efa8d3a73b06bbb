import { readBatch } from "~/db/read";
import { openSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { type SubscriberRow, subscriberByIdQuery } from "./queries/subscriber";
import { manageLinkState } from "./rules/subscriber";

export type SubscriptionTokenHolder =
  | { state: "valid"; row: SubscriberRow }
  | { state: "left"; row: SubscriberRow }
  | { state: "gone" };

/**
 * Returns the current state of the subscription to which an email's link belongs. One statement, none for an invalid
 * link.
 */
export async function readSubscriptionTokenHolder(
  ctx: Ctx,
  pageId: string,
  token: string,
): Promise<SubscriptionTokenHolder> {
  const link = await openSubscriptionToken(ctx, token);
  if (link?.purpose !== "manage") return { state: "gone" };
  const [[row]] = await readBatch(ctx, subscriberByIdQuery(ctx, pageId, link.id));
  const state = manageLinkState(row ?? null, link.generation);
  return row && state !== "gone" ? { state, row } : { state: "gone" };
}

/**
 * Returns true when the token is of a link that was emailed to a subscriber of the page, whatever its state. ≤ 1
 * statement.
 */
export async function isSubscriptionTokenOfPage(ctx: Ctx, pageId: string, token: string): Promise<boolean> {
  const link = await openSubscriptionToken(ctx, token);
  if (!link) return false;
  const [[row]] = await readBatch(ctx, subscriberByIdQuery(ctx, pageId, link.id));
  return row !== undefined;
}
