import type { SubscriberMessage } from "~/channels/contract/messages";
import { pageAddress } from "~/pages/rules/page-address";
import type { Ctx } from "~/platform/ctx";
import { messageIdOf } from "~/text/message-id";
import type { EmailBrand } from "../../print/content";
import { oneLine } from "../../print/harmless";
import type { EmailLetter, EmailRecipient } from "../../print/letter";
import type { NoticeRow } from "../../queries/notice";

/** Writes the same news to each recipient. */
export interface LetterWriter {
  /** Name beside the sender's address, one line. */
  fromName: string;
  write(recipient: EmailRecipient): Promise<EmailLetter>;
  /** Returns the message for subscribers in other ways than email; absent when the kind has none. */
  tell?(recipient: SubscribedRecipient): Promise<SubscriberMessage>;
}

export type SubscribedRecipient = Extract<EmailRecipient, { kind: "subscriber" }>;

/** The input of a writer. With `masked`, for previews, links and codes that grant access are replaced by dots. */
export interface LetterTask {
  ctx: Ctx;
  /** Notices of one subject, oldest first; the last one is sent, and the others are digested into it. */
  notices: readonly [NoticeRow, ...NoticeRow[]];
  masked: boolean;
}

/** Returns null when there is nothing left to say. */
export type MakeWriter = (task: LetterTask) => Promise<LetterWriter | null>;

export const mask = "••••";

export const newest = ({ notices }: LetterTask): NoticeRow => notices.at(-1) as NoticeRow;

export interface PageFacts {
  slug: string;
  host: string | null;
  name: string;
  accent: string;
}

export const brandOf = (ctx: Ctx, page: PageFacts): EmailBrand => ({
  name: oneLine(page.name, 100),
  url: pageAddress(ctx.config.origin, page),
  accent: page.accent,
});

/** Sign-in and account emails come from the deployment, not from a page. */
export const ownBrand = (ctx: Ctx): EmailBrand => ({ name: "Upfront", url: ctx.config.origin, accent: "#1f5f4a" });

export const idOf = (recipient: EmailRecipient): string => (recipient.kind === "address" ? "address" : recipient.id);

/** Returns the message id of the thread to which all emails about this subject to this recipient belong. */
export const rootOf = (ctx: Ctx, subjectId: string, recipient: EmailRecipient): string =>
  messageIdOf(`${subjectId}.${idOf(recipient)}`, ctx.config.origin);
