import type { Ctx } from "~/platform/ctx";
import type { GitToken } from "./contract/git-api";

/** The sealed part of a repository; empty texts = none. */
interface RepositorySettings extends GitToken {
  /** Secret of its webhook. */
  secret: string;
}

export const sealRepositorySettings = (ctx: Ctx, settings: RepositorySettings): Promise<string> =>
  ctx.secrets.seal(JSON.stringify(settings));

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the settings; null when the key that sealed them is gone. A backup without secrets leaves them empty. */
export async function openRepositorySettings(
  ctx: Ctx,
  { settingsSealed }: { settingsSealed: string },
): Promise<RepositorySettings | null> {
  const text = await ctx.secrets.open(settingsSealed);
  if (text === null) return null;
  const { token, origin, secret } = JSON.parse(text) as Record<string, unknown>;
  return { token: textOf(token), origin: textOf(origin), secret: textOf(secret) };
}

/** Returns a secret in the format of Standard Webhooks, which GitLab asks for: 256 random bits in base64. */
export const newWebhookSecret = (ctx: Ctx): string => `whsec_${ctx.token().replaceAll("-", "+").replaceAll("_", "/")}=`;

/** Returns the address to which a provider sends pushes. */
export const webhookAddressOf = (ctx: Ctx, id: string): string => `${ctx.config.origin}/ingest/repositories/${id}`;
