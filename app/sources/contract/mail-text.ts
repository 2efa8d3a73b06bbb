import type { Email } from "postal-mime";
import { textOfHtml } from "./html-text";

/** What is read of a mail. */
export interface Mail {
  from: string;
  subject: string;
  text: string;
  /** RFC 3339; "" where it has none. */
  date: string;
  messageId: string;
  /** An answer that a machine gave, or a report that a mail could not be delivered. */
  isAutomaticAnswer: boolean;
}

const headerOf = ({ headers }: Email, name: string): string =>
  headers.find(({ key }) => key === name)?.value.toLowerCase() ?? "";

/** RFC 3834 §2 and what is usual besides; monitors say `auto-generated` or `Precedence: bulk` themselves, which are none. */
const isAnswer = (mail: Email): boolean =>
  headerOf(mail, "auto-submitted").startsWith("auto-replied") ||
  ["x-autoreply", "x-autorespond", "x-auto-response-suppress-reply"].some((name) => headerOf(mail, name) !== "") ||
  /^auto[-_]reply$/.test(headerOf(mail, "precedence")) ||
  headerOf(mail, "content-type").startsWith("multipart/report");

/** No tool writes a longer one; what reads it may take the time of its length several times. */
const subjectLength = 1000;

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** A plain part that says much less than the HTML, or nothing of it, stands for “your program shows no HTML”: both are read. */
function textOfParts(plain: string, html: string): string {
  const [shorter, longer] = [wordsIn(plain), wordsIn(html)];
  if (shorter.length === 0 || longer.length === 0) return plain || html;
  const known = new Set(longer);
  const isSame = shorter.filter((word) => known.has(word)).length * 2 >= shorter.length;
  return isSame && shorter.length * 2 >= longer.length ? plain : `${plain}\n\n${html}`;
}

const mailOf = (mail: Email): Mail => ({
  from: mail.from?.address?.toLowerCase() ?? "",
  subject: (mail.subject ?? "").slice(0, subjectLength).toWellFormed(),
  text: textOfParts((mail.text ?? "").trim(), textOfHtml(mail.html ?? "").trim()),
  date: mail.date ?? "",
  messageId: mail.messageId ?? "",
  isAutomaticAnswer: isAnswer(mail),
});

const limits = { maxNestingDepth: 20, maxHeadersSize: 65_536 };

/** An email as its sender wrote it (RFC 5322); null where it is none. */
export async function readMail(bytes: Uint8Array): Promise<Mail | null> {
  try {
    // It is read with the first email: most deployments never get one.
    const { default: PostalMime } = await import("postal-mime");
    return mailOf(await PostalMime.parse(bytes, limits));
  } catch {
    return null;
  }
}
