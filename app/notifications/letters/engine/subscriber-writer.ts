import type { SubscriberMessage } from "~/channels/contract/messages";
import { readWords } from "~/i18n/words";
import type { Banner } from "~/status/status";
import { bannerWords } from "~/status-page/rules/banner";
import type { EmailBrand, EmailContent, EmailReader } from "../../print/content";
import { subscriberHeaders } from "../../print/headers";
import type { EmailLetter, EmailRecipient } from "../../print/letter";
import { fillPattern, patterns } from "../../print/pattern";
import { readerOf } from "../../print/reader";
import type { SubscriptionLinks } from "../../print/subscription";
import type { SubjectMailFacts } from "./news";
import { subscriptionToken } from "./subscriber-links";
import { unsubscribeText } from "./unsubscribe-text";
import { type LetterTask, type LetterWriter, mask, newest, rootOf, type SubscribedRecipient } from "./writer";

type Subscriber = Extract<EmailRecipient, { kind: "subscriber" }>;

interface SubscriberLetter {
  brand: EmailBrand;
  /** The page's language and time zone are used for recipients who chose none. */
  read: Pick<SubjectMailFacts, "page" | "banner">;
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
  const { indicator, state } = JSON.parse(banner) as Banner;
  return { indicator, description: bannerWords[state] };
}

/** Returns a writer whose emails all link to changing and unsubscribing, in the text and in the headers (RFC 8058). */
export function subscriberLetterWriter(task: LetterTask, telling: SubscriberLetter): LetterWriter {
  const { ctx, masked } = task;
  const { brand, read, content, told } = telling;
  const { language, timeZone } = read.page;
  const status = pageStatusIn(read.banner ?? null);
  const { subjectId, pageId } = newest(task);
  const patternOf = patterns(ctx.token().slice(0, 16), (reader, token) => content(reader, linksOf(brand, token)));
  const listId = `${pageId}.${new URL(brand.url).hostname}`;
  const tokenOf = (recipient: EmailRecipient) =>
    recipient.kind === "subscriber" && !masked ? subscriptionToken(ctx, recipient) : Promise.resolve(mask);
  const write = async (recipient: EmailRecipient): Promise<EmailLetter> => {
    const chosen: Pick<Subscriber, "language" | "timeZone"> =
      recipient.kind === "subscriber" ? recipient : { language, timeZone };
    const pattern = patternOf(readerOf(await readWords(ctx, chosen.language), chosen.timeZone, language));
    const token = await tokenOf(recipient);
    const root = rootOf(ctx, subjectId, recipient);
    const headers = subscriberHeaders({ listId, oneClick: linksOf(brand, token).leave, root });
    return { ...fillPattern(pattern, token), headers };
  };
  const tell = async (recipient: SubscribedRecipient): Promise<SubscriberMessage> => {
    const { id, kind, createdAt: at } = newest(task);
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
      ...told(readerOf(words, recipient.timeZone, language)),
      manage,
    };
  };
  return { fromName: brand.name, write, tell };
}
