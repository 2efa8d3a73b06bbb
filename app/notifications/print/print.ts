import type { Words } from "~/i18n/words";
import type { EmailContent, EmailReader } from "./content";
import { oneLine } from "./harmless";
import { htmlOf } from "./html";
import type { EmailLetter } from "./letter";
import { textOf } from "./text";

/** Returns the HTML and the plain text of an email, made from the same facts. */
export const print = (content: EmailContent, reader: EmailReader, headers: EmailLetter["headers"]): EmailLetter => ({
  subject: oneLine(content.subject, 250),
  text: textOf(content, reader),
  html: htmlOf(content, reader),
  headers,
});

/** Returns `[Page] Title`, so that readers with several subscriptions see the page first. */
export const subjectOf = (page: string, title: string): string => `[${oneLine(page, 60)}] ${oneLine(title, 160)}`;

/** Isolating characters, which would be visible in a subject line; a subject has a direction of its own. */
const isolates = /[\u2066-\u2069]/g;

/**
 * Returns `[Page] Resolved: Title`, so that the news is visible in a list of emails; `References` keep those of one
 * subject together.
 */
export const statedSubject = ({ t }: Words, page: string, state: string, title: string): string =>
  subjectOf(page, t("badge.whole", { name: state, state: oneLine(title, 120) }).replaceAll(isolates, ""));
