import { type Because, becauseOf, isUsualWord } from "~/status/usual-words";
import { escapeHtml } from "~/text/escape-html";
import type { Words } from "./words";

/** The text of an update: written by a person, or given by a key in any language. */
export interface Said {
  html: string;
  text: string;
  said?: string | null;
}

/** Placeholder for the link until its place in the sentence is known. */
const linkMark = "\u{e000}";

/** Returns the sentence that a vendor is the cause, with a link to the vendor's own incident. */
function spokenBecause({ t }: Words, { vendor, url }: Because): Pick<Said, "html" | "text"> {
  const sentence = t("auto.because_opened", { vendor, link: linkMark });
  const link = `<a href="${escapeHtml(url)}" rel="nofollow noopener">${escapeHtml(new URL(url).host)}</a>`;
  const html = sentence.split(linkMark).map(escapeHtml).join(link);
  return { html: `<p>${html}</p>`, text: sentence.replaceAll(linkMark, url) };
}

/** Returns the text in the language of `words` when no person wrote it; null when a person did. */
export function spoken(words: Words, { said }: Pick<Said, "said">): Pick<Said, "html" | "text"> | null {
  const cause = becauseOf(said);
  if (cause) return spokenBecause(words, cause);
  if (!isUsualWord(said)) return null;
  const text = words.t(`auto.${said}`);
  return { html: `<p>${escapeHtml(text)}</p>`, text };
}

/** Returns an update in the visitor's language. */
export const inWords = <Update extends Said>(words: Words, update: Update): Update => {
  const own = spoken(words, update);
  return own ? { ...update, ...own } : update;
};
