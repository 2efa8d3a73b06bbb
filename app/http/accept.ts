import Negotiator from "negotiator";

/** The forms of a page that a client may ask for at one address. */
const formMediaTypes = {
  html: "text/html",
  json: "application/json",
  markdown: "text/markdown;charset=utf-8",
} as const;
export type PageResponseFormat = keyof typeof formMediaTypes;

/** Browsers ask for HTML and curl for anything, so that few values need a full parse. */
const otherThanHtml = /application\/(json|\*)|text\/markdown/i;
const maxHeaderChars = 500;

/**
 * Returns the offered format that a client prefers in a GET or HEAD (RFC 9110 §12.5.1). It is HTML unless the client
 * names another format with more weight, or earlier with the same weight.
 */
export function preferredPageResponseFormat(
  { method, headers }: Request,
  offered: readonly PageResponseFormat[],
): PageResponseFormat {
  const accept = headers.get("accept");
  if (accept === null || accept.length > maxHeaderChars || !otherThanHtml.test(accept)) return "html";
  if (method !== "GET" && method !== "HEAD") return "html";
  const types = offered.map((form) => formMediaTypes[form]);
  const chosen = new Negotiator({ headers: { accept } }).mediaType(types);
  return offered.find((form) => formMediaTypes[form] === chosen) ?? "html";
}

/** True for browsers that show the answer as a page: they name HTML in Accept, programs do not. */
export const wantsHtmlPage = ({ headers }: Request): boolean => /text\/html/i.test(headers.get("accept") ?? "");
