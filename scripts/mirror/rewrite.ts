import { posix } from "node:path";
import { escapeHtml } from "../../app/text/escape-html.ts";

const tag = /<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)+)\s*>/g;
const attribute = /\s(href|src|srcset|action)="([^"]*)"/g;

const entities: Record<string, string> = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">" };
const plain = (text: string) => text.replace(/&(?:amp|quot|#39|lt|gt);/g, (each) => entities[each] ?? each);

/** True for the link by which the page names its own public address, which stays unchanged. */
const isCanonical = (rest: string) => /\srel="canonical"/.test(rest);

/** Returns all links of a printed page as absolute addresses. */
export function linksInHtml(html: string, base: string): URL[] {
  return [...html.matchAll(tag)].flatMap(([, , rest = ""]) =>
    isCanonical(rest)
      ? []
      : [...rest.matchAll(attribute)].flatMap(([, , text = ""]) => URL.parse(plain(text), base) ?? []),
  );
}

export const canonicalUrlOf = (html: string): string | null =>
  plain(/<link rel="canonical" href="([^"]*)">/.exec(html)?.[1] ?? "") || null;

/** Replaces every link by the result of `lead`. */
export function relinkHtml(html: string, base: string, lead: (url: URL, attribute: string) => string): string {
  return html.replace(tag, (whole, _name, rest: string) => {
    if (isCanonical(rest)) return whole;
    return whole.replace(attribute, (text, name: string, value: string) => {
      const url = value.startsWith("#") ? null : URL.parse(plain(value), base);
      return url && /^https?:$/.test(url.protocol) ? ` ${name}="${escapeHtml(lead(url, name))}"` : text;
    });
  });
}

/** Adds an address to forms without one, which would otherwise be sent to the copy's file. */
export const withFormActions = (html: string, original: string): string =>
  html.replace(/<form(?![^>]*\saction=)/g, `<form action="${escapeHtml(original)}"`);

/** Returns the path from one file of the copy to another, which works under any path, and from a disk. */
export const relativeMirrorPath = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to);

/** Removes ages from a copy, because they would soon be wrong; the times stay. */
export const withoutAges = (html: string): string => html.replace(/<span class="ago">[^<]*<\/span>/g, "");

/** Puts the notice before the content of the page. */
export const withMirrorNotice = (html: string, notice: string): string =>
  /<main[^>]*>/.test(html) ? html.replace(/<main[^>]*>/, (main) => `${main}${notice}`) : html;

/** Removes the link by which other sites ask for a card of the page: a copy answers no such question. */
export const withoutOembedLink = (html: string): string =>
  html.replace(/<link [^>]*type="application\/json\+oembed"[^>]*>/g, "");
