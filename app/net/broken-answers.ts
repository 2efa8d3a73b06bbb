/** Reason why an answer could not be read: a key of its texts (`call.*`). */
export type BrokenAnswerReason = "headers_too_long" | "not_http" | "cut";

/** Codes of Node's HTTP and of undici, on which the agent's fetch is built. https://nodejs.org/api/errors.html */
const codes: Record<string, BrokenAnswerReason> = {
  HPE_HEADER_OVERFLOW: "headers_too_long",
  UND_ERR_HEADERS_OVERFLOW: "headers_too_long",
  HPE_INVALID_EOF_STATE: "cut",
  ECONNRESET: "cut",
  EPIPE: "cut",
  UND_ERR_SOCKET: "cut",
};

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/**
 * Returns the reason; null for an error that is not a broken answer. `error` is as Node throws it; its `cause` is read
 * as well.
 */
export function brokenAnswerReason(error: unknown): BrokenAnswerReason | null {
  const code = codeOf(error) || codeOf((error as { cause?: unknown } | null)?.cause);
  return codes[code] ?? (code.startsWith("HPE_") ? "not_http" : null);
}
