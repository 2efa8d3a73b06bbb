import { Worker } from "node:worker_threads";
import type { DNSResolver } from "mailauth";
import { clientKey } from "../listener/client-counts.ts";
import { type MailReached, mostOf } from "./mail-reached.ts";

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
export class ProofBusy extends Error {
  readonly limit: "waiting" | "waiting_client";

  constructor(limit: "waiting" | "waiting_client") {
    super("More messages wait for their proof than can be proven soon.");
    this.limit = limit;
  }
}

/** MB of the thread's heap. */
const heap = 256;

interface ProofOptions {
  reached: MailReached;
  /** ms for one message, for tests. */
  patience?: number;
}

/** SPF, DKIM and DMARC of messages, one after the other, in a thread that is begun with the first. */
export class SenderProof {
  private thread: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private readonly waiting: string[] = [];
  private readonly resolver: DNSResolver;
  /** ms for all that is found out about one message; then its thread is ended, whatever it does. */
  private readonly patience: number;
  private readonly reached: MailReached;

  constructor(resolver: DNSResolver, { reached, patience = mostOf("proof") }: ProofOptions) {
    this.resolver = resolver;
    this.reached = reached;
    this.patience = patience;
  }

  /** What was found out, as header lines; "" where nothing was, in time. Throws ProofBusy. */
  async prove(message: Buffer, sender: Sender): Promise<string> {
    const client = clientKey(sender.ip);
    const ofClient = this.waiting.filter((each) => each === client).length;
    // Whoever's names are slow to resolve leaves the others their places.
    if (ofClient >= mostOf("waiting_client")) throw new ProofBusy("waiting_client");
    if (this.waiting.length >= mostOf("waiting")) throw new ProofBusy("waiting");
    this.waiting.push(client);
    const found = this.last.then(() => this.once(message, sender));
    this.last = found;
    return found.finally(() => {
      this.waiting.splice(this.waiting.indexOf(client), 1);
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
      late = setTimeout(() => this.isLate(done), this.patience);
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

  private isLate(done: (found: null) => void): void {
    this.reached.count("proof");
    done(null);
  }

  private ready(): Worker {
    this.thread ??= new Worker(new URL("./prove-sender.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heap },
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
