import { DatabaseTimeoutError, personDatabaseTimeoutMs } from "~/platform/database";
import { isLong } from "./sizes";

/**
 * Late modes execute a call after its sender gave up: after its next call, after its operation, or after the operation
 * was sent again.
 */
const lateModes = ["late-call", "late-end", "late-retry"] as const;

export const faultModes = ["before", "after", "stall", ...lateModes] as const;

export type FaultMode = (typeof faultModes)[number];

const isLate = (mode: FaultMode) => (lateModes as readonly FaultMode[]).includes(mode);

/** Calls of work without faults: their number, and the numbers of those that write. */
export interface Calls {
  calls: number;
  writes: readonly number[];
}

export interface FaultCase {
  mode: FaultMode;
  /** Its number, from 1. */
  call: number;
}

/**
 * Returns every call that fails, in every way. A call that only reads has no effect: a lost answer (`after`) is the
 * same as `before`, and a late read has no consequence.
 */
export function faultCases({ calls, writes }: Calls): FaultCase[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1);
  const struckIn = (mode: FaultMode) => (mode === "before" || mode === "stall" ? all : writes);
  return faultModes.flatMap((mode) => struckIn(mode).map((call) => ({ mode, call })));
}

/**
 * Returns all cases with `--long`. Otherwise each call fails in some way: one that only reads is lost or given up; one
 * that writes is lost before it is done, loses its answer or is given up once it is done, and is late in one of the
 * ways.
 */
export function triedCases(clean: Calls): FaultCase[] {
  const isTried = ({ mode, call }: FaultCase): boolean => {
    if (isLate(mode)) return lateModes[call % lateModes.length] === mode;
    const inTurn = call % 2 === 0 ? "stall" : clean.writes.includes(call) ? "after" : "before";
    return mode === inTurn || (mode === "before" && clean.writes.includes(call));
  };
  return faultCases(clean).filter((each) => isLong || isTried(each));
}

const refusing =
  (message: string) =>
  (database: D1Database): D1Database =>
    ({
      prepare: (query: string) => database.prepare(query),
      batch: () => Promise.reject(new Error(message)),
    }) as unknown as D1Database;

/** A database that refuses everything until midnight, with the message of D1 on the free plan since 2026-09-01. */
export const spent = refusing(
  "D1_ERROR: Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
);

/** A full disk on one machine, with workerd's message: even reads start a transaction. */
export const diskFull = refusing("D1_ERROR: database or disk is full: SQLITE_FULL");

export interface FaultyDatabase {
  database: D1Database;
  /** Returns the number of calls to the binding. */
  calls(): number;
  /** Returns the numbers of those that write: a read is never late, because its answer has no reader. */
  writes(): readonly number[];
  /** Returns true when the fault occurred. */
  struck(): boolean;
  /** Ends the operation, failed or not: what `late-end` holds back is executed now. */
  ended(): Promise<void>;
  /** Notes that it was sent again after it failed: what `late-retry` holds back is executed now. */
  retried(): Promise<void>;
}

type Batch = () => Promise<unknown>;

/** Holds calls whose sender gave up; the database executes them later, and their answers are dropped. */
function holdBack() {
  const held: Batch[] = [];
  return {
    add: (batch: Batch) => void held.push(batch),
    async land() {
      for (const batch of held.splice(0)) await batch().catch(() => undefined);
    },
  };
}

/** Prepared statements of tests/support/remote-database carry their text. */
export const sqlOf = (statement: D1PreparedStatement) => (statement as unknown as { sql: string }).sql;

export const isWrite = (statements: readonly D1PreparedStatement[]) =>
  statements.some((each) => !/^\s*select\b/i.test(sqlOf(each)));

const lost = () => new Error("D1_ERROR: Network connection lost.");
const timedOut = () => new Error("D1_ERROR: D1 DB operation timed out.");

/**
 * Wraps the real database so that one call fails: `before` it is executed, `after` its commit (the answer is lost),
 * given up at its deadline (without waiting for it), or executed late. Under `late-retry` no other call gets through
 * either, so that the operation is sent again. `failing` is the call's number (from 1); 0 = none; Infinity = all.
 */
export function faulty(database: D1Database, failing: number, mode: FaultMode): FaultyDatabase {
  const all = failing === Number.POSITIVE_INFINITY;
  const held = holdBack();
  const writes: number[] = [];
  let calls = 0;
  let struck = false;
  const fail = async (run: Batch) => {
    if (mode === "before") throw lost();
    if (isLate(mode)) {
      held.add(run);
      throw timedOut();
    }
    if (mode === "stall") {
      if (all) return new Promise(() => undefined);
      await run();
      throw new DatabaseTimeoutError(personDatabaseTimeoutMs);
    }
    await run();
    throw lost();
  };
  const batch = async (statements: D1PreparedStatement[]) => {
    calls += 1;
    if (isWrite(statements)) writes.push(calls);
    const run = () => database.batch(statements);
    if (calls === failing || all) {
      struck = true;
      return fail(run);
    }
    if (struck && mode === "late-retry") throw lost();
    const answer = await run();
    if (mode === "late-call") await held.land();
    return answer;
  };
  const wrapped = { prepare: (query: string) => database.prepare(query), batch } as unknown as D1Database;
  return {
    database: wrapped,
    calls: () => calls,
    writes: () => writes,
    struck: () => struck,
    ended: () => (mode === "late-retry" ? Promise.resolve() : held.land()),
    retried: () => held.land(),
  };
}

interface Sending<T> {
  mode: FaultMode;
  operate(): Promise<T>;
  again(): Promise<T>;
}

/**
 * Runs the operation, which must succeed at its first attempt; only under `late-retry`, which blocks all calls, is it
 * sent again.
 */
export async function wellAtOnce<T extends { ok: boolean }>(
  binding: FaultyDatabase,
  { mode, operate, again }: Sending<T>,
): Promise<T> {
  if (mode !== "late-retry") {
    const done = await operate();
    await binding.ended();
    return done;
  }
  const done = await operate().catch(() => null);
  return done?.ok ? done : again();
}
