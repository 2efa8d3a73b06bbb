/** Why an answer could not be read: a key of its words (`call.*`). */
export type BrokenAnswer = "headers_too_long" | "not_http" | "cut";

/** Of Node's HTTP and of undici, which the agent's fetch is. https://nodejs.org/api/errors.html */
const codes: Record<string, BrokenAnswer> = {
  HPE_HEADER_OVERFLOW: "headers_too_long",
  UND_ERR_HEADERS_OVERFLOW: "headers_too_long",
  HPE_INVALID_EOF_STATE: "cut",
  ECONNRESET: "cut",
  EPIPE: "cut",
  UND_ERR_SOCKET: "cut",
};

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** Null for whatever is no broken answer. `error` as Node throws it; a `cause` of it is looked at, too. */
export function brokenAnswerOf(error: unknown): BrokenAnswer | null {
  const code = codeOf(error) || codeOf((error as { cause?: unknown } | null)?.cause);
  return codes[code] ?? (code.startsWith("HPE_") ? "not_http" : null);
}
