import type { Ctx } from "~/platform/ctx";
import type { SubscriptionScope } from "~/rules/telling/subscriber";

/** What somebody asked for and has not confirmed: it is nowhere but in the link of their mail. */
export interface AskedWish {
  pageId: string;
  address: string;
  scope: SubscriptionScope;
  /** The last characters of each component's id, so that the link stays short. */
  components: string[];
  incidentId: string;
  language: string;
  timeZone: string;
  /** Generation of the row that the address had on the page then; null = it had none. */
  generation: number | null;
  expiresAt: number;
}

const purpose = "subscribe";

/** Sealed with the deployment's key: nobody makes or alters one, and no log reads an address in it. */
export const subscribeLink = (ctx: Ctx, wish: AskedWish): Promise<string> =>
  ctx.secrets.seal(JSON.stringify({ purpose, ...wish }));

/** What a link asks for; null when we did not make it, or it ran out. */
export async function readSubscribeLink(ctx: Ctx, token: string): Promise<AskedWish | null> {
  if (!/^[\w-]{8}\.[\w-]{40,4000}$/.test(token)) return null;
  const text = await ctx.secrets.open(token);
  const found = text === null ? null : (JSON.parse(text) as AskedWish & { purpose?: string });
  return found?.purpose === purpose && found.expiresAt > ctx.now() ? found : null;
}

const told = 6;

export const shortOf = (componentId: string): string => componentId.slice(-told);

/** Those of these components that the wish names. */
export const wishedAmong = ({ components }: AskedWish, ids: readonly string[]): string[] =>
  ids.filter((id) => components.includes(shortOf(id)));
