import { bitsOf, hasBit, numbersIn } from "~/text/bits";

/** How far a batch is: bit n of each number stands for recipient n (db/schema/notice). */
export interface BatchProgress {
  recipients: readonly string[];
  done: number;
  /** Handed over once without knowing the end: to be handed over once more. */
  doubtful: number;
}

/** So many are handed over together and marked by one statement. */
export const handOverSize = 10;

/**
 * Who is handed over next, by number: the doubtful among themselves, so that a mailer that knows a call by its mails sees
 * the same call again. `held` became doubtful just now: their second try is another sending's.
 */
export function nextGroup({ recipients, done, doubtful }: BatchProgress, held: ReadonlySet<number>): number[] {
  const open = numbersIn(done, recipients.length, false).filter((n) => !held.has(n));
  const again = open.filter((n) => hasBit(doubtful, n));
  return (again.length > 0 ? again : open).slice(0, handOverSize);
}

/** The bits that a hand-over starts with in a batch of which nothing was handed over. */
export const firstInHand = (size: number): number =>
  bitsOf(Array.from({ length: Math.min(size, handOverSize) }, (_, n) => n));
