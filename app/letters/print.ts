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

/** `[Page] Title`: the same for all mails about one subject, so that readers keep them together. */
export const subjectOf = (page: string, title: string): string => `[${oneLine(page, 60)}] ${oneLine(title, 160)}`;
