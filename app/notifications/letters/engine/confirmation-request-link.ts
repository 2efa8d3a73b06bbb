import type { Ctx } from "~/platform/ctx";
import type { SubscriptionScope } from "~/subscribers/rules/subscriber";
import { openLinkToken, sealLinkToken } from "./sealed-link";

/** A requested subscription that is not confirmed; it is stored only in the link of the email. */
export interface ConfirmationRequest {
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

export const makeConfirmationRequestLink = (ctx: Ctx, request: ConfirmationRequest): Promise<string> =>
  sealLinkToken(ctx, purpose, request);

/** Returns the confirmation request in a link; null when this deployment did not make the link or it has expired. */
export const readConfirmationRequestLink = (ctx: Ctx, token: string): Promise<ConfirmationRequest | null> =>
  openLinkToken(ctx, purpose, token);

const shortIdChars = 6;

export const shortComponentId = (componentId: string): string => componentId.slice(-shortIdChars);

/** Returns those of these components that the request names. */
export const componentIdsInRequest = ({ components }: ConfirmationRequest, ids: readonly string[]): string[] =>
  ids.filter((id) => components.includes(shortComponentId(id)));
