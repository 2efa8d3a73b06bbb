import type { EmailBrand, EmailContent, EmailContentState, EmailReader } from "./content";
import { toSafeSingleLine } from "./harmless";
import { emailSubject } from "./print";

/** A message to the team, as made by notifications/letters/engine/team-message. */
export interface TeamEmailFacts {
  brand: EmailBrand;
  at: number;
  title: string;
  text: string;
  severity: "critical" | "error" | "warning" | "info" | null;
  link: { text: string; url: string };
  facts: { name: string; value: string }[];
}

const letters = { critical: "m", error: "p", warning: "d", info: "x" } as const;

function stateOf({ words: { t } }: EmailReader, severity: TeamEmailFacts["severity"]): EmailContentState | null {
  return severity === null ? null : { letter: letters[severity], word: t(`severity.${severity}`) };
}

export function teamEmailContent(message: TeamEmailFacts, reader: EmailReader): EmailContent {
  const { brand, at, title, text, severity, link, facts } = message;
  const { t } = reader.words;
  return {
    brand,
    subject: emailSubject(brand.name, title),
    preheader: text || title,
    state: stateOf(reader, severity),
    title,
    blocks: [
      ...(text ? [{ kind: "text" as const, text }] : []),
      { kind: "facts", items: [...facts, { name: t("mail.at"), value: reader.times.instant(at) }] },
      { kind: "button", ...link },
    ],
    foot: [t("mail.team_why", { page: toSafeSingleLine(brand.name, 100) })],
    links: [],
  };
}
