import type { EmailBrand, EmailContent, EmailReader } from "./content";

/** Events on an account of which its owner is notified, even of their own actions. */
export const accountEvents = ["passkey_added", "address_replaced", "device_new"] as const;
export type AccountEvent = (typeof accountEvents)[number];

interface News {
  event: AccountEvent;
  /** Browser from which it was done, in known names only; null = not known. */
  browser: string | null;
}

export function accountNewsEmailContent(
  { event, browser }: News,
  brand: EmailBrand,
  { words: { t } }: EmailReader,
): EmailContent {
  const subject = t(`account.${event}`);
  const about = t(`account.${event}_about`);
  return {
    brand,
    subject,
    preheader: about,
    state: null,
    title: subject,
    blocks: [
      { kind: "text", text: about },
      ...(browser === null ? [] : [{ kind: "note" as const, text: browser }]),
      { kind: "button", text: t("account.look"), url: `${brand.url}/manage/account` },
      { kind: "note", text: t("account.not_you") },
    ],
    foot: [t("account.why")],
    links: [],
  };
}
