import { secondsAsked } from "~/net/retry-after";
import { type ChannelAnswer, type ChannelVerdict, says } from "./contract";

/** Too late, too early, too many: of 4xx only these say that the same call may be taken later. */
const worthAgain = new Set([408, 425, 429]);

/** What HTTP itself says: 2xx is in, 410 is gone for good, 4xx will not get better by asking again, the rest may. */
export function verdictOf({ status, headers, text, at }: ChannelAnswer): ChannelVerdict {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 410) return { outcome: "gone", reason: says("It answered 410: this address is no longer in use.") };
  if (status >= 500 || worthAgain.has(status)) return { outcome: "again", retryAfter: secondsAsked(headers, at) };
  const answer = text.trim().slice(0, 120);
  const reason = answer
    ? says("The receiver responded with {{status}}: {{answer}}", { status, answer })
    : says("The receiver responded with {{status}}.", { status });
  return { outcome: "refused", reason };
}
