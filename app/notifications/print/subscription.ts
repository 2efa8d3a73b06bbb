import type { EmailBrand, EmailContent, EmailReader } from "./content";

/** Links in every email to a subscriber; they never expire. */
export interface SubscriptionLinks {
  change: string;
  leave: string;
}

/**
 * Returns the lines that say why they get the email and whose time zone it uses, and the links to change or
 * unsubscribe.
 */
export function subscriptionFooter(
  reader: EmailReader,
  brand: EmailBrand,
  links: SubscriptionLinks,
): Pick<EmailContent, "foot" | "links"> {
  const { t } = reader.words;
  return {
    foot: [t("mail.why", { page: brand.name }), t("layout.times", { zone: reader.times.zone })],
    links: [
      { text: t("mail.change"), url: links.change },
      { text: t("mail.leave"), url: links.leave },
    ],
  };
}
