import type { Words } from "~/i18n/words";
import type { EmailContent, EmailReader } from "./content";
import { toSafeSingleLine } from "./harmless";
import { emailHtmlOf } from "./html";
import type { RenderedEmail } from "./letter";
import { emailTextOf } from "./text";

/** Returns the HTML and the plain text of an email, made from the same facts. */
export const renderEmail = (
  content: EmailContent,
  reader: EmailReader,
  headers: RenderedEmail["headers"],
): RenderedEmail => ({
  subject: toSafeSingleLine(content.subject, 250),
  text: emailTextOf(content, reader),
  html: emailHtmlOf(content, reader),
  headers,
});

/** Returns `[Page] Title`, so that readers with several subscriptions see the page first. */
export const emailSubject = (page: string, title: string): string =>
  `[${toSafeSingleLine(page, 60)}] ${toSafeSingleLine(title, 160)}`;

/** Isolating characters, which would be visible in a subject line; a subject has a direction of its own. */
const isolates = /[\u2066-\u2069]/g;

/**
 * Returns `[Page] Resolved: Title`, so that the news is visible in a list of emails. The `References` header keeps
 * emails of one subject together.
 */
export const emailSubjectWithState = ({ t }: Words, page: string, state: string, title: string): string =>
  emailSubject(page, t("badge.whole", { name: state, state: toSafeSingleLine(title, 120) }).replaceAll(isolates, ""));
