import type { MailAnswer } from "./mail.ts";

/** Time in ms that the next message waits for the answer about the previous one. */
const turnTimeoutMs = 30_000;

/** Longest pause for pages between two messages, in ms: it is as long as the previous message took. */
const maxPauseMs = 1000;

/**
 * Passes messages to the worker one after the other: it reads a message without a pause, during which pages wait. When
 * an answer takes too long the message must be sent again, and the next one has its turn.
 */
export class MailQueue {
  private last: Promise<unknown> = Promise.resolve();
  private readonly patience: number;

  constructor(time = turnTimeoutMs) {
    this.patience = time;
  }

  take(work: () => Promise<MailAnswer>): Promise<MailAnswer> {
    let begun = 0;
    const turn = this.last.then(() => {
      begun = performance.now();
      return this.inTime(work);
    });
    const pause = () => new Promise((done) => setTimeout(done, Math.min(performance.now() - begun, maxPauseMs)));
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
