import { secretRedactor } from "~/access/strike-out";
import type { ResponseEvidence } from "../rules/evidence";

/**
 * Length that is stored, in characters. It is more than is shown, so that secrets are removed before the text is cut.
 */
export const maxReceivedChars = 4096;

/** Returns what a connection sent back, without the words that were sent, as one of them may be a password. */
export function receivedEvidence(text: string, sent: string): ResponseEvidence {
  const words = sent.split(/[^\p{L}\p{N}_.~+/=-]+/u).filter(({ length }) => length > 5);
  return { headers: [], body: secretRedactor(words)(text) };
}
