import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "./database";
import { printTable } from "./measured";
import { operations } from "./pair-operations";
import { openStage } from "./pair-stage";
import { type Outcome, openPairs, type Pair, pairsOf } from "./pairs";
import { sizedBy } from "./sizes";

type Stage = Awaited<ReturnType<typeof openPairs>>;

/**
 * With `--long` all pairs; otherwise so many: each operation held at its commit, with those that share the most tables.
 */
const most = sizedBy("UPFRONT_PAIRS", 100, 10_000);
/**
 * Number of test files, each with its own process and database: as many as the smallest supported machine has cores.
 */
const parts = 2;

/** Keeps pairs of the same two operations together, because they are compared with the same two orders. */
function partOf(pairs: readonly Pair[], part: number): Pair[] {
  const numbers = new Map<string, number>();
  return pairs.filter(({ held, other }) => {
    const both = [held.name, other.name].sort().join(" / ");
    const number = numbers.get(both) ?? numbers.size;
    numbers.set(both, number);
    return number % parts === part;
  });
}

/** Returns the compared parts in which two outcomes differ, with both values. */
function differing(found: Outcome, expected: Outcome): string[] {
  return Object.keys(expected.record).flatMap((key) => {
    const [has, should] = [found, expected].map(({ record }) => JSON.stringify(record[key]));
    return has === should ? [] : [`${key}: ${has} instead of ${should}`];
  });
}

/** Runs each pair, and both serial orders unless they are known already; returns errors in words. */
async function runPairs(stage: Stage, pairs: readonly Pair[]) {
  const orders = new Map<string, Outcome>();
  const serial = async (one: Pair["held"], other: Pair["held"]) => {
    const key = `${one.name} / ${other.name}`;
    const found = orders.get(key) ?? (await stage.serial(one, other));
    orders.set(key, found);
    return found;
  };
  const wrong: string[] = [];
  let cases = 0;
  for (const pair of pairs) {
    const found = await stage.held(pair);
    if (!found) continue;
    cases += 1;
    const name = `${pair.held.name} (call ${pair.call}) while ${pair.other.name}`;
    for (const trouble of found.troubles) wrong.push(`${name}: ${trouble}`);
    const after = differing(found, await serial(pair.other, pair.held));
    if (after.length === 0) continue;
    const before = differing(found, await serial(pair.held, pair.other));
    if (before.length > 0) wrong.push(`${name}: ${(before.length < after.length ? before : after).join("; ")}`);
  }
  return { cases, orders: orders.size, wrong };
}

/** Defines the tests of one part of the pairs; the parts together cover all. */
export function testPairs(part: number): void {
  let deployment: TestDeployment;
  let stage: Stage;
  let pairs: Pair[] = [];
  beforeAll(async () => {
    deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0", UPFRONT_PLAN: "own" });
    stage = await openPairs(await openStage(deployment));
    const profiles = [];
    for (const operation of operations) profiles.push(await stage.profile(operation));
    pairs = pairsOf(profiles);
    console.log(`${operations.length} operations, ${pairs.length} pairs`);
  });
  afterAll(async () => {
    await stage?.close();
    await deployment.close();
  });

  test("every operation shares a table with another", () => {
    const alone = operations.filter((each) => !pairs.some(({ held, other }) => held === each || other === each));
    expect(alone.map(({ name }) => name)).toEqual([]);
  });

  test("each pair comes out as if one had followed the other, and nothing untrue is left", {
    timeout: 600_000,
  }, async () => {
    const begun = performance.now();
    const { cases, orders, wrong } = await runPairs(stage, partOf(pairs.slice(0, most), part));
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const head = ["part", "pairs tried", "of", "orders", "troubles", "time"];
    printTable("pairs", {
      head,
      rows: [[part + 1, cases, pairs.length, orders, wrong.length, `${seconds} s`]],
    });
    expect(cases).toBeGreaterThanOrEqual(Math.min(most, pairs.length) / parts / 2);
    expect(wrong).toEqual([]);
  });
}
