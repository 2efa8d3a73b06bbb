import type { Brand, Content, Reader } from "./content";

/** Addresses that every mail to a subscriber repeats; they never run out. */
export interface SubscriptionLinks {
  change: string;
  leave: string;
}

/** Why they get it, whose times these are, and the way out. */
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
