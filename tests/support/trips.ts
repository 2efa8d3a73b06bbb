import { createHook } from "node:async_hooks";
import type { TestDeployment } from "./database";
import { bindingOver } from "./remote-database";

const turn = () => new Promise<void>((done) => setImmediate(done));

/** What Node gives to another thread and hears of again; random bytes it makes at once, and nobody hears of those. */
const leaves = /^(HASH|SIGN|CIPHER|DERIVEBITS)REQUEST$|^FSREQ/;

/** Work that other threads of this process do for it: when none is left, all that it comes to has been reckoned. */
function otherThreads() {
  const jobs = new Set<number>();
  const hook = createHook({
    trackPromises: false,
    init(id, type) {
      if (leaves.test(type)) jobs.add(id);
    },
    before: (id) => void jobs.delete(id),
    destroy: (id) => void jobs.delete(id),
  });
  return {
    atWork: () => jobs.size,
    watch: () => void hook.enable(),
    leave() {
      hook.disable();
      jobs.clear();
    },
  };
}

/** Turns in which nothing new is asked, after which nothing will be: what one turn leaves to the next is done in that. */
const quietTurns = 3;

/**
 * The database a trip away. Every call waits for the end of the trip in which it began, as all do that begin until there
 * is nothing left to do but to wait for it: what passes is counted in trips, not in statements and not in milliseconds.
 */
export class FarDatabase {
  /** Trips that have passed. */
  passed = 0;
  private isFar = false;
  private asked = 0;
  private readonly threads = otherThreads();
  private readonly underway = new Set<Promise<unknown>>();
  private waiting: (() => void)[] = [];

  constructor(deployment: TestDeployment) {
    const near = deployment.bindings.DB;
    deployment.bindings.DB = bindingOver(async (statements) => {
      this.asked += 1;
      if (this.isFar) await this.arrive();
      const call = near.batch(statements).finally(() => this.underway.delete(call));
      this.underway.add(call);
      return call as Promise<D1Result[]>;
    });
  }

  private arrive(): Promise<void> {
    if (this.waiting.length === 0) void this.travel();
    return new Promise((answer) => this.waiting.push(answer));
  }

  /** Until nobody who could still ask something has anything to do. */
  private async travel(): Promise<void> {
    for (let [quiet, known] = [0, -1]; quiet < quietTurns; quiet++) {
      await Promise.allSettled(this.underway);
      await turn();
      if (this.asked !== known || this.underway.size > 0 || this.threads.atWork() > 0) quiet = 0;
      known = this.asked;
    }
    this.passed += 1;
    for (const answer of this.waiting.splice(0)) answer();
  }

  /** What it comes to, from far away; the work that goes on after it is not waited for. */
  async from<T>(work: () => Promise<T>): Promise<T> {
    this.isFar = true;
    this.threads.watch();
    return work().finally(() => {
      this.isFar = false;
      this.threads.leave();
    });
  }
}
