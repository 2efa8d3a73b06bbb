import { smsChannelText } from "~/channels/contract/text-dialects";
import { readWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { makeSubscriptionToken } from "./subscriber-links";
import { emailBrandOf, type PageBrandFacts } from "./writer";

/**
 * A page from which the sender of a text message gets updates, and the subscription to whose settings the links lead.
 */
export interface SmsReplySubscription {
  page: PageBrandFacts;
  id: string;
  generation: number;
}

export interface SmsReplyTexts {
  left: string;
  back(pages: readonly PageBrandFacts[]): string;
  help(pages: readonly SmsReplySubscription[]): Promise<string>;
}

const maxTextChars = 1500;

/** Returns the answers to text messages sent to the deployment's number, in the sender's language. */
export async function readSmsReplyTexts(ctx: Ctx, language: string): Promise<SmsReplyTexts> {
  const words = await readWords(ctx, language);
  const { t } = words;
  const names = (pages: readonly PageBrandFacts[]) =>
    new Intl.ListFormat(words.language, { type: "conjunction" }).format(
      pages.map((each) => emailBrandOf(ctx, each).name),
    );
  const link = async ({ page, id, generation }: SmsReplySubscription) =>
    `${emailBrandOf(ctx, page).url}/subscriptions/${await makeSubscriptionToken(ctx, { id, generation })}`;
  return {
    left: smsChannelText(t("sms.left"), maxTextChars),
    back: (pages) => smsChannelText(t("sms.back", { pages: names(pages) }), maxTextChars),
    async help(pages) {
      const about = t("sms.help", { pages: names(pages.map(({ page }) => page)) });
      const links = await Promise.all(pages.map(link));
      const lines = [about, ...links.map((each) => t("sms.settings", { link: each })), t("sms.stop")];
      return smsChannelText(lines.join("\n"), maxTextChars);
    },
  };
}
