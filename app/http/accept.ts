import Negotiator from "negotiator";

/** Browsers ask for HTML and curl for anything, so that few values need a full parse. */
const maybeJson = /application\/(json|\*)/i;
const maxHeaderChars = 500;

/**
 * True for GET and HEAD when the client prefers JSON to HTML (RFC 9110 §12.5.1); a client that accepts both equally
 * gets HTML.
 */
export function wantsJson({ method, headers }: Request): boolean {
  const accept = headers.get("accept");
  if (accept === null || accept.length > maxHeaderChars || !maybeJson.test(accept)) return false;
  if (method !== "GET" && method !== "HEAD") return false;
  const offered = ["text/html", "application/json"];
  return new Negotiator({ headers: { accept } }).mediaType(offered) === "application/json";
}

/** True for browsers that show the answer as a page: they name HTML in Accept, programs do not. */
export const wantsHtmlPage = ({ headers }: Request): boolean => /text\/html/i.test(headers.get("accept") ?? "");
