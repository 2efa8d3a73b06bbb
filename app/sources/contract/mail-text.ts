import type { Email } from "postal-mime";
import { mailBytesInUtf8, repairMislabelledUtf8 } from "~/text/mail-charset";
import { textOfHtml } from "./html-text";

/** The parts of an email that are read. */
export interface ParsedMail {
  from: string;
  subject: string;
  text: string;
  /** Date by RFC 3339; "" when it has none. */
  date: string;
  messageId: string;
  /** True for an automatic reply, or a report of an undelivered email. */
  isAutomaticAnswer: boolean;
}

const headerOf = ({ headers }: Email, name: string): string =>
  headers.find(({ key }) => key === name)?.value.toLowerCase() ?? "";

/**
 * Returns true by RFC 3834 §2 and other usual signs; monitors mark themselves `auto-generated` or `Precedence: bulk`,
 * which does not count.
 */
const isAnswer = (mail: Email): boolean =>
  headerOf(mail, "auto-submitted").startsWith("auto-replied") ||
  ["x-autoreply", "x-autorespond", "x-auto-response-suppress-reply"].some((name) => headerOf(mail, name) !== "") ||
  /^auto[-_]reply$/.test(headerOf(mail, "precedence")) ||
  headerOf(mail, "content-type").startsWith("multipart/report");

/** Longest subject that is read: no tool writes a longer one, and reading may take several times its length. */
const maxSubjectChars = 1000;

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns both parts when the plain text contains far fewer words than the HTML, or different ones, such as only “your
 * program shows no HTML”.
 */
function textOfParts(plain: string, html: string): string {
  const [shorter, longer] = [wordsIn(plain), wordsIn(html)];
  if (shorter.length === 0 || longer.length === 0) return plain || html;
  const known = new Set(longer);
  const isSame = shorter.filter((word) => known.has(word)).length * 2 >= shorter.length;
  return isSame && shorter.length * 2 >= longer.length ? plain : `${plain}\n\n${html}`;
}

const mailOf = (mail: Email): ParsedMail => ({
  from: mail.from?.address?.toLowerCase() ?? "",
  subject: repairMislabelledUtf8((mail.subject ?? "").slice(0, maxSubjectChars).toWellFormed()),
  text: textOfParts(
    repairMislabelledUtf8(mail.text ?? "").trim(),
    textOfHtml(repairMislabelledUtf8(mail.html ?? "")).trim(),
  ),
  date: mail.date ?? "",
  messageId: mail.messageId ?? "",
  isAutomaticAnswer: isAnswer(mail),
});

const limits = { maxNestingDepth: 20, maxHeadersSize: 65_536 };

/** Reads an email as its sender wrote it (RFC 5322); null when it is not one. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail | null> {
  try {
    // The library is loaded with the first email: most deployments never receive one.
    const { default: PostalMime } = await import("postal-mime");
    return mailOf(await PostalMime.parse(mailBytesInUtf8(bytes), limits));
  } catch {
    return null;
  }
}
