import type { Ctx } from "~/platform/ctx";

/** The subscription that links belong to; raising the generation by 1 revokes all links given out before. */
export interface SubscriptionLinkHolder {
  id: string;
  generation: number;
}

/** The content of a link in an email; `expiresAt` in UTC ms, null = never. */
export interface SubscriptionTokenContent extends SubscriptionLinkHolder {
  purpose: "manage" | "confirm";
  expiresAt: number | null;
}

/** The purpose is part of the signed text, so that a token of one kind is not accepted as the other. */
const signed = (purpose: SubscriptionTokenContent["purpose"], body: string) => `subscription.${purpose}.${body}`;

async function tokenOf(ctx: Ctx, purpose: SubscriptionTokenContent["purpose"], body: string): Promise<string> {
  return `${body}.${await ctx.secrets.sign(signed(purpose, body))}`;
}

/** Returns the token for changing and unsubscribing. It is in every email, never expires and is not stored. */
export const makeSubscriptionToken = (ctx: Ctx, { id, generation }: SubscriptionLinkHolder): Promise<string> =>
  tokenOf(ctx, "manage", `${id}.${generation.toString(36)}`);

/** Returns the token for the confirmation button. The code that reads it compares `expiresAt` with the clock. */
export const makeConfirmToken = (
  ctx: Ctx,
  { id, generation, expiresAt }: SubscriptionLinkHolder & { expiresAt: number },
) => tokenOf(ctx, "confirm", `${id}.${generation.toString(36)}.${expiresAt.toString(36)}`);

const shape = /^([0-9a-z]{1,40})\.([0-9a-z]{1,6})(?:\.([0-9a-z]{1,11}))?\.([\w-]{43})$/;

/**
 * Returns a token's content; null when this deployment did not make it. The caller checks the generation against the
 * database.
 */
export async function openSubscriptionToken(ctx: Ctx, token: string): Promise<SubscriptionTokenContent | null> {
  const [, id, generation, expires, signature] = shape.exec(token) ?? [];
  if (id === undefined || generation === undefined || signature === undefined) return null;
  const purpose = expires === undefined ? "manage" : "confirm";
  const body = [id, generation, ...(expires === undefined ? [] : [expires])].join(".");
  if (!(await ctx.secrets.verify(signed(purpose, body), signature))) return null;
  const expiresAt = expires === undefined ? null : Number.parseInt(expires, 36);
  return { purpose, id, generation: Number.parseInt(generation, 36), expiresAt };
}
