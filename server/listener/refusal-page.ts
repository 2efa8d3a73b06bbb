import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { isLanguage, type Language, nearestKnownLanguage, textDirection } from "../../app/i18n/languages.ts";
import { escapeHtml } from "../../app/text/escape-html.ts";
import { readPublicWords } from "./public-words.ts";

/** Kind of a refusal, by its keys in the group `failure` of the catalogues. */
export type RefusalKind = "broken" | "missing" | "method" | "slow" | "large" | "often" | "headers" | "unknown";

type Texts = Record<string, string>;

const kept = new Map<Language, Texts>();

function textsOf(language: Language): Texts {
  const known = kept.get(language);
  if (known) return known;
  const texts = readPublicWords(language).failure ?? {};
  kept.set(language, texts);
  return texts;
}

/**
 * Returns the language chosen in the page's form (app/http/reader.ts), else the browser's first that has a catalogue.
 */
function languageOf(headers: IncomingHttpHeaders): Language {
  const cookie = /(?:^|;\s*)(?:__Host-)?reading=(?:[^;]*&)?language=([\w-]+)/.exec(headers.cookie ?? "")?.[1] ?? "";
  if (isLanguage(cookie)) return cookie;
  const tags = new Negotiator({ headers: { "accept-language": headers["accept-language"] ?? "" } }).languages();
  return tags.map(nearestKnownLanguage).find((each) => each !== null) ?? "en";
}

const style =
  ":root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif}main{max-width:36rem;margin:20vh auto;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}";
const styleHash = createHash("sha256").update(style).digest("base64");

/** Returns true for browsers, which ask for HTML; programs get a line of English. */
export const isBrowserRequest = ({ accept }: IncomingHttpHeaders): boolean => /text\/html/i.test(accept ?? "");

/** Headers of every refusal: the worker's answers carry the same (app/http/headers). */
export const refusalBaseHeaders = {
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

export const refusalHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  vary: "Accept, Accept-Language, Cookie",
};

/** Returns the page for a person; it contains nothing of the request. */
export function refusalPageHtml(kind: RefusalKind, headers: IncomingHttpHeaders): string {
  const language = languageOf(headers);
  const texts = textsOf(language);
  const [title, about] = [kind, `${kind}_about`].map((key) => escapeHtml(texts[key] ?? ""));
  return [
    `<!doctype html><html lang="${language}" dir="${textDirection(language)}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>`,
    `<body><main><h1>${title}</h1><p>${about}</p></main></body></html>\n`,
  ].join("");
}
