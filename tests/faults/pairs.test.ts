import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { operations } from "../support/pair-operations";
import { openStage } from "../support/pair-stage";
import { type Outcome, openPairs, type Pair, pairsOf } from "../support/pairs";

/** Two at once on one page: whoever is held between its read and its write, it comes out as if one had followed the other. */
let deployment: TestDeployment;
let stage: Awaited<ReturnType<typeof openPairs>>;
let pairs: Pair[] = [];
/** All of them with `--long`; else so many, those held at their commit and sharing the most tables first. */
const most = Number(process.env.UPFRONT_PAIRS ?? (process.env.UPFRONT_LONG === "1" ? 10_000 : 200));
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0", UPFRONT_PLAN: "own" });
  stage = await openPairs(await openStage(deployment));
});
afterAll(async () => {
  await stage?.close();
  await deployment.close();
});

test("every operation shares a table with another", async () => {
  const profiles = [];
  for (const operation of operations) profiles.push(await stage.profile(operation));
  pairs = pairsOf(profiles);
  console.log(`${operations.length} operations, ${pairs.length} pairs`);
  const alone = operations.filter((each) => !pairs.some(({ held, other }) => held === each || other === each));
  expect(alone.map(({ name }) => name)).toEqual([]);
});

/** In which of what is compared two outcomes differ, as each has it. */
function differing(found: Outcome, expected: Outcome): string[] {
  return Object.keys(expected.record).flatMap((key) => {
    const [has, should] = [found, expected].map(({ record }) => JSON.stringify(record[key]));
    return has === should ? [] : [`${key}: ${has} instead of ${should}`];
  });
}

test("each pair comes out as if one had followed the other, and nothing untrue is left", {
  timeout: 600_000,
}, async () => {
  const begun = performance.now();
  const orders = new Map<string, Outcome>();
  const serial = async (one: Pair["held"], other: Pair["held"]) => {
    const key = `${one.name} / ${other.name}`;
    const found = orders.get(key) ?? (await stage.serial(one, other));
    orders.set(key, found);
    return found;
  };
  const wrong: string[] = [];
  let cases = 0;
  for (const pair of pairs.slice(0, most)) {
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
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${cases} pairs in ${seconds} s, ${orders.size} orders, ${wrong.length} troubles`);
  expect(wrong).toEqual([]);
});
