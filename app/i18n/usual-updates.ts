import { isGeneratedTextName, type VendorCause, vendorCauseOf } from "~/status/usual-words";
import { escapeHtml } from "~/text/escape-html";
import type { Words } from "./words";

/** The text of an update: written by a person, or given by a key in any language. */
export interface UpdateContent {
  html: string;
  text: string;
  said?: string | null;
}

/** Returns the sentence that a vendor is the cause, with a link to the vendor's own incident. */
function spokenBecause(words: Words, { vendor, url }: VendorCause): Pick<UpdateContent, "html" | "text"> {
  const host = escapeHtml(new URL(url).host);
  const link = { html: `<a href="${escapeHtml(url)}" rel="nofollow noopener">${host}</a>`, text: url };
  const parts = words.parts("auto.because_opened", { vendor }, { link });
  const html = parts.map((part) => (typeof part === "string" ? escapeHtml(part) : part.html)).join("");
  return { html: `<p>${html}</p>`, text: parts.map((part) => (typeof part === "string" ? part : part.text)).join("") };
}

/** Returns the text in the language of `words` when no person wrote it; null when a person did. */
export function automaticUpdateText(
  words: Words,
  { said }: Pick<UpdateContent, "said">,
): Pick<UpdateContent, "html" | "text"> | null {
  const cause = vendorCauseOf(said);
  if (cause) return spokenBecause(words, cause);
  if (!isGeneratedTextName(said)) return null;
  const text = words.t(`auto.${said}`);
  return { html: `<p>${escapeHtml(text)}</p>`, text };
}

/** Returns an update in the visitor's language. */
export const localiseUpdate = <Update extends UpdateContent>(words: Words, update: Update): Update => {
  const own = automaticUpdateText(words, update);
  return own ? { ...update, ...own } : update;
};
