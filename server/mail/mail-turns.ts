import type { MailAnswer } from "./mail.ts";

/** ms for which the next message waits for an answer about the one before. */
const patience = 30_000;

/** ms that pages have between two messages: as long as the one before took, and no longer than this. */
const longestPause = 1000;

/**
 * Hands messages to the worker one after the other: it reads one without a pause, and a page waits for whatever it reads.
 * Where an answer takes too long the message is to be sent again, and the next one has its turn.
 */
export class MailTurns {
  private last: Promise<unknown> = Promise.resolve();
  private readonly patience: number;

  constructor(time = patience) {
    this.patience = time;
  }

  take(work: () => Promise<MailAnswer>): Promise<MailAnswer> {
    let begun = 0;
    const turn = this.last.then(() => {
      begun = performance.now();
      return this.inTime(work);
    });
    const pause = () => new Promise((done) => setTimeout(done, Math.min(performance.now() - begun, longestPause)));
    this.last = turn.then(pause, pause);
    return turn;
  }

  private async inTime(work: () => Promise<MailAnswer>): Promise<MailAnswer> {
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<MailAnswer>((done) => {
      late = setTimeout(() => done({ outcome: "later" }), this.patience);
    });
    return Promise.race([work(), tooLate]).finally(() => clearTimeout(late));
  }
}
