import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { runSender } from "~/notifications/engine/wake";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import { OverBudgetError } from "~/platform/meter";
import { DatabaseAwayError, LostRaceError } from "~/platform/trouble";
import { type Call, type Observed, observed } from "./observed-database";
import { troublesOf } from "./page-truth";
import type { Operation, Said } from "./pair-operations";
import { alone, night, type Stage } from "./pair-stage";
import { recordOf } from "./recorder";
import { type KeptState, keepState } from "./restored";
import { skewedCtx } from "./skewed";
import { waitingUnits } from "./waiting-units";

/** Tables on which no decision depends: they only keep records, or are always empty. */
const undecided = new Set(["audit_entry", "guard", "deployment", "ping_body", "monitor_hour", "monitor_year"]);

/** A pair of operations; one is held before this call, the first that writes after its reads. */
export interface Pair {
  held: Operation;
  /** Number of the call that waits. */
  call: number;
  other: Operation;
}

interface Profile {
  operation: Operation;
  calls: readonly Call[];
}

export interface Outcome {
  said: Said[];
  record: Record<string, unknown>;
  troubles: string[];
}

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].filter((name) => other.has(name));

/**
 * Returns the tables that an operation's decision depends on or changes; every change asks for a publish, which only
 * publishing compares.
 */
const decided = (names: Iterable<string>, { name }: Operation) =>
  new Set([...names].filter((each) => !undecided.has(each) && (each !== "snapshot" || name === "publish")));

function saidOf(value: unknown): Said {
  const result = value as { ok?: boolean; failure?: { name: string } } | undefined;
  if (result?.ok !== false) return "ok";
  return result.failure?.name === "overloaded" ? "away" : "refused";
}

/**
 * An automatic operation whose invocation is full stops and continues in the next minute. For a person that would be an
 * error.
 */
const saidByThrowing = (error: unknown, { engine }: Operation): Said =>
  error instanceof DatabaseAwayError || error instanceof LostRaceError || (engine && error instanceof OverBudgetError)
    ? "away"
    : "thrown";

/** Restores the stage for each pair, and returns the outcomes of two operations on it. */
export async function openPairs(stage: Stage) {
  const { deployment, page } = stage;
  const real = deployment.bindings.DB;
  const state: KeptState = await keepState(real);
  const known = new Set(state.names);
  const touched = new Set<string>();
  const refusals = new Map<string, string>();
  const watch = (before?: (call: Call) => Promise<void>): Observed =>
    observed(real, {
      known,
      async before(call) {
        for (const name of call.writes) touched.add(name);
        await before?.(call);
      },
    });
  deployment.bindings.DB = watch().database;

  const ctx = (of?: Observed): Ctx => deployment.ctx({ kind: "machine", id: "pair" }, of && { database: of.database });
  const act = async (operation: Operation, given: Ctx, errors: string[]): Promise<Said> => {
    const after: Promise<unknown>[] = [];
    const own = { ...given, defer: (work: Promise<unknown>) => void after.push(work.catch(() => undefined)) };
    try {
      const value = await operation.act(own, stage);
      while (after.length > 0) await after.shift();
      const said = saidOf(value);
      if (said === "refused") refusals.set(operation.name, JSON.stringify((value as { failure: unknown }).failure));
      return said;
    } catch (error) {
      const said = saidByThrowing(error, operation);
      if (said === "thrown") errors.push(`${operation.name} threw ${(error as Error).message}`);
      return said;
    }
  };
  const begin = async (...given: Operation[]) => {
    await deployment.settled();
    await state.restore(touched);
    touched.clear();
    resetIsolate();
    deployment.clock.now = night;
    for (const operation of new Set(given)) {
      const statements = (await operation.before?.(stage)) ?? [];
      if (statements.length > 0) await runBatch(ctx(), statements);
    }
  };
  /** Repeats the operations whose answer asked for a retry; then lets minutes pass. */
  const end = async (tried: [Operation, Said][], errors: string[]): Promise<Outcome> => {
    const said: Said[] = [];
    for (const [operation, first] of tried) {
      deployment.clock.now += 1000;
      said.push(first === "away" ? await act(operation, ctx(), errors) : first);
    }
    for (let passed = 0; passed < 4; passed++) {
      deployment.clock.now += 60_000;
      await handleCronTick(alone(ctx()), deployment.clock.now);
      await runSender(ctx());
      await deployment.settled();
    }
    const units = await waitingUnits(real, deployment.clock.now);
    const stuck = units.filter(({ since }) => since !== null && deployment.clock.now - since > 120_000);
    const record = await recordOf(ctx(), page.id);
    const troubles = await troublesOf(ctx(), real, page.id);
    return { said, record, troubles: [...errors, ...troubles, ...stuck.map(({ key }) => `stuck: ${key}`)] };
  };

  return {
    /** Returns the tables that an operation reads and writes, on the restored stage. */
    async profile(operation: Operation): Promise<Profile> {
      await begin(operation);
      const seen = watch();
      const errors: string[] = [];
      const said = await act(operation, ctx(seen), errors);
      if (said !== "ok")
        throw new Error(
          `${operation.name} was ${said} by itself: ${refusals.get(operation.name) ?? errors.join(", ")}`,
        );
      return { operation, calls: seen.calls };
    },
    /** Runs both one after the other. */
    async serial(one: Operation, other: Operation): Promise<Outcome> {
      await begin(one, other);
      const errors: string[] = [];
      const first = await act(one, ctx(), errors);
      deployment.clock.now += 1000;
      const second = await act(other, ctx(), errors);
      return end(
        [
          [one, first],
          [other, second],
        ],
        errors,
      );
    },
    /**
     * Starts one, holds it before that call until the other is done, and lets it continue; null when it never made that
     * call.
     */
    async held({ held, call, other }: Pair): Promise<Outcome | null> {
      await begin(held, other);
      const errors: string[] = [];
      let second: Said | null = null;
      const binding = watch(async ({ number }) => {
        if (number !== call || second !== null) return;
        deployment.clock.now += 1000;
        second = await act(other, ctx(), errors);
        deployment.clock.now += 1000;
      });
      const first = await act(held, ctx(binding), errors);
      return second === null
        ? null
        : end(
            [
              [held, first],
              [other, second],
            ],
            errors,
          );
    },
    /**
     * Runs it in an isolate whose clock is wrong by so much from one of its calls on; null when it made fewer calls.
     */
    async skewed(operation: Operation, skew: { by: number; from: number }): Promise<Outcome | null> {
      await begin(operation);
      const errors: string[] = [];
      const seen = watch();
      const said = await act(operation, skewedCtx(deployment, seen, skew), errors);
      return seen.calls.length < skew.from ? null : end([[operation, said]], errors);
    },
    async close() {
      deployment.bindings.DB = real;
      await state.drop();
    },
  };
}

