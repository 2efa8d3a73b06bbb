import type { SubscriberMessage } from "~/channels/contract/messages";
import { pageAddress } from "~/pages/rules/page-address";
import type { Ctx } from "~/platform/ctx";
import { messageIdOf } from "~/text/message-id";
import type { Brand } from "../../print/content";
import { oneLine } from "../../print/harmless";
import type { Letter, Recipient } from "../../print/letter";
import type { NoticeRow } from "../../queries/notice";

/** Writes the same news to one recipient after the other. */
export interface LetterWriter {
  /** The name beside the sender's address: one line. */
  fromName: string;
  write(recipient: Recipient): Promise<Letter>;
  /** The same for who is told elsewhere than by mail; absent = nobody is. */
  tell?(recipient: SubscribedRecipient): Promise<SubscriberMessage>;
}

export type SubscribedRecipient = Extract<Recipient, { kind: "subscriber" }>;

/** What a writer is made from. `masked`: for looking at; links and codes that open something are dots. */
export interface Task {
  ctx: Ctx;
  /** About one subject, oldest first; the last one is what is told, the others are digested into it. */
  notices: readonly [NoticeRow, ...NoticeRow[]];
  masked: boolean;
}

/** null = there is nothing to tell any more. */
export type MakeWriter = (task: Task) => Promise<LetterWriter | null>;

export const mask = "••••";

export const newest = ({ notices }: Task): NoticeRow => notices.at(-1) as NoticeRow;

export interface PageFacts {
  slug: string;
  host: string | null;
  name: string;
  accent: string;
}

export const brandOf = (ctx: Ctx, page: PageFacts): Brand => ({
  name: oneLine(page.name, 100),
  url: pageAddress(ctx.config.origin, page),
  accent: page.accent,
});

/** Sign-in and the like are the deployment's, not a page's. */
export const ownBrand = (ctx: Ctx): Brand => ({ name: "Upfront", url: ctx.config.origin, accent: "#1f5f4a" });

export const idOf = (recipient: Recipient): string => (recipient.kind === "address" ? "address" : recipient.id);

/** What all mails about this subject to this recipient name as their thread. */
export const rootOf = (ctx: Ctx, subjectId: string, recipient: Recipient): string =>
  messageIdOf(`${subjectId}.${idOf(recipient)}`, ctx.config.origin);
