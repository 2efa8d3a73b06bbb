import { read } from "~/db/read";
import { readSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { type SubscriberRow, subscriberById } from "./queries/subscriber";
import { holding } from "./rules/subscriber";

export type Held = { state: "valid"; row: SubscriberRow } | { state: "left"; row: SubscriberRow } | { state: "gone" };

/** What a link that mails repeat is good for today. One statement, none for a link that is not ours. */
export async function heldBy(ctx: Ctx, pageId: string, token: string): Promise<Held> {
  const found = await readSubscriptionToken(ctx, token);
  if (found?.purpose !== "manage") return { state: "gone" };
  const [[row]] = await read(ctx, subscriberById(ctx, pageId, found.id));
  const state = holding(row ?? null, found.generation);
  return row && state !== "gone" ? { state, row } : { state: "gone" };
}

/** Whether the token is of a link that somebody of the page was mailed, whatever it is good for today. ≤ 1 statement. */
export async function isHolder(ctx: Ctx, pageId: string, token: string): Promise<boolean> {
  const found = await readSubscriptionToken(ctx, token);
  if (!found) return false;
  const [[row]] = await read(ctx, subscriberById(ctx, pageId, found.id));
  return row !== undefined;
}
