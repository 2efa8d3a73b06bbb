import { bitSetOf, hasBit, numbersInBitSet } from "~/text/bits";

/** Progress of a batch: bit n of each number stands for recipient n (db/schema/notice). */
export interface NoticeBatchProgress {
  recipients: readonly string[];
  done: number;
  /** Recipients handed over once with an unknown result; they are handed over again. */
  doubtful: number;
}

/** Recipients that are handed over together and marked by one statement. */
export const recipientsPerHandOver = 10;

/**
 * Returns the numbers of the next group. Doubtful recipients are retried without others, so that a mailer which
 * recognises a call by its emails receives the same call again. Those in `held` became doubtful just now; another run
 * retries them.
 */
export function nextRecipientNumbers(
  { recipients, done, doubtful }: NoticeBatchProgress,
  held: ReadonlySet<number>,
): number[] {
  const open = numbersInBitSet(done, recipients.length, false).filter((n) => !held.has(n));
  const again = open.filter((n) => hasBit(doubtful, n));
  return (again.length > 0 ? again : open).slice(0, recipientsPerHandOver);
}

/** Returns the bits of the first group of an untouched batch. */
export const firstHandOverBits = (size: number): number =>
  bitSetOf(Array.from({ length: Math.min(size, recipientsPerHandOver) }, (_, n) => n));
