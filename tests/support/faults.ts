import { personsDeadline, Stalled } from "~/platform/database";
import { isLong } from "./sizes";

/** The late ones are done after their sender gave up: after its next call, after its operation, or after its operation was sent again. */
const lateModes = ["late-call", "late-end", "late-retry"] as const;

export const faultModes = ["before", "after", "stall", ...lateModes] as const;

export type FaultMode = (typeof faultModes)[number];

const isLate = (mode: FaultMode) => (lateModes as readonly FaultMode[]).includes(mode);

/** Of work in which nothing fails: how many calls it makes, and the numbers of those that write. */
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
 * Every call that fails, in every way. What only reads leaves nothing behind: that its answer is lost `after` is the
 * same as `before`, and nobody hears of what it reads late.
 */
export function faultCases({ calls, writes }: Calls): FaultCase[] {
  const all = Array.from({ length: calls }, (_, index) => index + 1);
  const struckIn = (mode: FaultMode) => (mode === "before" || mode === "stall" ? all : writes);
  return faultModes.flatMap((mode) => struckIn(mode).map((call) => ({ mode, call })));
}

/**
 * All of them with `--long`. Else each call fails, in turn: what only reads is lost or given up; what writes is lost before
 * it is done, loses its answer or is given up once it is done, and is late in one of the ways.
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

/** A database that answers nothing until midnight, as D1 has said it on the free plan since 2026-09-01. */
export const spent = refusing(
  "D1_ERROR: Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
);

/** On one machine, as workerd says it: even what only reads begins a transaction. */
export const diskFull = refusing("D1_ERROR: database or disk is full: SQLITE_FULL");

export interface FaultyDatabase {
  database: D1Database;
  /** How many calls the binding has had. */
  calls(): number;
  /** The numbers of those that change something: one that only reads is never late, as nobody hears its answer. */
  writes(): readonly number[];
  /** True when the fault came to pass. */
  struck(): boolean;
  /** The operation is over, well or not: what `late-end` holds back is done now. */
  ended(): Promise<void>;
  /** It was sent again where it had failed: what `late-retry` holds back is done now. */
  retried(): Promise<void>;
}

type Batch = () => Promise<unknown>;

/** What a sender gave up waiting for, and the database does all the same; what it says to it nobody hears. */
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
 * The real database with one call that fails: `before` it is done, `after` it was committed (the answer is lost), it is
 * done and given up at its deadline (nobody waits for that here), or it is done late. Under `late-retry` nothing else reaches the database either, so that the
 * operation fails and is sent again. `failing` is the number of the call (from 1); 0 = none; Infinity = all.
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
      throw new Stalled(personsDeadline);
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

/** The operation, well at its first try; only under `late-retry`, which lets nothing through, is it sent again. */
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
