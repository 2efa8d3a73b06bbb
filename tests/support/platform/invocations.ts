import { AsyncLocalStorage } from "node:async_hooks";
import type { Bindings } from "~/platform/env";
import { resetIsolate } from "~/platform/isolate";
import type { TestDeployment } from "../database";
import { bindingOver } from "../remote-database";

/** The platform calls of one invocation. */
export interface Invocation {
  queries: number;
  subrequests: number;
  /** Most calls that were awaited at once. */
  most: number;
}

interface Running extends Invocation {
  open: number;
  waiting: (() => void)[];
  isCancelled: boolean;
}

interface Invoked<T> {
  answer: Promise<T>;
  spent: Invocation;
  /** Simulates a client that left: no call of this invocation is answered any more, and no timer of it fires. */
  cancel(): void;
}

/** https://developers.cloudflare.com/workers/platform/limits/#simultaneous-open-connections: a seventh call waits. */
const connections = 6;

/**
 * https://developers.cloudflare.com/workers/platform/limits/#subrequests and /d1/platform/limits/: Free counts 50 of
 * both together, Paid 1,000 statements; subrequests were 1,000, and are 10,000 since 2026.
 */
const limits = { free: { queries: 50, together: 50 }, paid: { queries: 1000, together: 2000 } };

/**
 * Bindings of a deployment as an isolate has them. Each invocation is counted separately, whatever runs concurrently,
 * and calls over a limit fail as on the platform. `work` outside `invoke` is not counted.
 */
export class Platform {
  /** All invocations, including those of Durable Objects. */
  readonly seen: Invocation[] = [];
  private readonly current = new AsyncLocalStorage<Running>();
  private readonly before: Bindings;
  private readonly plainFetch = globalThis.fetch;
  private readonly plainTimeout = globalThis.setTimeout;

  constructor(
    private readonly deployment: TestDeployment,
    private readonly plan: "free" | "paid",
  ) {
    this.before = deployment.bindings;
    this.evict();
    globalThis.fetch = (...request) => this.call("subrequests", 1, () => this.plainFetch(...request));
    globalThis.setTimeout = ((act: (...given: unknown[]) => void, ...more: [number]) => {
      const running = this.current.getStore();
      return this.plainTimeout((...given) => (running?.isCancelled ? undefined : act(...given)), ...more);
    }) as typeof setTimeout;
  }

  /** Starts another isolate with an empty memory. */
  evict(): void {
    resetIsolate();
    this.deployment.bindings = this.wrapped();
  }

  invoke<T>(work: () => Promise<T>): Invoked<T> {
    const running: Running = { queries: 0, subrequests: 0, most: 0, open: 0, waiting: [], isCancelled: false };
    this.seen.push(running);
    return {
      answer: this.current.run(running, work),
      spent: running,
      cancel: () => {
        running.isCancelled = true;
      },
    };
  }

  close(): void {
    globalThis.fetch = this.plainFetch;
    globalThis.setTimeout = this.plainTimeout;
    this.deployment.bindings = this.before;
  }

  private charge(running: Running, kind: "queries" | "subrequests", count: number): void {
    running[kind] += count;
    const { queries, together } = limits[this.plan];
    if (running.queries > queries || running.queries + running.subrequests > together) {
      throw new Error("Too many subrequests by single Worker invocation.");
    }
  }

  private async call<T>(kind: "queries" | "subrequests", count: number, work: () => Promise<T>): Promise<T> {
    const running = this.current.getStore();
    if (!running) return work();
    this.charge(running, kind, count);
    if (running.open >= connections) await new Promise<void>((go) => running.waiting.push(go));
    else running.open += 1;
    running.most = Math.max(running.most, running.open);
    try {
      const answer = await work();
      return running.isCancelled ? await new Promise<never>(() => undefined) : answer;
    } finally {
      const next = running.waiting.shift();
      if (next) next();
      else running.open -= 1;
    }
  }

  private wrapped(): Bindings {
    const { DB, COPIES, WAKE, CHECKER, ...rest } = this.before;
    const one = <T>(work: () => Promise<T>) => this.call("subrequests", 1, work);
    return {
      ...rest,
      UPFRONT_PLAN: this.plan,
      DB: bindingOver((statements) => this.call("queries", statements.length, () => DB.batch(statements))),
      ...(COPIES ? { COPIES: asCalls(COPIES, ["get", "put", "delete"], one) } : {}),
      ...(WAKE ? { WAKE: asCalls(WAKE, ["send"], one) } : {}),
      ...(CHECKER ? { CHECKER: this.checkers(CHECKER) } : {}),
    };
  }

  /** A call of an object counts as one of ours, and starts its own invocation. */
  private checkers(objects: DurableObjectNamespace): DurableObjectNamespace {
    const get = (...where: Parameters<DurableObjectNamespace["get"]>) => {
      const stub = objects.get(...where);
      const ask = (...request: Parameters<typeof stub.fetch>) =>
        this.call("subrequests", 1, () => this.invoke(() => stub.fetch(...request)).answer);
      return { fetch: ask };
    };
    return { idFromName: (name: string) => objects.idFromName(name), get } as unknown as DurableObjectNamespace;
  }
}

type Call = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns the binding with these methods counted. */
function asCalls<Bound extends object>(bound: Bound, names: readonly string[], call: Call): Bound {
  return new Proxy(bound, {
    get: (target, name) => {
      const known = Reflect.get(target, name) as unknown;
      if (typeof known !== "function") return known;
      const method = known.bind(target) as (...given: unknown[]) => Promise<unknown>;
      return names.includes(String(name)) ? (...given: unknown[]) => call(() => method(...given)) : method;
    },
  });
}
