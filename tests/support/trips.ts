import { createHook } from "node:async_hooks";
import type { TestDeployment } from "./database";
import { bindingOver } from "./remote-database";

const turn = () => new Promise<void>((done) => setImmediate(done));

/** Work that Node gives to another thread, whose end it reports; random bytes are made at once and not reported. */
const leaves = /^(HASH|SIGN|CIPHER|DERIVEBITS)REQUEST$|^FSREQ/;

/** Tracks work in other threads of this process: when none is left, all results have been computed. */
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

/** Turns without a new call after which none is expected: what one turn starts is done in the next. */
const quietTurns = 3;

/**
 * A database that is one trip away. Every call waits for the end of its trip, together with all calls that start before
 * nothing else is left to do: duration is counted in trips, not in statements or milliseconds.
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

  /** Waits until no work that could still make a call is left. */
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

  /** Returns the result of the work, done from far away; does not wait for work that continues after it. */
  async from<T>(work: () => Promise<T>): Promise<T> {
    this.isFar = true;
    this.threads.watch();
    return work().finally(() => {
      this.isFar = false;
      this.threads.leave();
    });
  }
}
