import { failureMark } from "./page-failure";

const cacheMark = "x-upfront-cache";
const styleMark = "x-upfront-style";
const scriptMark = "x-upfront-script";
const letterMark = "x-upfront-letter";
const cardMark = "x-upfront-card";
const liveMark = "x-upfront-live";
const pushMark = "x-upfront-push";

/** Lets a public snapshot be kept for so many seconds and then asked for again; everything else is `no-store`. */
export function markPublic(response: Response, seconds: number): Response {
  response.headers.set(cacheMark, `public, max-age=${seconds}, must-revalidate`);
  return response;
}

/** As `markPublic`, but only in the reader's own browser: another network's reader would get another answer. */
export function markOwn(response: Response, seconds: number): Response {
  response.headers.set(cacheMark, `private, max-age=${seconds}, must-revalidate`);
  return response;
}

/** For files whose name changes with their content. */
export function markForever(response: Response): Response {
  response.headers.set(cacheMark, "public, max-age=31536000, immutable");
  return response;
}

/**
 * For what people uploaded, under a name that changes with its content: a browser keeps what it saw. Caches between ask
 * again after so many seconds, because the page may have become private, or the upload been taken away.
 */
export function markUpload(response: Response, seconds: number): Response {
  response.headers.set(cacheMark, `public, max-age=31536000, s-maxage=${seconds}, immutable`);
  return response;
}

/** Lets inline styles with these hashes apply: `sha256-…` in base64, as the CSP writes them. */
export function allowStyles(response: Response, hashes: readonly string[]): Response {
  response.headers.set(styleMark, hashes.map((hash) => `'${hash}'`).join(" "));
  return response;
}

/** Lets the inline scripts that carry this nonce run: the ones with which a hydrated page begins. */
export function allowScripts(response: Response, nonce: string): Response {
  response.headers.set(scriptMark, `'nonce-${nonce}'`);
  return response;
}

/** Lets this answer run our own script files and ask this host, and says when to ask again: by whether all is well on it. */
export function allowLive(response: Response, isCalm: boolean): Response {
  response.headers.set(liveMark, isCalm ? "calm" : "trouble");
  return response;
}

/** Lets this answer run our own script files, ask this host and be installed: where browsers subscribe, and their service worker. */
export function allowPush(response: Response): Response {
  response.headers.set(pushMark, "1");
  return response;
}

/** A mail as a document: it may be framed by our own pages, style itself, and do nothing else. */
export function markLetter(response: Response): Response {
  response.headers.set(letterMark, "1");
  return response;
}

/** A card for other sites: anybody may frame it; it may style itself and open links. */
export function markCard(response: Response): Response {
  response.headers.set(cardMark, "1");
  return response;
}

export interface Dressing {
  requestId: string;
  /** config.origin is https. */
  secure: boolean;
  /** Names below the deployment's own speak https, too. */
  secureBelow?: boolean;
  /** Management pages may load our own script files. */
  scripts: boolean;
  /** Server-Timing, where the meter is shown. */
  timing: string | null;
  /** Seconds after which an open tab asks again for an answer that keeps itself current. */
  askAgain?: (isCalm: boolean) => number;
  setCookie: string | null;
}

function policy(headers: Headers, scripts: boolean): string {
  const sources = ["'self'", headers.get(scriptMark) ?? ""].join(" ").trim();
  const ours = headers.has(liveMark) || headers.has(pushMark) ? "script-src 'self'; connect-src 'self'; " : "";
  const visitors = headers.has(pushMark) ? `${ours}manifest-src 'self'; ` : ours;
  const script = scripts ? `script-src ${sources}; connect-src 'self'; frame-src 'self'; ` : visitors;
  const styles = headers.get(styleMark) ?? "";
  const style = ["'self'", styles].join(" ").trim();
  return `default-src 'none'; ${script}style-src ${style}; img-src 'self' data:; form-action 'self'; frame-ancestors ${headers.has(cardMark) ? "*" : "'none'"}; base-uri 'none'`;
}

const letterPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox";

/** Answers of other origins of ours (assets) cannot be written to; they are copied. */
function writable(response: Response): Response {
  try {
    response.headers.delete(failureMark);
    return response;
  } catch {
    return new Response(response.body, response);
  }
}

/** Every answer of the worker goes through here, once: what may be kept, run, framed and told. */
export function dress(answer: Response, how: Dressing): Response {
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
  headers.set("x-content-type-options", "nosniff");
  if (!card) headers.set("x-frame-options", letter ? "SAMEORIGIN" : "DENY");
  headers.set("referrer-policy", "same-origin");
  headers.set("x-request-id", how.requestId);
  if (how.secure)
    headers.set("strict-transport-security", `max-age=31536000${how.secureBelow ? "; includeSubDomains" : ""}`);
  // What a refusal cost would tell whether there is something behind it.
  if (how.timing !== null && response.status < 400) headers.set("server-timing", how.timing);
  if (response.status === 503 && !headers.has("retry-after")) headers.set("retry-after", "10");
  // Who signs out is not signed in again by a session that was renewed on the way.
  if (how.setCookie !== null && !headers.has("set-cookie")) headers.set("set-cookie", how.setCookie);
  return response;
}
