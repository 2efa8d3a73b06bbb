import type { SubscriberMessage } from "~/channels/contract/messages";
import { pageAddress } from "~/pages/rules/page-address";
import type { Ctx } from "~/platform/ctx";
import { emailMessageId } from "~/text/message-id";
import type { EmailBrand } from "../../print/content";
import { toSafeSingleLine } from "../../print/harmless";
import type { EmailRecipient, RenderedEmail } from "../../print/letter";
import type { NoticeRow } from "../../queries/notice";

/** Writes the same news to each recipient. */
export interface EmailWriter {
  /** Name beside the sender's address, on one line. */
  fromName: string;
  write(recipient: EmailRecipient): Promise<RenderedEmail>;
  /** Returns the message for subscribers by other ways than email; absent when the kind has none. */
  tell?(recipient: SubscribedRecipient): Promise<SubscriberMessage>;
}

export type SubscribedRecipient = Extract<EmailRecipient, { kind: "subscriber" }>;

/** The input of a writer. With `masked`, for previews, dots replace links and codes that grant access. */
export interface EmailWriterTask {
  ctx: Ctx;
  /** Notices of one subject, oldest first; the last is sent, and includes the news of the others. */
  notices: readonly [NoticeRow, ...NoticeRow[]];
  masked: boolean;
}

/** Returns null when nothing is left to send. */
export type MakeEmailWriter = (task: EmailWriterTask) => Promise<EmailWriter | null>;

export const maskedTokenText = "••••";

export const newestNotice = ({ notices }: EmailWriterTask): NoticeRow => notices.at(-1) as NoticeRow;

export interface PageBrandFacts {
  slug: string;
  host: string | null;
  name: string;
  accent: string;
}

export const emailBrandOf = (ctx: Ctx, page: PageBrandFacts): EmailBrand => ({
  name: toSafeSingleLine(page.name, 100),
  url: pageAddress(ctx.config.origin, page),
  accent: page.accent,
});

/** Sign-in and account emails come from the deployment, not from a page. */
export const deploymentEmailBrand = (ctx: Ctx): EmailBrand => ({
  name: "Upfront",
  url: ctx.config.origin,
  accent: "#1f5f4a",
});

export const recipientIdOf = (recipient: EmailRecipient): string =>
  recipient.kind === "address" ? "address" : recipient.id;

/** Returns the message id of the thread to which all emails about this subject to this recipient belong. */
export const threadMessageIdOf = (ctx: Ctx, subjectId: string, recipient: EmailRecipient): string =>
  emailMessageId(`${subjectId}.${recipientIdOf(recipient)}`, ctx.config.origin);
