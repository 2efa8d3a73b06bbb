import type { Ctx } from "~/platform/ctx";
import { openLinkToken, sealLinkToken } from "./sealed-link";

/** The recipient of a link, and the notice that contains the firings which it acknowledges. */
export interface AcknowledgeTokenContent {
  pageId: string;
  noticeId: string;
  personId: string;
  expiresAt: number;
}

const purpose = "acknowledge";

export const makeAcknowledgeToken = (ctx: Ctx, link: AcknowledgeTokenContent): Promise<string> =>
  sealLinkToken(ctx, purpose, link);

/** Returns the content of a link; null when this deployment did not make it or it has expired. */
export const openAcknowledgeToken = (ctx: Ctx, token: string): Promise<AcknowledgeTokenContent | null> =>
  openLinkToken(ctx, purpose, token);
