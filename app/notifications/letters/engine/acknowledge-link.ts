import type { Ctx } from "~/platform/ctx";
import { openLink, sealLink } from "./sealed-link";

/** Whose link it is, and the notice that says which firings it acknowledges. */
export interface AcknowledgeLink {
  pageId: string;
  noticeId: string;
  personId: string;
  expiresAt: number;
}

const purpose = "acknowledge";

export const acknowledgeToken = (ctx: Ctx, link: AcknowledgeLink): Promise<string> => sealLink(ctx, purpose, link);

/** What a link is for; null when we did not make it, or it ran out. */
export const readAcknowledgeToken = (ctx: Ctx, token: string): Promise<AcknowledgeLink | null> =>
  openLink(ctx, purpose, token);
