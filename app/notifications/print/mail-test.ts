import type { EmailBrand, EmailContent, EmailReader } from "./content";

export interface TestEmailFacts {
  brand: EmailBrand;
  at: string;
}

/** Returns a test email, which shows the operator that a mailer works. */
export const testEmailContent = ({ brand, at }: TestEmailFacts, { words: { t } }: EmailReader): EmailContent => ({
  brand,
  subject: t("mail.test_subject", { deployment: new URL(brand.url).host }),
  preheader: t("mail.test_about"),
  state: { letter: "o", word: t("mail.test_state") },
  title: t("mail.test_title"),
  blocks: [
    { kind: "text", text: t("mail.test_about") },
    { kind: "facts", items: [{ name: t("mail.test_at"), value: at }] },
  ],
  foot: [t("mail.test_why")],
  links: [],
});
