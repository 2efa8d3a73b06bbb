import type { Brand, Content, Reader } from "./content";

/** Links in every email to a subscriber; they never expire. */
export interface SubscriptionLinks {
  change: string;
  leave: string;
}

/**
 * Returns the lines that say why they get the email and whose time zone it uses, and the links to change or
 * unsubscribe.
 */
export function subscriptionFoot(
  reader: Reader,
  brand: Brand,
  links: SubscriptionLinks,
): Pick<Content, "foot" | "links"> {
  const { t } = reader.words;
  return {
    foot: [t("mail.why", { page: brand.name }), t("layout.times", { zone: reader.times.zone })],
    links: [
      { text: t("mail.change"), url: links.change },
      { text: t("mail.leave"), url: links.leave },
    ],
  };
}
