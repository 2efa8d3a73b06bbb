import type { EmailContent, EmailReader } from "./content";
import { renderEmail } from "./print";
import { emailTimePlaceholders, fillEmailTimes, isUtcTimeZone, tokenPlaceholder } from "./times";

/** A letter of one language and zone, split where the recipient's own token is inserted. */
export interface EmailPattern {
  subject: string;
  text: string[];
  html: string[];
}

/** Returns the letter with the recipient's token inserted. */
export const fillEmailPattern = ({ subject, text, html }: EmailPattern, token: string) => ({
  subject,
  text: text.join(token),
  html: html.join(token),
});

/** Returns a cache that makes each key's value once. */
function kept<T>(): (key: string, make: () => T) => T {
  const made = new Map<string, T>();
  return (key, make) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make();
    made.set(key, fresh);
    return fresh;
  };
}

/**
 * Renders a letter once for each language, because that takes a hundred times as long as filling it in; times are
 * written once for each zone, and links once for each recipient. `mark` must be unguessable: no text may contain it.
 */
export function emailPatternRenderer(mark: string, content: (reader: EmailReader, token: string) => EmailContent) {
  const token = `${mark}${tokenPlaceholder}${mark}`;
  const [rendered, zoned] = [kept<EmailPattern>(), kept<EmailPattern>()];
  const render = ({ words, written }: EmailReader, plain: boolean): EmailPattern => {
    const pending = { words, written, times: emailTimePlaceholders(mark, plain) };
    const { subject, text, html } = renderEmail(content(pending, token), pending, {});
    return { subject, text: text.split(mark), html: html.split(mark) };
  };
  return (reader: EmailReader): EmailPattern => {
    const { language } = reader.words;
    const plain = isUtcTimeZone(reader.times.zone);
    return zoned(`${language} ${reader.times.zone}`, () => {
      const { subject, text, html } = rendered(`${language} ${plain}`, () => render(reader, plain));
      return { subject, text: fillEmailTimes(text, reader.times), html: fillEmailTimes(html, reader.times) };
    });
  };
}
