import type { Words } from "~/i18n/words";
import type { Content, Reader } from "./content";
import { oneLine } from "./harmless";
import { htmlOf } from "./html";
import type { Letter } from "./letter";
import { textOf } from "./text";

/** HTML and its plain-text twin, from the same facts. */
export const print = (content: Content, reader: Reader, headers: Letter["headers"]): Letter => ({
  subject: oneLine(content.subject, 250),
  text: textOf(content, reader),
  html: htmlOf(content, reader),
  headers,
});

/** `[Page] Title`: the page is the first thing that who subscribed to several reads. */
export const subjectOf = (page: string, title: string): string => `[${oneLine(page, 60)}] ${oneLine(title, 160)}`;

/** A subject line has a direction of its own; the signs that part texts of another one would be seen in it. */
const isolates = /[\u2066-\u2069]/g;

/** `[Page] Resolved: Title`: what is new is read in the list of mails; `References` keep those of one subject together. */
export const statedSubject = ({ t }: Words, page: string, state: string, title: string): string =>
  subjectOf(page, t("badge.whole", { name: state, state: oneLine(title, 120) }).replaceAll(isolates, ""));
