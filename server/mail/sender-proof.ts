import { Worker } from "node:worker_threads";
import type { DNSResolver } from "mailauth";
import { clientCountKey } from "../listener/client-counts.ts";
import { type MailLimitCounter, mailLimitValue } from "./mail-reached.ts";

export interface MailSender {
  ip: string;
  helo: string;
  /** Sender of the envelope. */
  sender: string;
}

export interface SenderProofDnsAnswer {
  answer: number;
  records?: unknown;
  /** Error code of DNS, when it had no answer. */
  code?: string;
}

export type SenderProofThreadInput = { message: Uint8Array; sender: MailSender } | SenderProofDnsAnswer;
export type SenderProofThreadOutput =
  | { started: true }
  | { headers: string }
  | { ask: number; name: string; type: string };

/** Thrown when more messages wait for their proof than can be checked soon. */
export class SenderProofBusyError extends Error {
  readonly limit: "waiting" | "waiting_client";

  constructor(limit: "waiting" | "waiting_client") {
    super("More messages wait for their proof than can be proven soon.");
    this.limit = limit;
  }
}

/** Size of the thread's heap, in MB. */
const heapMegabytes = 256;

/** A busy machine may take long to load the thread's code, which no message is to blame for. */
const threadStartTimeoutMs = 30_000;

interface ProofOptions {
  reached: MailLimitCounter;
  /** Time for one message in ms, for tests. */
  patience?: number;
  /** Module that the thread runs, for tests. */
  threadModule?: URL;
}

/** Checks SPF, DKIM and DMARC of messages, one after the other, in a thread that starts with the first. */
export class SenderProofQueue {
  private thread: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private readonly waiting: string[] = [];
  private readonly resolver: DNSResolver;
  /** Time in ms for all checks of one message by a thread that has started; after it, the thread is ended in any case. */
  private readonly patience: number;
  private readonly reached: MailLimitCounter;
  private readonly threadModule: URL;

  constructor(resolver: DNSResolver, options: ProofOptions) {
    this.resolver = resolver;
    this.reached = options.reached;
    this.patience = options.patience ?? mailLimitValue("proof");
    this.threadModule = options.threadModule ?? new URL("./prove-sender.ts", import.meta.url);
  }

  /** Returns the results as header lines; "" when there are none in time. Throws SenderProofBusyError. */
  async prove(message: Buffer, sender: MailSender): Promise<string> {
    const client = clientCountKey(sender.ip);
    const ofClient = this.waiting.filter((each) => each === client).length;
    // A client with slow name servers must leave places to others.
    if (ofClient >= mailLimitValue("waiting_client")) throw new SenderProofBusyError("waiting_client");
    if (this.waiting.length >= mailLimitValue("waiting")) throw new SenderProofBusyError("waiting");
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

  private async once(message: Buffer, sender: MailSender): Promise<string> {
    const isStarted = this.thread !== null;
    const thread = this.ready();
    let late: NodeJS.Timeout | undefined;
    const found = await new Promise<string | null>((done) => {
      const allow = (ms: number) => {
        clearTimeout(late);
        late = setTimeout(() => this.isLate(done), ms);
      };
      allow(isStarted ? this.patience : threadStartTimeoutMs);
      thread.on("message", (said: SenderProofThreadOutput) => {
        if ("started" in said) allow(this.patience);
        else if ("headers" in said) done(said.headers);
        else void this.answer(thread, said);
      });
      thread.once("error", () => done(null));
      thread.once("exit", () => done(null));
      thread.postMessage({ message, sender } satisfies SenderProofThreadInput);
    });
    clearTimeout(late);
    // Only these names are removed: the thread needs its own listeners of other names to receive messages.
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
    this.thread ??= new Worker(this.threadModule, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    this.thread.unref();
    return this.thread;
  }

  private async answer(
    thread: Worker,
    { ask, name, type }: Extract<SenderProofThreadOutput, { ask: number }>,
  ): Promise<void> {
    const answered: SenderProofDnsAnswer = await Promise.resolve(this.resolver(name, type)).then(
      (records) => ({ answer: ask, records }),
      (error: NodeJS.ErrnoException) => ({ answer: ask, code: error.code ?? "ESERVFAIL" }),
    );
    thread.postMessage(answered);
  }
}
