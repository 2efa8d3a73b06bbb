import { escapeHtml } from "~/rules/basics/escape-html";
import { isUsualWord } from "~/rules/basics/usual-words";
import type { Words } from "./words";

/** What an update says: written by a person, or by its key in any language. */
export interface Said {
  html: string;
  text: string;
  said?: string | null;
}

/** The same in the language of `words` where no person wrote it; null where a person did. */
export function spoken({ t }: Words, { said }: Pick<Said, "said">): Pick<Said, "html" | "text"> | null {
  if (!isUsualWord(said)) return null;
  const text = t(`auto.${said}`);
  return { html: `<p>${escapeHtml(text)}</p>`, text };
}

/** An update as readers of that language read it. */
export const inWords = <Update extends Said>(words: Words, update: Update): Update => {
  const own = spoken(words, update);
  return own ? { ...update, ...own } : update;
};
