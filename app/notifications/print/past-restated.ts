import type { EmailBrand, EmailContent, EmailReader } from "./content";
import { toSafeSingleLine } from "./harmless";

export interface RestatingEmailFacts {
  brand: EmailBrand;
  /** URL in management where the figures before and after are shown. */
  url: string;
  /** Time at which it starts if no owner starts it before. */
  startsAt: number;
}

/**
 * Returns the email that the page's history is about to be restated: what that means, and where an owner can check it
 * first.
 */
export function restatingEmailContent(
  { brand, url, startsAt }: RestatingEmailFacts,
  { words, times }: EmailReader,
): EmailContent {
  const { t } = words;
  const page = toSafeSingleLine(brand.name, 100);
  const subject = t("mail.restated_subject", { page });
  const about = t("mail.restated_about");
  return {
    brand,
    subject,
    preheader: about,
    state: null,
    spoken: true,
    title: subject,
    blocks: [
      { kind: "text", text: about },
      { kind: "facts", items: [{ name: t("mail.restated_starts"), value: times.instant(startsAt) }] },
      { kind: "text", text: t("mail.restated_way") },
      { kind: "button", text: t("mail.restated_button"), url },
    ],
    foot: [t("mail.team_why", { page })],
    links: [],
  };
}
