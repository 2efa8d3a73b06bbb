import Negotiator from "negotiator";

/** Browsers name HTML and curl anything: few ask for more to be read. */
const maybeJson = /application\/(json|\*)/i;
const longest = 500;

/** True for GET and HEAD when the reader prefers JSON to HTML (RFC 9110 §12.5.1); who takes both alike gets HTML. */
export function wantsJson({ method, headers }: Request): boolean {
  const accept = headers.get("accept");
  if (accept === null || accept.length > longest || !maybeJson.test(accept)) return false;
  if (method !== "GET" && method !== "HEAD") return false;
  const offered = ["text/html", "application/json"];
  return new Negotiator({ headers: { accept } }).mediaType(offered) === "application/json";
}

/** Browsers name HTML where they show the answer as a page; programs do not. */
export const wantsPage = ({ headers }: Request): boolean => /text\/html/i.test(headers.get("accept") ?? "");
