import type { Failure } from "~/failures/failure";
import { englishText } from "~/failures/refusal";
import { refusalText, refusalTexts } from "~/i18n/refusal-text";
import { databaseAwayCode, storageTroubleCode, writeContentionCode, wrongSecretCode } from "~/platform/failure-of";

const statuses = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  gone: 410,
  misdirected: 421,
  conflict: 409,
  malformed: 400,
  too_large: 413,
  unsupported: 415,
  method: 405,
  limited: 429,
  overloaded: 503,
} satisfies Record<Failure["name"], number>;

/** Returns the status of a failure; the only place that assigns one (spec §8). */
export const failureHttpStatus = (failure: Failure): number => statuses[failure.name];

const titles = {
  invalid: "Invalid field",
  unauthenticated: "Credentials are missing or wrong",
  forbidden: "Not allowed",
  missing: "Not found",
  gone: "Gone",
  misdirected: "Unknown domain",
  conflict: "Conflict: changed or already in use",
  malformed: "The body cannot be read",
  too_large: "The body is too large",
  unsupported: "Unsupported media type",
  method: "Method not allowed",
  limited: "Too many requests",
  overloaded: "Temporarily unavailable",
} satisfies Record<Failure["name"], string>;

/** Returns the finer code when there is one, else the name. */
export const failureCode = (failure: Failure): string => ("code" in failure && failure.code) || failure.name;

/** Returns the reason in a language: programs are answered in English. */
export function failureDetail(failure: Failure, language = "en"): string | undefined {
  if (failure.name === "invalid") {
    const all = Object.entries(refusalTexts(failure.fields, language));
    const fields = all.map(([field, text]) => (field ? `${field}: ${text}` : text));
    return failure.detail ? refusalText(failure.detail, language) : fields.join(" ") || undefined;
  }
  if (failure.name === "too_large") return `At most ${failure.limit} bytes.`;
  if (failure.name === "unsupported") return `Accepted: ${failure.accepted.join(", ")}.`;
  if (failure.name === "method") return `Allowed: ${failure.allow.join(", ")}.`;
  // The sender is a program and gets an English text. Only a form that was cut off is a person's and has a text key.
  if (failure.name === "malformed") return refusalText(englishText(failure.detail), language);
  return "detail" in failure && failure.detail ? refusalText(failure.detail, language) : undefined;
}

/** Returns the headers that a status requires. */
export function failureHeaders(failure: Failure): Record<string, string> {
  if (failure.name === "method") return { allow: failure.allow.join(", ") };
  if (failure.name === "limited" || failure.name === "overloaded") {
    return { "retry-after": String(Math.max(1, Math.ceil(failure.retryAfter))) };
  }
  return failure.name === "unauthenticated" ? { "www-authenticate": 'Bearer realm="upfront"' } : {};
}

/** Instructions for programs, for failures without a detail of their own. */
const ways: Readonly<Record<string, string>> = {
  [wrongSecretCode]:
    "UPFRONT_SECRET is another one than this database was encrypted with, and nothing was saved. The operator has to set the previous one.",
  [databaseAwayCode]:
    "The database refuses or does not answer; pages are shown from their last copy. On one machine look whether its disk is full or read-only, or another program has locked it: the log says which. It needs no restart.",
  [storageTroubleCode("full")]:
    "There is no room left for the database, so nothing was saved; pages are shown as they were last published. The operator has to free disk space, or on Cloudflare the database's storage. It needs no restart. Send it again.",
  [storageTroubleCode("read_only")]:
    "The database's file system is read-only, so nothing was saved; pages are shown as they were last published. The operator has to make it writable. Send it again.",
  [storageTroubleCode("failing")]:
    "The database's file cannot be read or written, so nothing was saved; pages are shown as they were last published. The operator finds the reason in the log. Send it again.",
  [storageTroubleCode("quota")]:
    "The database's plan allows no more rows today, so nothing was saved; pages are shown as they were last published. It resets at midnight UTC. Send it again.",
  [writeContentionCode]: "Others were changing this page at the same moment, and nothing was saved. Send it again.",
};

/** Returns the problem document of RFC 9457; the last segment of `type` is the code. */
export function problemDocumentOf(failure: Failure, requestId: string): Record<string, unknown> {
  return {
    type: `/problems/${failureCode(failure)}`,
    title: titles[failure.name],
    status: failureHttpStatus(failure),
    detail: failureDetail(failure) ?? ways[failureCode(failure)],
    request_id: requestId,
    ...(failure.name === "invalid" ? { fields: refusalTexts(failure.fields, "en") } : {}),
    ...(failure.name === "conflict" && failure.current !== undefined ? { current: failure.current } : {}),
  };
}

/** Returns a failure for programs: `application/problem+json`. */
export function problemResponse(failure: Failure, requestId: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problemDocumentOf(failure, requestId)), {
    status: failureHttpStatus(failure),
    headers: { "content-type": "application/problem+json", ...failureHeaders(failure), ...headers },
  });
}