/**
 * Returns the calls before which an operation may be held: they write after something that a decision depends on was
 * read.
 */
function holdsOf({ operation, calls }: Profile): { call: Call; known: Set<string> }[] {
  const known = new Set<string>();
  const found: { call: Call; known: Set<string> }[] = [];
  for (const call of calls) {
    const writes = decided(call.writes, operation);
    if (writes.size > 0 && known.size > 0) found.push({ call, known: new Set([...known, ...writes]) });
    for (const name of decided(call.reads, operation)) known.add(name);
  }
  return found;
}

/** Tables that all operations change or read: sharing only these makes no two operations rivals. */
const common = new Set(["settle", "page"]);

/** Returns the call that writes most of the decided tables, which is its commit. */
const commitOf = (profile: Profile): number => {
  const holds = holdsOf(profile).map(({ call }) => call);
  const size = ({ writes }: Call) => decided(writes, profile.operation).size;
  return holds.sort((one, other) => size(other) - size(one))[0]?.number ?? 0;
};

interface Candidate {
  pair: Pair;
  atCommit: boolean;
  shared: number;
  rivals: number;
}

const closestFirst = (one: Candidate, other: Candidate) =>
  Number(other.atCommit) - Number(one.atCommit) || other.rivals - one.rivals;

function candidatesOf(profile: Profile, profiles: readonly Profile[]): Candidate[] {
  const held = profile.operation;
  return holdsOf(profile).flatMap(({ call, known }) =>
    profiles.map(({ operation: other, calls }) => {
      const writes = decided(new Set(calls.flatMap((each) => [...each.writes])), held);
      const shared = overlap(writes, known);
      const rivals = shared.filter((name) => !common.has(name)).length;
      const atCommit = call.number === commitOf(profile);
      return { pair: { held, call: call.number, other }, atCommit, shared: shared.length, rivals };
    }),
  );
}

/**
 * Returns every operation held, with every other that writes what it had read or is about to write: each at its commit
 * with the one that shares most first, then each with its next, so that the first hundred cover all operations.
 */
export function pairsOf(profiles: readonly Profile[]): Pair[] {
  const ofEach = profiles.map((profile) =>
    candidatesOf(profile, profiles)
      .filter(({ shared }) => shared > 0)
      .sort(closestFirst),
  );
  const ranks = Math.max(...ofEach.map((candidates) => candidates.length));
  const inTurn = Array.from({ length: ranks }, (_, rank) => ofEach.flatMap((candidates) => candidates[rank] ?? []));
  return inTurn.flat().map(({ pair }) => pair);
}
