import type { Ctx } from "~/platform/ctx";

/** Whose link it is, and the notice that says which firings it acknowledges. */
export interface AcknowledgeLink {
  pageId: string;
  noticeId: string;
  personId: string;
  expiresAt: number;
}

const purpose = "acknowledge";

/** Sealed with the deployment's key, nothing of it is stored: nobody makes or alters one. */
export const acknowledgeToken = (ctx: Ctx, link: AcknowledgeLink): Promise<string> =>
  ctx.secrets.seal(JSON.stringify({ purpose, ...link }));

/** What a link is for; null when we did not make it, or it ran out. */
export async function readAcknowledgeToken(ctx: Ctx, token: string): Promise<AcknowledgeLink | null> {
  if (!/^[\w-]{8}\.[\w-]{40,4000}$/.test(token)) return null;
  const text = await ctx.secrets.open(token);
  const found = text === null ? null : (JSON.parse(text) as AcknowledgeLink & { purpose?: string });
  return found?.purpose === purpose && found.expiresAt > ctx.now() ? found : null;
}
