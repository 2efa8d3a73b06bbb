import { strikingOut } from "~/access/strike-out";
import type { Answer } from "../rules/evidence";

/** Beyond what is shown, so that what is cut there is struck out first. */
export const receivedKept = 4096;

/** What came on a connection. It may hold words of what was sent, and one of those may be a password. */
export function received(text: string, sent: string): Answer {
  const words = sent.split(/[^\p{L}\p{N}_.~+/=-]+/u).filter(({ length }) => length > 5);
  return { headers: [], body: strikingOut(words)(text) };
}
