import { type Because, becauseOf, isUsualWord } from "~/status/usual-words";
import { escapeHtml } from "~/text/escape-html";
import type { Words } from "./words";

/** What an update says: written by a person, or by its key in any language. */
export interface Said {
  html: string;
  text: string;
  said?: string | null;
}

/** Stands for the link until its place in the sentence is known. */
const linkMark = "\u{e000}";

/** That it is because of somebody else, with a link to where they say so. */
function spokenBecause({ t }: Words, { vendor, url }: Because): Pick<Said, "html" | "text"> {
  const sentence = t("auto.because_opened", { vendor, link: linkMark });
  const link = `<a href="${escapeHtml(url)}" rel="nofollow noopener">${escapeHtml(new URL(url).host)}</a>`;
  const html = sentence.split(linkMark).map(escapeHtml).join(link);
  return { html: `<p>${html}</p>`, text: sentence.replaceAll(linkMark, url) };
}

/** The same in the language of `words` where no person wrote it; null where a person did. */
export function spoken(words: Words, { said }: Pick<Said, "said">): Pick<Said, "html" | "text"> | null {
  const cause = becauseOf(said);
  if (cause) return spokenBecause(words, cause);
  if (!isUsualWord(said)) return null;
  const text = words.t(`auto.${said}`);
  return { html: `<p>${escapeHtml(text)}</p>`, text };
}

/** An update as readers of that language read it. */
export const inWords = <Update extends Said>(words: Words, update: Update): Update => {
  const own = spoken(words, update);
  return own ? { ...update, ...own } : update;
};
