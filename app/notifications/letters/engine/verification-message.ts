import type { SubscriberMessage } from "~/channels/contract/messages";
import { timeLimitText } from "~/i18n/span";
import { readWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { isUnsubscribableByReply } from "../../rules/contact-ways";
import { emailBrandOf, type PageBrandFacts } from "./writer";

export interface VerificationMessage {
  page: PageBrandFacts & { id: string };
  language: string;
  /** Kind of channel. */
  kind: string;
  /** Code that the recipient enters on the page. */
  code: string;
  /** Time for which the code is valid, in ms. */
  within: number;
}

/**
 * Returns the first message to an address, with a code that verifies that the person who gave it can read its messages.
 */
export async function composeVerificationMessage(
  ctx: Ctx,
  { page, language, kind, code, within }: VerificationMessage,
): Promise<SubscriberMessage> {
  const words = await readWords(ctx, language);
  const brand = emailBrandOf(ctx, page);
  const about = { page: brand.name, code, length: timeLimitText(words, within) };
  return {
    id: ctx.id(),
    event: "proof",
    at: ctx.now(),
    page: { id: page.id, name: brand.name, url: brand.url, status: null },
    language: words.language,
    title: words.t("subscribe.proof_title", about),
    status: null,
    impact: null,
    impactNow: null,
    text: words.sentences([words.t("subscribe.proof_text", about), words.t("subscribe.proof_ignore")]),
    components: [],
    window: null,
    link: { text: brand.name, url: brand.url },
    manage: {
      text: isUnsubscribableByReply(kind) ? words.t("sms.stop") : words.t("subscribe.heading_any"),
      url: `${brand.url}/subscribe`,
    },
    thread: null,
  };
}
