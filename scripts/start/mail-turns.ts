import type { MailAnswer } from "./mail.ts";

/** ms for which the next message waits for an answer about the one before. */
const patience = 30_000;

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
    const turn = this.last.then(() => this.inTime(work));
    this.last = turn.catch(() => undefined);
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
