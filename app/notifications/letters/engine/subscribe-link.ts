import type { Ctx } from "~/platform/ctx";
import type { SubscriptionScope } from "~/subscribers/rules/subscriber";
import { openLink, sealLink } from "./sealed-link";

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

export const subscribeLink = (ctx: Ctx, wish: AskedWish): Promise<string> => sealLink(ctx, purpose, wish);

/** What a link asks for; null when we did not make it, or it ran out. */
export const readSubscribeLink = (ctx: Ctx, token: string): Promise<AskedWish | null> => openLink(ctx, purpose, token);

const told = 6;

export const shortOf = (componentId: string): string => componentId.slice(-told);

/** Those of these components that the wish names. */
export const wishedAmong = ({ components }: AskedWish, ids: readonly string[]): string[] =>
  ids.filter((id) => components.includes(shortOf(id)));
