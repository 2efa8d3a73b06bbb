import { retryAfterSeconds } from "~/net/retry-after";
import { type ChannelResponse, type ChannelSendResult, englishSentence } from "./contract";

/** Statuses of 4xx after which the same call may succeed later: timeout, too early, too many. */
const worthAgain = new Set([408, 425, 429]);

/**
 * Reads the HTTP status: 2xx = sent, 410 = gone permanently, other 4xx = a retry would not help, everything else may be
 * retried.
 */
export function channelVerdictOf({ status, headers, text, at }: ChannelResponse): ChannelSendResult {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 410)
    return { outcome: "gone", reason: englishSentence("It answered 410: this URL is no longer in use.") };
  if (status >= 500 || worthAgain.has(status)) return { outcome: "again", retryAfter: retryAfterSeconds(headers, at) };
  const answer = text.trim().slice(0, 120);
  const reason = answer
    ? englishSentence("The receiver responded with {{status}}: {{answer}}", { status, answer })
    : englishSentence("The receiver responded with {{status}}.", { status });
  return { outcome: "refused", reason };
}
