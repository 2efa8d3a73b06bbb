import type { Ctx } from "~/platform/ctx";

/** Whose links these are: generation + 1 revokes all that were given out before. */
export interface LinkHolder {
  id: string;
  generation: number;
}

/** What a link in a mail is good for; `expiresAt` in UTC ms, null = never. */
export interface ReadToken extends LinkHolder {
  purpose: "manage" | "confirm";
  expiresAt: number | null;
}

/** The purpose stands in what is signed, so that no token passes for one of the other kind. */
const signed = (purpose: ReadToken["purpose"], body: string) => `subscription.${purpose}.${body}`;

async function tokenOf(ctx: Ctx, purpose: ReadToken["purpose"], body: string): Promise<string> {
  return `${body}.${await ctx.secrets.sign(signed(purpose, body))}`;
}

/** For changing and leaving; every mail repeats it, it never runs out, nothing of it is stored. */
export const subscriptionToken = (ctx: Ctx, { id, generation }: LinkHolder): Promise<string> =>
  tokenOf(ctx, "manage", `${id}.${generation.toString(36)}`);

/** For the one button that confirms; its reader compares `expiresAt` with the clock. */
export const confirmToken = (ctx: Ctx, { id, generation, expiresAt }: LinkHolder & { expiresAt: number }) =>
  tokenOf(ctx, "confirm", `${id}.${generation.toString(36)}.${expiresAt.toString(36)}`);

const shape = /^([0-9a-z]{1,40})\.([0-9a-z]{1,6})(?:\.([0-9a-z]{1,11}))?\.([\w-]{43})$/;

/** What a token says; null when it was not made by us. Whether its generation still holds, the database knows. */
export async function readSubscriptionToken(ctx: Ctx, token: string): Promise<ReadToken | null> {
  const [, id, generation, expires, signature] = shape.exec(token) ?? [];
  if (id === undefined || generation === undefined || signature === undefined) return null;
  const purpose = expires === undefined ? "manage" : "confirm";
  const body = [id, generation, ...(expires === undefined ? [] : [expires])].join(".");
  if (!(await ctx.secrets.verify(signed(purpose, body), signature))) return null;
  const expiresAt = expires === undefined ? null : Number.parseInt(expires, 36);
  return { purpose, id, generation: Number.parseInt(generation, 36), expiresAt };
}
