import { posix } from "node:path";
import { escapeHtml } from "../../app/text/escape-html.ts";

const tag = /<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)+)\s*>/g;
const attribute = /\s(href|src|srcset|action)="([^"]*)"/g;

const entities: Record<string, string> = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">" };
const plain = (text: string) => text.replace(/&(?:amp|quot|#39|lt|gt);/g, (each) => entities[each] ?? each);

/** The page says itself which of all its addresses counts: that one stays as it is. */
const isCanonical = (rest: string) => /\srel="canonical"/.test(rest);

/** Of a text as it was printed: all that its elements lead to, as absolute addresses. */
export function linksOf(html: string, base: string): URL[] {
  return [...html.matchAll(tag)].flatMap(([, , rest = ""]) =>
    isCanonical(rest)
      ? []
      : [...rest.matchAll(attribute)].flatMap(([, , text = ""]) => URL.parse(plain(text), base) ?? []),
  );
}

export const canonicalOf = (html: string): string | null =>
  plain(/<link rel="canonical" href="([^"]*)">/.exec(html)?.[1] ?? "") || null;

/** Every link by what `lead` makes of it; what it gives back stands in the attribute. */
export function relinked(html: string, base: string, lead: (url: URL, attribute: string) => string): string {
  return html.replace(tag, (whole, _name, rest: string) => {
    if (isCanonical(rest)) return whole;
    return whole.replace(attribute, (text, name: string, value: string) => {
      const url = value.startsWith("#") ? null : URL.parse(plain(value), base);
      return url && /^https?:$/.test(url.protocol) ? ` ${name}="${escapeHtml(lead(url, name))}"` : text;
    });
  });
}

/** A form without an address sends to its own page, which in a copy is a file. */
export const addressed = (html: string, original: string): string =>
  html.replace(/<form(?![^>]*\saction=)/g, `<form action="${escapeHtml(original)}"`);

/** From one file of the copy to another: works under any path, and from a disk. */
export const relative = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to);

/** A copy says when a thing was said: how long ago that was would soon be untrue. */
export const ageless = (html: string): string => html.replace(/<span class="ago">[^<]*<\/span>/g, "");

/** Says what this is before anything else of the page. */
export const marked = (html: string, notice: string): string =>
  /<main[^>]*>/.test(html) ? html.replace(/<main[^>]*>/, (main) => `${main}${notice}`) : html;
