import type { EmailBrand, EmailContent, EmailReader } from "./content";
import { toSafeSingleLine } from "./harmless";
import { emailSubject } from "./print";

export interface IncidentLeadEmailFacts {
  brand: EmailBrand;
  title: string;
  /** Name of the person who handed it over; null when they are no longer known. */
  by: string | null;
  /** The private note of the hand-over; null without one. */
  note: string | null;
  /** The incident's page in management. */
  url: string;
}

/** Returns the email that hands over the lead of an incident. */
export function incidentLeadEmailContent(
  { brand, title, by, note, url }: IncidentLeadEmailFacts,
  { words: { t } }: EmailReader,
): EmailContent {
  const page = toSafeSingleLine(brand.name, 100);
  const about = by === null ? t("mail.lead_about") : t("mail.lead_about_by", { name: toSafeSingleLine(by, 100) });
  return {
    brand,
    subject: emailSubject(brand.name, t("mail.lead_subject", { title: toSafeSingleLine(title, 200) })),
    preheader: about,
    state: null,
    title: toSafeSingleLine(title, 200),
    blocks: [
      { kind: "text", text: about },
      ...(note === null ? [] : [{ kind: "text" as const, text: note }]),
      { kind: "button", text: t("mail.see_incident"), url },
    ],
    foot: [t("mail.team_why", { page })],
    links: [],
  };
}
