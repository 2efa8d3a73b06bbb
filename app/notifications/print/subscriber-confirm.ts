import type { EmailBrand, EmailContent, EmailReader } from "./content";
import { toSafeSingleLine } from "./harmless";

/** The scope of a subscription: everything, news that affects some components (by name), or one incident. */
export type SubscriptionScopeFact =
  | { kind: "page" }
  | { kind: "components"; names: string[] }
  | { kind: "incident"; title: string };

export interface ConfirmEmailFacts {
  brand: EmailBrand;
  /** URL of a page with one button, which confirms. */
  url: string;
  scope: SubscriptionScopeFact;
  /** Time of expiry, UTC ms. */
  expiresAt: number;
}

const mostNames = 10;

function scopeText({ words }: EmailReader, scope: SubscriptionScopeFact): string {
  if (scope.kind === "page") return words.t("mail.scope_page");
  if (scope.kind === "incident") return toSafeSingleLine(scope.title);
  const shown = scope.names.slice(0, mostNames).map((name) => toSafeSingleLine(name, 100));
  const rest = scope.names.length - shown.length;
  return words.list(rest > 0 ? [...shown, words.t("mail.scope_more", { count: rest })] : shown);
}

const scopeFacts = (
  reader: EmailReader,
  brand: EmailBrand,
  scope: SubscriptionScopeFact,
): EmailContent["blocks"][number] => ({
  kind: "facts",
  items: [
    { name: reader.words.t("mail.page"), value: brand.url },
    { name: reader.words.t("mail.scope"), value: scopeText(reader, scope) },
  ],
});

/** Returns the email for people who subscribe again: their present subscription and the link to change it. */
export function alreadySubscribedEmailContent(
  { brand, url, scope }: Omit<ConfirmEmailFacts, "expiresAt">,
  reader: EmailReader,
): EmailContent {
  const { t } = reader.words;
  const page = toSafeSingleLine(brand.name, 100);
  return {
    brand,
    subject: toSafeSingleLine(t("mail.already_title", { page }), 200),
    preheader: t("mail.already_about"),
    state: null,
    spoken: true,
    title: t("mail.already_title", { page }),
    blocks: [
      { kind: "text", text: t("mail.already_about") },
      scopeFacts(reader, brand, scope),
      { kind: "button", text: t("mail.change"), url },
      { kind: "note", text: t("mail.already_nothing") },
    ],
    foot: [t("mail.why", { page })],
    links: [],
  };
}

interface Words {
  about: "mail.confirm_about" | "mail.ask_about";
  nothing: "mail.confirm_nothing" | "mail.ask_nothing";
  why: "mail.confirm_why" | "mail.ask_why";
}

/**
 * Returns the email that names the page and the subscription; nothing in it comes from the person who typed the
 * address.
 */
const confirmedBy =
  ({ about, nothing, why }: Words) =>
  ({ brand, url, scope, expiresAt }: ConfirmEmailFacts, reader: EmailReader): EmailContent => {
    const { t } = reader.words;
    const page = toSafeSingleLine(brand.name, 100);
    return {
      brand,
      subject: toSafeSingleLine(t("mail.confirm_subject", { page }), 200),
      preheader: t(nothing),
      state: null,
      spoken: true,
      title: t("mail.confirm_title", { page }),
      blocks: [
        { kind: "text", text: t(about, { page }) },
        scopeFacts(reader, brand, scope),
        { kind: "button", text: t("mail.confirm_button"), url },
        {
          kind: "note",
          text: reader.words.sentences([
            t(nothing),
            t("mail.confirm_until", { time: reader.times.instant(expiresAt) }),
          ]),
        },
      ],
      foot: [t(why, { page })],
      links: [],
    };
  };

/** Email to people who gave the address themselves, or for whom someone else gave it. */
export const confirmEmailContent = confirmedBy({
  about: "mail.confirm_about",
  nothing: "mail.confirm_nothing",
  why: "mail.confirm_why",
});

/** Email to people on a list of the page's people, who have not asked for it. */
export const importedConfirmEmailContent = confirmedBy({
  about: "mail.ask_about",
  nothing: "mail.ask_nothing",
  why: "mail.ask_why",
});
