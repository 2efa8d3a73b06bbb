import type { Brand, Content, Reader } from "~/letters/content";
import { subscriberHeaders } from "~/letters/headers";
import type { Letter, Recipient } from "~/letters/letter";
import { print } from "~/letters/print";
import { readerOf } from "~/letters/reader";
import type { SubscriptionLinks } from "~/letters/subscription";
import { subscriptionToken } from "../subscribers/links";
import { type LetterWriter, mask, newest, rootOf, type Task } from "./writer";

type Subscriber = Extract<Recipient, { kind: "subscriber" }>;

interface Telling {
  brand: Brand;
  /** Of who has no choice of their own. */
  language: string;
  timeZone: string;
  content(reader: Reader, links: SubscriptionLinks): Content;
}

/** A letter cut where the recipient's own token belongs. */
interface Pattern {
  subject: string;
  text: string[];
  html: string[];
}

const linksOf = (brand: Brand, token: string): SubscriptionLinks => ({
  change: `${brand.url}/subscriptions/${token}`,
  leave: `${brand.url}/subscriptions/${token}/leave`,
});

/** Rendered once for a language and zone: with 100,000 recipients only links and headers are made for each. */
function patterns(task: Task, { brand, content }: Telling) {
  const gap = task.ctx.token();
  const made = new Map<string, Pattern>();
  return (language: string, timeZone: string): Pattern => {
    const reader = readerOf(language, timeZone);
    const key = `${reader.words.language} ${timeZone}`;
    const known = made.get(key);
    if (known) return known;
    const letter = print(content(reader, linksOf(brand, gap)), reader, {});
    const fresh = { subject: letter.subject, text: letter.text.split(gap), html: letter.html.split(gap) };
    made.set(key, fresh);
    return fresh;
  };
}

/** Every mail repeats how to change and how to leave, in the text and in the headers (RFC 8058). */
export function subscriberWriter(task: Task, telling: Telling): LetterWriter {
  const { ctx, masked } = task;
  const { brand, language, timeZone } = telling;
  const { subjectId, pageId } = newest(task);
  const patternOf = patterns(task, telling);
  const listId = `${pageId}.${new URL(brand.url).hostname}`;
  const tokenOf = (recipient: Recipient) =>
    recipient.kind === "subscriber" && !masked ? subscriptionToken(ctx, recipient) : Promise.resolve(mask);
  const write = async (recipient: Recipient): Promise<Letter> => {
    const chosen: Pick<Subscriber, "language" | "timeZone"> =
      recipient.kind === "subscriber" ? recipient : { language, timeZone };
    const { subject, text, html } = patternOf(chosen.language, chosen.timeZone);
    const token = await tokenOf(recipient);
    const root = rootOf(ctx, subjectId, recipient);
    const headers = subscriberHeaders({ listId, oneClick: linksOf(brand, token).leave, root });
    return { subject, text: text.join(token), html: html.join(token), headers };
  };
  return { fromName: brand.name, write };
}
