import type { Ctx } from "~/platform/ctx";
import type { TestDeployment } from "./database";

/** Returns the CPU time of this thread, in ms; other programs are not included. */
function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Work done between two points at which others have their turn. */
export interface Stretch {
  /** The end of it: a statement, or a pause of the work. */
  until: string;
  /** CPU time in ms. */
  cpu: number;
}

/** Returns a context that measures each uninterruptible stretch, which ends where the work waits or gives way. */
export function measuredCtx(deployment: TestDeployment): { ctx: Ctx; stretches: Stretch[] } {
  const stretches: Stretch[] = [];
  const { DB } = deployment.bindings;
  let since = cpuNow();
  const waiting = async <T>(until: string, wait: () => Promise<T>): Promise<T> => {
    stretches.push({ until, cpu: cpuNow() - since });
    try {
      return await wait();
    } finally {
      since = cpuNow();
    }
  };
  const textOf = ([first]: D1PreparedStatement[]) =>
    (first as unknown as { sql: string }).sql.replaceAll(/\s+/g, " ").slice(0, 60);
  const database = {
    prepare: (sql: string) => DB.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => waiting(textOf(statements), () => DB.batch(statements)),
  } as unknown as D1Database;
  const ctx = deployment.ctx(undefined, { database });
  const sleep = (milliseconds: number) => waiting("it gave way", () => ctx.sleep(milliseconds));
  return { ctx: { ...ctx, sleep }, stretches };
}
