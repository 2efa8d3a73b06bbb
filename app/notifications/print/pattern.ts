import type { Content, Reader } from "./content";
import { print } from "./print";
import { fillTimes, isUtc, pendingTimes, tokenGap } from "./times";

/** A letter of one language and zone, cut where the recipient's own token belongs. */
export interface Pattern {
  subject: string;
  text: string[];
  html: string[];
}

/** Fills in what belongs to one recipient. */
export const filled = ({ subject, text, html }: Pattern, token: string) => ({
  subject,
  text: text.join(token),
  html: html.join(token),
});

/** A value by its key, made once. */
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
 * Rendering costs a hundred times filling in, so a letter is rendered once a language; then its times are written once a
 * zone, and links once a recipient. `mark` must be unguessable: no text may contain it.
 */
export function patterns(mark: string, content: (reader: Reader, token: string) => Content) {
  const token = `${mark}${tokenGap}${mark}`;
  const [rendered, zoned] = [kept<Pattern>(), kept<Pattern>()];
  const render = ({ words, written }: Reader, plain: boolean): Pattern => {
    const pending = { words, written, times: pendingTimes(mark, plain) };
    const { subject, text, html } = print(content(pending, token), pending, {});
    return { subject, text: text.split(mark), html: html.split(mark) };
  };
  return (reader: Reader): Pattern => {
    const { language } = reader.words;
    const plain = isUtc(reader.times.zone);
    return zoned(`${language} ${reader.times.zone}`, () => {
      const { subject, text, html } = rendered(`${language} ${plain}`, () => render(reader, plain));
      return { subject, text: fillTimes(text, reader.times), html: fillTimes(html, reader.times) };
    });
  };
}
