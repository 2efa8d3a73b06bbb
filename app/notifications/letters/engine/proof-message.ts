import type { SubscriberMessage } from "~/channels/contract/messages";
import { lengthText } from "~/i18n/span";
import { readWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { isLeftByReply } from "../../rules/ways";
import { brandOf, type PageFacts } from "./writer";

export interface Proof {
  page: PageFacts & { id: string };
  language: string;
  /** The kind of channel. */
  kind: string;
  /** What is typed back. */
  code: string;
  /** For how long it can be, ms. */
  within: number;
}

/** What comes before anything else: that whoever gave the address can read what is posted there. */
export async function proofMessage(
  ctx: Ctx,
  { page, language, kind, code, within }: Proof,
): Promise<SubscriberMessage> {
  const words = await readWords(ctx, language);
  const brand = brandOf(ctx, page);
  const about = { page: brand.name, code, length: lengthText(words, within) };
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
      text: isLeftByReply(kind) ? words.t("sms.stop") : words.t("subscribe.heading_any"),
      url: `${brand.url}/subscribe`,
    },
    thread: null,
  };
}
