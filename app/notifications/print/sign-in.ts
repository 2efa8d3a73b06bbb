import { timeLimitText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { signInLinkLifetimeMs } from "~/people/rules/sign-in";
import type { EmailBrand, EmailContent, EmailReader } from "./content";
import { toSafeSingleLine } from "./harmless";

export interface SignInEmailFacts {
  brand: EmailBrand;
  url: string;
  /** Eight characters that the person types. */
  code: string;
  /** "Firefox on Linux", made from known words only; null when it is not known. */
  browser: string | null;
  /** Purpose of the link: to sign in, or to verify an email address. */
  purpose: "sign_in" | "address";
}

/** Browsers and systems that are named; a browser's own description is untrusted text, so nothing else is repeated. */
const known = /^(Edge|Opera|Firefox|Chrome|Safari)(?: on (iOS|Android|Windows|macOS|Linux))?$/;

const askedFrom = ({ t }: Words, browser: string, system: string | undefined) =>
  system ? t("mail.sign_in_browser_on", { browser, system }) : t("mail.sign_in_browser", { browser });

const grouped = (code: string) => (/^\w{8}$/.test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : code);

export function signInEmailContent(
  { brand, url, code, browser, purpose }: SignInEmailFacts,
  { words }: EmailReader,
): EmailContent {
  const { t, sentences } = words;
  const until = t("mail.sign_in_until", { length: timeLimitText(words, signInLinkLifetimeMs) });
  const [, name = "", system] = known.exec(browser ?? "") ?? [];
  const proving = purpose === "address";
  return {
    brand,
    subject: t(proving ? "mail.address_subject" : "mail.sign_in_subject", {
      deployment: toSafeSingleLine(new URL(brand.url).host),
    }),
    preheader: until,
    state: null,
    title: t(proving ? "mail.address_title" : "mail.sign_in_title"),
    blocks: [
      { kind: "text", text: t(proving ? "mail.address_about" : "mail.sign_in_about") },
      { kind: "button", text: t(proving ? "mail.address_button" : "mail.sign_in_button"), url },
      { kind: "code", about: t("mail.sign_in_code"), code: grouped(code) },
      ...(name ? [{ kind: "note" as const, text: askedFrom(words, name, system) }] : []),
      {
        kind: "note",
        text: sentences([until, t(proving ? "mail.address_ignore" : "mail.sign_in_ignore")]),
      },
    ],
    foot: [t(proving ? "mail.address_why" : "mail.sign_in_why")],
    links: [],
  };
}
