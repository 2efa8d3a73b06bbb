import type { SubscriberMessage } from "~/channels/contract/messages";
import { readWords } from "~/i18n/words";
import type { StatuspageBanner } from "~/status/status";
import { statuspageBannerTextByState } from "~/status-page/rules/banner";
import type { EmailBrand, EmailContent, EmailReader } from "../../print/content";
import { subscriberEmailHeaders } from "../../print/headers";
import type { EmailRecipient, RenderedEmail } from "../../print/letter";
import { emailPatternRenderer, fillEmailPattern } from "../../print/pattern";
import { emailReaderOf } from "../../print/reader";
import type { SubscriptionLinks } from "../../print/subscription";
import type { SubjectEmailRows } from "./news";
import { makeSubscriptionToken } from "./subscriber-links";
import { unsubscribeText } from "./unsubscribe-text";
import {
  type EmailWriter,
  type EmailWriterTask,
  maskedTokenText,
  newestNotice,
  type SubscribedRecipient,
  threadMessageIdOf,
} from "./writer";

type Subscriber = Extract<EmailRecipient, { kind: "subscriber" }>;

interface SubscriberEmail {
  brand: EmailBrand;
  /** The page's language and time zone are used for recipients who chose none. */
  read: Pick<SubjectEmailRows, "page" | "banner">;
  content(reader: EmailReader, links: SubscriptionLinks): EmailContent;
  told(reader: EmailReader): SubscriberMessageContent;
}

/** The parts of a message to other ways that depend on its subject; those about the recipient are added. */
export type SubscriberMessageContent = Pick<
  SubscriberMessage,
  "title" | "status" | "impact" | "impactNow" | "text" | "components" | "window" | "link" | "thread"
>;

const linksOf = (brand: EmailBrand, token: string): SubscriptionLinks => ({
  change: `${brand.url}/subscriptions/${token}`,
  leave: `${brand.url}/subscriptions/${token}/leave`,
});

/** Returns the page's status in the form of `/api/v2/status.json`. */
function pageStatusIn(banner: string | null): SubscriberMessage["page"]["status"] {
  if (banner === null) return null;
  const { indicator, state } = JSON.parse(banner) as StatuspageBanner;
  return { indicator, description: statuspageBannerTextByState[state] };
}

/** Returns a writer whose emails all link to changing and unsubscribing, in the text and in the headers (RFC 8058). */
export function subscriberLetterWriter(task: EmailWriterTask, telling: SubscriberEmail): EmailWriter {
  const { ctx, masked } = task;
  const { brand, read, content, told } = telling;
  const { language, timeZone } = read.page;
  const status = pageStatusIn(read.banner ?? null);
  const { subjectId, pageId } = newestNotice(task);
  const patternOf = emailPatternRenderer(ctx.token().slice(0, 16), (reader, token) =>
    content(reader, linksOf(brand, token)),
  );
  const listId = `${pageId}.${new URL(brand.url).hostname}`;
  const tokenOf = (recipient: EmailRecipient) =>
    recipient.kind === "subscriber" && !masked
      ? makeSubscriptionToken(ctx, recipient)
      : Promise.resolve(maskedTokenText);
  const write = async (recipient: EmailRecipient): Promise<RenderedEmail> => {
    const chosen: Pick<Subscriber, "language" | "timeZone"> =
      recipient.kind === "subscriber" ? recipient : { language, timeZone };
    const pattern = patternOf(emailReaderOf(await readWords(ctx, chosen.language), chosen.timeZone, language));
    const token = await tokenOf(recipient);
    const root = threadMessageIdOf(ctx, subjectId, recipient);
    const headers = subscriberEmailHeaders({ listId, oneClick: linksOf(brand, token).leave, root });
    return { ...fillEmailPattern(pattern, token), headers };
  };
  const tell = async (recipient: SubscribedRecipient): Promise<SubscriberMessage> => {
    const { id, kind, createdAt: at } = newestNotice(task);
    const words = await readWords(ctx, recipient.language);
    const manage = {
      text: unsubscribeText(words, recipient.channel),
      url: linksOf(brand, await tokenOf(recipient)).change,
    };
    return {
      id: `${id}.${recipient.id}`,
      event: kind as SubscriberMessage["event"],
      at,
      page: { id: pageId, name: brand.name, url: brand.url, status },
      language: words.language,
      ...told(emailReaderOf(words, recipient.timeZone, language)),
      manage,
    };
  };
  return { fromName: brand.name, write, tell };
}
