import { strikingOut } from "~/access/strike-out";
import type { Answer } from "../rules/evidence";

/** Length that is kept, in characters: more than is shown, so that secrets are struck out before the text is cut. */
export const receivedKept = 4096;

/** Returns what a connection sent back, without the words that were sent, as one of them may be a password. */
export function received(text: string, sent: string): Answer {
  const words = sent.split(/[^\p{L}\p{N}_.~+/=-]+/u).filter(({ length }) => length > 5);
  return { headers: [], body: strikingOut(words)(text) };
}
