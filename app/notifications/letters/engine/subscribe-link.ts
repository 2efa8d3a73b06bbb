import type { Ctx } from "~/platform/ctx";
import type { SubscriptionScope } from "~/subscribers/rules/subscriber";
import { openLink, sealLink } from "./sealed-link";

/** A subscription that was asked for and is not confirmed; it is stored only in the link of the email. */
export interface AskedWish {
  pageId: string;
  address: string;
  scope: SubscriptionScope;
  /** Last characters of each component's id, so that the link stays short. */
  components: string[];
  incidentId: string;
  language: string;
  timeZone: string;
  /** Generation of the row that the address had on the page at that time; null = it had none. */
  generation: number | null;
  expiresAt: number;
}

const purpose = "subscribe";

export const subscribeLink = (ctx: Ctx, wish: AskedWish): Promise<string> => sealLink(ctx, purpose, wish);

/** Returns the subscription that a link asks for; null when this deployment did not make the link or it has expired. */
export const readSubscribeLink = (ctx: Ctx, token: string): Promise<AskedWish | null> => openLink(ctx, purpose, token);

const shortIdChars = 6;

export const shortOf = (componentId: string): string => componentId.slice(-shortIdChars);

/** Returns those of these components that the wish names. */
export const wishedComponents = ({ components }: AskedWish, ids: readonly string[]): string[] =>
  ids.filter((id) => components.includes(shortOf(id)));
