import { handleCheckerRequest } from "~/clock/checker";
import { runSender } from "~/notifications/engine/wake";
import type { InvocationLimit } from "~/plan/budgets";
import type { Ctx } from "~/platform/ctx";
import { printTable } from "./measured";
import { noticesOf, type Told } from "./told";

interface Killing {
  kills: number;
  /** One invocation of so many is killed. */
  every: number;
  /** The calls before which a sender is killed, in turn. */
  calls: readonly number[];
  limit?: Partial<InvocationLimit>;
}

/** The cost until everyone was notified. */
export interface Sent {
  rows: number;
  read: number;
  invocations: number;
  killed: number;
  seconds: number;
}

interface Invocation {
  ctx: Ctx;
  isKilled(): boolean;
}

/** Returns an invocation whose database fails after so many calls. */
function dying({ deployment }: Told, calls: number): Invocation {
  const { DB } = deployment.bindings;
  let left = calls;
  const batch = async (statements: D1PreparedStatement[]) => {
    left -= 1;
    if (left < 0) throw new Error("killed");
    return DB.batch(statements);
  };
  const database = { prepare: (query: string) => DB.prepare(query), batch } as unknown as D1Database;
  const ctx = deployment.ctx(undefined, { database });
  return { ctx: { ...ctx, log: { ...ctx.log, error: () => undefined } }, isKilled: () => left < 0 };
}

/**
 * Binds Durable Objects that behave as in workerd: each call is an invocation of its own, and a killed one does not
 * answer.
 */
function bindObjects({ deployment }: Told, begin: () => Invocation): void {
  const get = () => ({
    async fetch(url: string, init: RequestInit) {
      const { ctx, isKilled } = begin();
      const answer = await handleCheckerRequest(ctx, new Request(url, init));
      if (isKilled()) throw new Error("killed");
      return answer;
    },
  });
  deployment.bindings.CHECKER = { idFromName: (name: string) => name, get } as unknown as DurableObjectNamespace;
}

/**
 * Runs one sender after another until all notices of the page are done, each way in its own invocation, without real
 * waits.
 */
export async function sendKilled(told: Told, { kills, every, calls, limit = {} }: Killing): Promise<Sent> {
  const { deployment } = told;
  const begun: Invocation[] = [];
  const killed = () => begun.filter(({ isKilled }) => isKilled()).length;
  let planned = 0;
  const begin = () => {
    const dies = killed() < kills && begun.length % every === every - 1;
    const alive = (): Invocation => ({ ctx: deployment.ctx(), isKilled: () => false });
    const invocation = dies ? dying(told, calls[planned++ % calls.length] as number) : alive();
    const { meter } = invocation.ctx;
    meter.limit = { ...meter.limit, ...limit };
    begun.push(invocation);
    return invocation;
  };
  bindObjects(told, begin);
  const started = performance.now();
  for (;;) {
    await runSender(begin().ctx).catch(() => undefined);
    await deployment.settled();
    const open = (await noticesOf(told)).filter(({ outcome }) => outcome === null);
    if (open.length === 0) break;
    deployment.clock.now = Math.max(deployment.clock.now, Math.min(...open.map(({ notBefore }) => notBefore)));
  }
  const sum = (what: "written" | "read") => begun.reduce((all, { ctx }) => all + ctx.meter[what], 0);
  return {
    rows: sum("written"),
    read: sum("read"),
    invocations: begun.length,
    killed: killed(),
    seconds: (performance.now() - started) / 1000,
  };
}

/** Prints the result as a row of a section of docs/measurements.md. */
export function printSent(
  section: string,
  sent: Sent,
  { of, missed, extra, bound }: Record<"of" | "missed" | "extra" | "bound", number>,
) {
  const { rows, read, invocations, killed, seconds } = sent;
  const counts = ["subscribers", "kills", "missed", "told twice"];
  const head = [...counts, "rows written", "bound", "rows read", "invocations", "time"];
  const row = [of, killed, missed, extra, rows, `≤ ${bound.toLocaleString("en")}`, read, invocations];
  printTable(section, { head, rows: [[...row, `${seconds.toFixed(0)} s`]] });
}
