import type { Role } from "~/access/actor";
import { timeLimitText } from "~/i18n/span";
import { invitationLifetimeMs } from "~/people/rules/invitation";
import type { EmailBrand, EmailContent, EmailReader } from "./content";
import { toSafeSingleLine } from "./harmless";

export interface InvitationEmailFacts {
  brand: EmailBrand;
  url: string;
  role: Role;
  /** Name of the member who invited; null when that person no longer exists. */
  invitedBy: string | null;
  expiresAt: number;
}

export function invitationEmailContent(facts: InvitationEmailFacts, reader: EmailReader): EmailContent {
  const { brand, url, role, invitedBy, expiresAt } = facts;
  const { t } = reader.words;
  const page = toSafeSingleLine(brand.name, 100);
  const name = invitedBy === null ? "" : toSafeSingleLine(invitedBy, 100);
  return {
    brand,
    subject: t("mail.invitation_subject", { page }),
    preheader: t("mail.invitation_about", { page }),
    state: null,
    spoken: true,
    title: name ? t("mail.invitation_title", { name, page }) : t("mail.invitation_subject", { page }),
    blocks: [
      { kind: "text", text: t("mail.invitation_about", { page }) },
      {
        kind: "facts",
        items: [
          { name: t("mail.page"), value: brand.url },
          { name: t("mail.role"), value: t(`role.${role}`) },
          { name: t("mail.until"), value: reader.times.instant(expiresAt) },
        ],
      },
      { kind: "button", text: t("mail.invitation_button"), url },
      {
        kind: "note",
        text: t("mail.invitation_ignore", { length: timeLimitText(reader.words, invitationLifetimeMs) }),
      },
    ],
    foot: [t("mail.invitation_why", { page })],
    links: [],
  };
}
