import { failureHeader } from "./page-failure";

const cacheMark = "x-upfront-cache";
const styleMark = "x-upfront-style";
const scriptMark = "x-upfront-script";
const letterMark = "x-upfront-letter";
const cardMark = "x-upfront-card";
const liveMark = "x-upfront-live";
const pushMark = "x-upfront-push";
const frameMark = "x-upfront-frame";

/** Lets caches keep a public snapshot for `seconds` and then revalidate it; everything else is `no-store`. */
export function setPublicCaching(response: Response, seconds: number): Response {
  response.headers.set(cacheMark, `public, max-age=${seconds}, must-revalidate`);
  return response;
}

/** Works like `setPublicCaching`, but only for the visitor's own browser: visitors of other networks get other answers. */
export function setPrivateCaching(response: Response, seconds: number): Response {
  response.headers.set(cacheMark, `private, max-age=${seconds}, must-revalidate`);
  return response;
}

/** Marks files whose name changes with their content. */
export function setImmutableCaching(response: Response): Response {
  response.headers.set(cacheMark, "public, max-age=31536000, immutable");
  return response;
}

/**
 * Marks uploads, whose name changes with their content: a browser keeps them. Shared caches revalidate after `seconds`,
 * because the page may have become private or the upload may have been removed.
 */
export function setUploadCaching(response: Response, seconds: number): Response {
  response.headers.set(cacheMark, `public, max-age=31536000, s-maxage=${seconds}, immutable`);
  return response;
}

/** Lets inline styles with these hashes apply: `sha256-…` in base64, as the CSP writes them. */
export function allowInlineStyles(response: Response, hashes: readonly string[]): Response {
  response.headers.set(styleMark, hashes.map((hash) => `'${hash}'`).join(" "));
  return response;
}

/** Lets the inline scripts with this nonce run: the first scripts of a hydrated page. */
export function allowInlineScripts(response: Response, nonce: string): Response {
  response.headers.set(scriptMark, `'nonce-${nonce}'`);
  return response;
}

/** Lets this answer run our own script files and fetch from this host, and sets the refresh interval by `isCalm`. */
export function allowLiveRefresh(response: Response, isCalm: boolean): Response {
  response.headers.set(liveMark, isCalm ? "calm" : "trouble");
  return response;
}

/**
 * Lets this answer run our own script files, fetch from this host and be installed: the page for browser subscriptions
 * and its service worker.
 */
export function allowPushSubscription(response: Response): Response {
  response.headers.set(pushMark, "1");
  return response;
}

/** Lets this answer frame our own pages: the page that previews the card. */
export function allowOwnFrames(response: Response): Response {
  response.headers.set(frameMark, "1");
  return response;
}

/** Marks an email shown as a document: it may be framed by our own pages, style itself, and do nothing else. */
export function setEmailPreviewPolicy(response: Response): Response {
  response.headers.set(letterMark, "1");
  return response;
}

/** Marks a card for other sites: any site may frame it; it may style itself and open links. */
export function setCardEmbedPolicy(response: Response): Response {
  response.headers.set(cardMark, "1");
  return response;
}

export interface FinalHeaderOptions {
  requestId: string;
  /** True when config.origin is https. */
  secure: boolean;
  /** True when subdomains of the deployment's host use https, too. */
  secureBelow?: boolean;
  /** True when management pages may load our own script files. */
  scripts: boolean;
  /** Value of Server-Timing, when the meter is shown. */
  timing: string | null;
  /** Returns the seconds after which an open tab requests a self-refreshing answer again. */
  askAgain?: (isCalm: boolean) => number;
  setCookie: string | null;
}

function policy(headers: Headers, scripts: boolean): string {
  const sources = ["'self'", headers.get(scriptMark) ?? ""].join(" ").trim();
  const ours = headers.has(liveMark) || headers.has(pushMark) ? "script-src 'self'; connect-src 'self'; " : "";
  const frames = headers.has(frameMark) ? `${ours}frame-src 'self'; ` : ours;
  const visitors = headers.has(pushMark) ? `${frames}manifest-src 'self'; ` : frames;
  const script = scripts ? `script-src ${sources}; connect-src 'self'; frame-src 'self'; ` : visitors;
  const styles = headers.get(styleMark) ?? "";
  const style = ["'self'", styles].join(" ").trim();
  return `default-src 'none'; ${script}style-src ${style}; img-src 'self' data:; form-action 'self'; frame-ancestors ${headers.has(cardMark) ? "*" : "'none'"}; base-uri 'none'`;
}

const letterPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox";

/** Headers of answers from our other origins (assets) cannot be written; such answers are copied. */
function writable(response: Response): Response {
  try {
    response.headers.delete(failureHeader);
    return response;
  } catch {
    return new Response(response.body, response);
  }
}

/** Sets the final headers of every answer of the worker, once: caching, scripts, framing and retries. */
export function setFinalHeaders(answer: Response, how: FinalHeaderOptions): Response {
  const response = writable(answer);
  const { headers } = response;
  headers.set("cache-control", headers.get(cacheMark) ?? "no-store");
  const letter = headers.has(letterMark);
  headers.set("content-security-policy", letter ? letterPolicy : policy(headers, how.scripts));
  headers.delete(cacheMark);
  headers.delete(styleMark);
  headers.delete(scriptMark);
  headers.delete(letterMark);
  const card = headers.has(cardMark);
  headers.delete(cardMark);
  const live = headers.get(liveMark);
  if (live !== null) headers.set("x-ask-again", String(how.askAgain?.(live === "calm") ?? 60));
  headers.delete(liveMark);
  headers.delete(pushMark);
  headers.delete(frameMark);
  headers.set("x-content-type-options", "nosniff");
  if (!card) headers.set("x-frame-options", letter ? "SAMEORIGIN" : "DENY");
  headers.set("referrer-policy", "same-origin");
  headers.set("x-request-id", how.requestId);
  if (how.secure)
    headers.set("strict-transport-security", `max-age=31536000${how.secureBelow ? "; includeSubDomains" : ""}`);
  // The cost of a refusal would reveal if something exists behind it.
  if (how.timing !== null && response.status < 400) headers.set("server-timing", how.timing);
  if (response.status === 503 && !headers.has("retry-after")) headers.set("retry-after", "10");
  // A sign-out must not be undone by a session that was renewed during the request.
  if (how.setCookie !== null && !headers.has("set-cookie")) headers.set("set-cookie", how.setCookie);
  return response;
}
