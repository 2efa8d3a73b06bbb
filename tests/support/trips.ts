import type { TestDeployment } from "./database";
import { bindingOver } from "./remote-database";

/**
 * The database a trip away. Every call waits for the end of the trip in which it began, as all do that begin meanwhile,
 * so that what passes is counted in trips, not in statements and not in milliseconds.
 */
export class FarDatabase {
  /** Trips that have passed. */
  passed = 0;
  /** So long nothing new is asked before the database answers, in ms: what is only reckoned first travels along. */
  quiet = 5;
  private isFar = false;
  private underway = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: (() => void)[] = [];

  constructor(deployment: TestDeployment) {
    const near = deployment.bindings.DB;
    deployment.bindings.DB = bindingOver(async (statements) => {
      if (this.isFar) await this.arrive();
      this.underway += 1;
      return near.batch(statements).finally(() => {
        this.underway -= 1;
        this.listen();
      }) as Promise<D1Result[]>;
    });
  }

  private arrive(): Promise<void> {
    return new Promise((answer) => {
      this.waiting.push(answer);
      this.listen();
    });
  }

  private listen(): void {
    clearTimeout(this.timer);
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.pass(), this.quiet);
  }

  private pass(): void {
    if (this.underway > 0) return;
    this.passed += 1;
    for (const answer of this.waiting.splice(0)) answer();
  }

  /** What it comes to, from far away; the work that goes on after it is not waited for. */
  async from<T>(work: () => Promise<T>): Promise<T> {
    this.isFar = true;
    return work().finally(() => {
      this.isFar = false;
    });
  }
}
