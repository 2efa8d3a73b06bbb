import { type CheckFinding, type CheckStep, englishSentence } from "../contract";

/** Meaning of each close code (RFC 6455 §7.4.1 and https://www.iana.org/assignments/websocket). */
const words: Record<number, CheckStep["detail"]> = {
  1000: englishSentence("It closed the connection normally (1000)."),
  1001: englishSentence("It closed the connection because it is going away (1001)."),
  1002: englishSentence("It closed the connection because of a protocol error (1002)."),
  1003: englishSentence("It closed the connection because it doesn’t accept such data (1003)."),
  1007: englishSentence("It closed the connection because it could not read the data (1007)."),
  1008: englishSentence("It closed the connection because of its policy (1008)."),
  1009: englishSentence("It closed the connection because a message was too big (1009)."),
  1011: englishSentence("It closed the connection because of an internal error (1011)."),
  1012: englishSentence("It closed the connection because it is restarting (1012)."),
  1013: englishSentence("It closed the connection and asks to try again later (1013)."),
  1014: englishSentence("It closed the connection because of a bad response from its backend (1014)."),
  3000: englishSentence("It closed the connection because it requires sign-in (3000)."),
  3003: englishSentence("It closed the connection because access is not allowed (3003)."),
};

/**
 * Returns the finding when the peer closed the connection before the expected message; null = it broke off without a
 * close code.
 */
export function closeCodeVerdict(code: number | null): Pick<CheckFinding, "verdict" | "code" | "detail"> {
  if (code === null) return { verdict: "down", code: "unreachable", detail: englishSentence("The connection broke.") };
  const detail = words[code] ?? englishSentence("It closed the connection with code {{code}}.", { code: String(code) });
  return { verdict: "down", code: "closed", detail };
}
