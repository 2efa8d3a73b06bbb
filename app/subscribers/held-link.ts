import { read } from "~/db/read";
import { readSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { type SubscriberRow, subscriberById } from "./queries/subscriber";
import { holdLinkState } from "./rules/subscriber";

export type HeldLink =
  | { state: "valid"; row: SubscriberRow }
  | { state: "left"; row: SubscriberRow }
  | { state: "gone" };

/**
 * Returns the present state of the subscription to which an email's link belongs. One statement, none for an invalid
 * link.
 */
export async function readHeldLink(ctx: Ctx, pageId: string, token: string): Promise<HeldLink> {
  const found = await readSubscriptionToken(ctx, token);
  if (found?.purpose !== "manage") return { state: "gone" };
  const [[row]] = await read(ctx, subscriberById(ctx, pageId, found.id));
  const state = holdLinkState(row ?? null, found.generation);
  return row && state !== "gone" ? { state, row } : { state: "gone" };
}

/**
 * Returns true when the token is of a link that was emailed to a subscriber of the page, whatever its state. ≤ 1
 * statement.
 */
export async function isHolder(ctx: Ctx, pageId: string, token: string): Promise<boolean> {
  const found = await readSubscriptionToken(ctx, token);
  if (!found) return false;
  const [[row]] = await read(ctx, subscriberById(ctx, pageId, found.id));
  return row !== undefined;
}
