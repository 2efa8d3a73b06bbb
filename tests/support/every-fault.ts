import { afterAll, describe, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import { noon, type TestDeployment } from "./database";
import { good } from "./desk";
import { type FaultMode, faulty, triedCases } from "./faults";
import { type KeptWorld, keepWorld } from "./kept-world";
import { printFaults } from "./measured";
import { recordOf } from "./recorder";
import { aPage, arrange, type PageOptions, type TestPage } from "./scenario";

/**
 * One operation under test: the state of its page before, and the operation. It may be repeated, as its sender would.
 */
export interface Flow {
  name: string;
  options: PageOptions;
  arrange(page: TestPage): Promise<void>;
  operate(ctx: Ctx, page: TestPage): Promise<unknown>;
  /** Set when its sender gives it no id: sent again it is another one, and both count. */
  nameless?: true;
}

export interface FaultOutcome {
  /** Binding calls of the operation without a fault. */
  calls: number;
  cases: number;
  differences: { mode: FaultMode; call: number; expected: unknown; found: unknown }[];
}

/** Returns a ctx of a person who may do everything on the page. */
export const asOwner = (ctx: Ctx, page: TestPage): Ctx => ({
  ...ctx,
  actor: { kind: "person", id: "owner", operator: true, sessionId: "s", provenAt: ctx.now() },
  member: { pageId: page.id, role: "owner" },
});

let pages = 0;

/** Removes the page from scheduled work, so that flows do not share a tick. */
async function forget(deployment: TestDeployment, page: TestPage): Promise<void> {
  const tables = ["settle", "snapshot", "maintenance", "maintenance_series", "component", "monitor", "monitor_shard"];
  const statements = [
    ...tables.map((table) => `DELETE FROM ${table} WHERE page_id = ?1`),
    "DELETE FROM page WHERE id = ?1",
  ];
  await runBatch(
    deployment.ctx(),
    statements.map((sql) => ({ sql, params: [page.id] })),
  );
}

interface Arranged {
  deployment: TestDeployment;
  flow: Flow;
  page: TestPage;
  world: KeptWorld;
}

interface Fault {
  mode: FaultMode;
  call: number;
  /** True when it is repeated although it succeeded. */
  again?: boolean;
}

/**
 * Delays settling until all notifications of the operation are sent. Concurrently they would share the room of one
 * invocation, so that their order would change the number of calls.
 */
function tellingFirst(ctx: Ctx) {
  const { promise: told, resolve } = Promise.withResolvers<void>();
  let [isOver, pending, waiting] = [false, 0, 0];
  const look = () => {
    if (isOver && pending === waiting) resolve();
  };
  const answered = {
    // biome-ignore lint/suspicious/noThenProperty: it stands in for a promise, and counts who waits for it.
    then: (settle: () => Promise<void>) => {
      waiting += 1;
      return told.then(settle);
    },
  } as unknown as Promise<void>;
  const defer = (work: Promise<unknown>) => {
    pending += 1;
    ctx.defer(
      work.finally(() => {
        pending -= 1;
        look();
      }),
    );
  };
  return {
    ctx: { ...ctx, answered, defer },
    over() {
      isOver = true;
      look();
    },
  };
}

/** Runs the operation with one fault, repeats it without when it failed, then lets scheduled work repair the rest. */
async function once({ deployment, flow, page, world }: Arranged, { mode, call, again = false }: Fault) {
  await world.restore();
  const binding = faulty(deployment.bindings.DB, call, mode);
  const { ctx, over } = tellingFirst(deployment.ctx(undefined, { database: binding.database }));
  const failed = await flow.operate(ctx, page).then(
    () => again,
    () => true,
  );
  over();
  await deployment.settled();
  await binding.ended();
  const [calls, struck, writes] = [binding.calls(), binding.struck(), binding.writes()];
  if (failed) await flow.operate(deployment.ctx(), page);
  await deployment.settled();
  await binding.retried();
  for (let minute = 0; minute < 3; minute++) {
    deployment.clock.now += 60_000;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
  }
  const record = await recordOf(deployment.ctx(), page.id);
  return { record, calls, writes, struck, failed };
}

/** Returns the result without faults, and when it is done twice. */
async function faultless(arranged: Arranged) {
  const clean = await once(arranged, { mode: "before", call: 0 });
  const twice = arranged.flow.nameless ? await once(arranged, { mode: "before", call: 0, again: true }) : clean;
  return { ...clean, twice: twice.record };
}

async function allFaults(arranged: Arranged): Promise<FaultOutcome> {
  const clean = await faultless(arranged);
  const outcome: FaultOutcome = { calls: clean.calls, cases: 0, differences: [] };
  for (const { mode, call } of triedCases(clean)) {
    const { record, struck, failed } = await once(arranged, { mode, call });
    if (!struck) throw new Error(`${arranged.flow.name}: call ${call} of ${clean.calls} was never made to fail`);
    outcome.cases += 1;
    const expected = failed && mode === "late-retry" ? [clean.record, clean.twice] : [clean.record];
    const same = expected.some((each) => JSON.stringify(record) === JSON.stringify(each));
    if (!same) outcome.differences.push({ mode, call, expected: clean.record, found: record });
  }
  return outcome;
}

/**
 * Runs the operation with its k-th binding call failing, for every k: before, after, given up, and done late. The
 * faultless run has all calls, because runs are equal up to their fault. Each starts from the same rows. Throws when a
 * fault did not occur.
 */
export async function everyFault(deployment: TestDeployment, flow: Flow): Promise<FaultOutcome> {
  deployment.clock.now = noon;
  pages += 1;
  const page = await arrange(deployment, aPage({ ...flow.options, slug: `fault-${pages}` }));
  await flow.arrange(page);
  // With one millisecond for both, the order of two notices would be undefined.
  deployment.clock.now += 1000;
  const world = await keepWorld(deployment);
  try {
    return await allFaults({ deployment, flow, page, world });
  } finally {
    await world.end();
    await forget(deployment, page);
  }
}

/** An action of a person on the page by one commit, based on what they saw. */
export type Act<Seen> = (
  ctx: Ctx,
  given: { pageId: string; commitId: string },
  seen: Seen,
  page: TestPage,
) => Promise<Result<unknown>>;

interface ActingFlow<Seen> {
  name: string;
  act: Act<Seen>;
  arrange: Flow["arrange"];
  /** Reads the state before they act. */
  see(page: TestPage): Promise<Seen>;
  options?: PageOptions;
}

export function actingFlow<Seen>({ name, act, arrange, see, options = {} }: ActingFlow<Seen>): Flow {
  const seen = new Map<string, Seen>();
  return {
    name,
    options,
    arrange: async (page) => {
      await arrange(page);
      seen.set(page.id, await see(page));
    },
    operate: async (ctx, page) => {
      const given = { pageId: page.id, commitId: `${page.slug}-act` };
      await good(act(asOwner(ctx, page), given, seen.get(page.id) as Seen, page));
    },
  };
}

/** Defines a test per flow: with any single fault the result is as without. */
export function testEveryFault(
  what: string,
  deployment: TestDeployment,
  flows: readonly Flow[],
  { leastCalls = 1, leastCases = 1 } = {},
): void {
  let cases = 0;
  afterAll(() => printFaults(what, cases));
  describe(`every single fault of ${what}: nothing lost, nothing doubled`, () => {
    test.each([...flows])("$name", { timeout: 300_000 }, async (each) => {
      resetIsolate();
      const outcome = await everyFault(deployment, each);
      cases += outcome.cases;
      console.log(`${each.name}: k = ${outcome.calls} calls, ${outcome.cases} cases`);
      expect(outcome.calls).toBeGreaterThanOrEqual(leastCalls);
      expect(outcome.cases).toBeGreaterThanOrEqual(leastCases);
      expect(outcome.differences).toEqual([]);
      await deployment.settled();
    });
  });
}
