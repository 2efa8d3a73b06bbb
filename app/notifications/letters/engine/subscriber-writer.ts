import type { SubscriberMessage } from "~/channels/contract/messages";
import { readWords } from "~/i18n/words";
import type { Banner } from "~/status/status";
import { bannerWords } from "~/status-page/rules/banner";
import type { Brand, Content, Reader } from "../../print/content";
import { subscriberHeaders } from "../../print/headers";
import type { Letter, Recipient } from "../../print/letter";
import { filled, patterns } from "../../print/pattern";
import { readerOf } from "../../print/reader";
import type { SubscriptionLinks } from "../../print/subscription";
import { leavingIn } from "./leaving";
import type { SubjectRead } from "./news";
import { subscriptionToken } from "./subscriber-links";
import { type LetterWriter, mask, newest, rootOf, type SubscribedRecipient, type Task } from "./writer";

type Subscriber = Extract<Recipient, { kind: "subscriber" }>;

interface Telling {
  brand: Brand;
  /** The page's language and time zone are used for recipients who chose none. */
  read: Pick<SubjectRead, "page" | "banner">;
  content(reader: Reader, links: SubscriptionLinks): Content;
  told(reader: Reader): ToldElsewhere;
}

/** The parts of a message to other ways that depend on its subject; those about the recipient are added. */
export type ToldElsewhere = Pick<
  SubscriberMessage,
  "title" | "status" | "impact" | "impactNow" | "text" | "components" | "window" | "link" | "thread"
>;

const linksOf = (brand: Brand, token: string): SubscriptionLinks => ({
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
export function subscriberWriter(task: Task, telling: Telling): LetterWriter {
  const { ctx, masked } = task;
  const { brand, read, content, told } = telling;
  const { language, timeZone } = read.page;
  const status = pageStatusIn(read.banner ?? null);
  const { subjectId, pageId } = newest(task);
  const patternOf = patterns(ctx.token().slice(0, 16), (reader, token) => content(reader, linksOf(brand, token)));
  const listId = `${pageId}.${new URL(brand.url).hostname}`;
  const tokenOf = (recipient: Recipient) =>
    recipient.kind === "subscriber" && !masked ? subscriptionToken(ctx, recipient) : Promise.resolve(mask);
  const write = async (recipient: Recipient): Promise<Letter> => {
    const chosen: Pick<Subscriber, "language" | "timeZone"> =
      recipient.kind === "subscriber" ? recipient : { language, timeZone };
    const pattern = patternOf(readerOf(await readWords(ctx, chosen.language), chosen.timeZone, language));
    const token = await tokenOf(recipient);
    const root = rootOf(ctx, subjectId, recipient);
    const headers = subscriberHeaders({ listId, oneClick: linksOf(brand, token).leave, root });
    return { ...filled(pattern, token), headers };
  };
  const tell = async (recipient: SubscribedRecipient): Promise<SubscriberMessage> => {
    const { id, kind, createdAt: at } = newest(task);
    const words = await readWords(ctx, recipient.language);
    const manage = { text: leavingIn(words, recipient.channel), url: linksOf(brand, await tokenOf(recipient)).change };
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
