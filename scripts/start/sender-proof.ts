import { Worker } from "node:worker_threads";
import type { DNSResolver } from "mailauth";
import { provable } from "./provable.ts";

export interface Sender {
  ip: string;
  helo: string;
  /** Of the envelope. */
  sender: string;
}

export interface Answered {
  answer: number;
  records?: unknown;
  /** Of DNS, where it had no answer. */
  code?: string;
}

export type ToThread = { message: Uint8Array; sender: Sender } | Answered;
export type FromThread = { headers: string } | { ask: number; name: string; type: string };

/** More messages wait for their proof than can be proven soon. */
export class ProofBusy extends Error {}

const limits = {
  /** ms for all that is found out about one message; then its thread is ended, whatever it does. */
  patience: 5000,
  waiting: 20,
  /** Of one client: whoever's names are slow to resolve leaves the others their places. */
  waitingOfOne: 5,
  /** MB of the thread's heap. */
  heap: 256,
};

/** SPF, DKIM and DMARC of messages, one after the other, in a thread that is begun with the first. */
export class SenderProof {
  private thread: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private readonly waiting: string[] = [];
  private readonly resolver: DNSResolver;
  private readonly patience: number;

  /** `patience`: ms for one message, for tests. */
  constructor(resolver: DNSResolver, patience = limits.patience) {
    this.resolver = resolver;
    this.patience = patience;
  }

  /** What was found out, as header lines; "" where nothing was, in time. Throws ProofBusy. */
  async prove(message: Buffer, sender: Sender): Promise<string> {
    const ofOne = this.waiting.filter((ip) => ip === sender.ip).length;
    if (this.waiting.length >= limits.waiting || ofOne >= limits.waitingOfOne) throw new ProofBusy();
    this.waiting.push(sender.ip);
    const found = this.last.then(() => this.once(provable(message), sender));
    this.last = found;
    return found.finally(() => {
      this.waiting.splice(this.waiting.indexOf(sender.ip), 1);
    });
  }

  stop(): void {
    void this.thread?.terminate();
    this.thread = null;
  }

  private async once(message: Buffer, sender: Sender): Promise<string> {
    const thread = this.ready();
    let late: NodeJS.Timeout | undefined;
    const found = await new Promise<string | null>((done) => {
      late = setTimeout(() => done(null), this.patience);
      thread.on("message", (said: FromThread) => {
        if ("headers" in said) done(said.headers);
        else void this.answer(thread, said);
      });
      thread.once("error", () => done(null));
      thread.once("exit", () => done(null));
      thread.postMessage({ message, sender } satisfies ToThread);
    });
    clearTimeout(late);
    // Only these names: the thread has listeners of its own for others, without which no message comes any more.
    for (const name of ["message", "error", "exit"]) thread.removeAllListeners(name);
    thread.on("error", () => undefined);
    if (found === null) this.stop();
    return found ?? "";
  }

  private ready(): Worker {
    this.thread ??= new Worker(new URL("./prove-sender.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: limits.heap },
    });
    this.thread.unref();
    return this.thread;
  }

  private async answer(thread: Worker, { ask, name, type }: Extract<FromThread, { ask: number }>): Promise<void> {
    const answered: Answered = await Promise.resolve(this.resolver(name, type)).then(
      (records) => ({ answer: ask, records }),
      (error: NodeJS.ErrnoException) => ({ answer: ask, code: error.code ?? "ESERVFAIL" }),
    );
    thread.postMessage(answered);
  }
}
