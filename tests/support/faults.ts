export type FaultMode = "before" | "after" | "stall";

export const faultModes: readonly FaultMode[] = ["before", "after", "stall"];

/** As D1 has said it on the free plan since 2026-09-01. */
const spentMessage =
  "D1_ERROR: Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.";

/** A database that answers nothing until midnight. */
export const spent = (database: D1Database): D1Database =>
  ({
    prepare: (query: string) => database.prepare(query),
    batch: () => Promise.reject(new Error(spentMessage)),
  }) as unknown as D1Database;

export interface FaultyDatabase {
  database: D1Database;
  /** How many calls the binding has had. */
  calls(): number;
  /** True when the fault came to pass. */
  struck(): boolean;
}

/**
 * The real database with one call that fails: `before` it is done, `after` it was committed (the answer is lost), or
 * it is done and never answers. `failing` is the number of the call (from 1); 0 = none; Infinity = all.
 */
export function faulty(database: D1Database, failing: number, mode: FaultMode): FaultyDatabase {
  let calls = 0;
  let struck = false;
  const lost = () => new Error("D1_ERROR: Network connection lost.");
  const batch = async (statements: D1PreparedStatement[]) => {
    calls += 1;
    if (calls !== failing && failing !== Number.POSITIVE_INFINITY) return database.batch(statements);
    struck = true;
    if (mode === "before") throw lost();
    if (mode === "stall") {
      if (failing !== Number.POSITIVE_INFINITY) await database.batch(statements);
      return new Promise(() => undefined);
    }
    await database.batch(statements);
    throw lost();
  };
  const wrapped = { prepare: (query: string) => database.prepare(query), batch } as unknown as D1Database;
  return { database: wrapped, calls: () => calls, struck: () => struck };
}
