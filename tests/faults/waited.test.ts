import { expect, test } from "vitest";
import { withDatabaseTimeout } from "~/platform/database";
import { countWaiting } from "../support/waited";

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

function standStill(milliseconds: number): void {
  for (const from = performance.now(); performance.now() - from < milliseconds; );
}

test("what was given up is not waited for, though the machine stands still until both are over", async () => {
  const timers = countWaiting();
  timers.hasten(100, 8000);
  const giveUp = async () => {
    const work = withDatabaseTimeout(sleep(10_000), 8000).catch(() => "late");
    standStill(150);
    const word = await withDatabaseTimeout(work, 2500).catch(() => "gave up");
    for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
    return word;
  };
  expect(await timers.waitedBy(giveUp).finally(timers.stop)).toEqual({ value: "gave up", waited: 2500 });
});

test("one after the other they add up, sooner than they say, and one that was taken back never runs", async () => {
  const timers = countWaiting();
  timers.hasten(100, 8000);
  const ran: string[] = [];
  const both = async () => {
    const taken = setTimeout(() => ran.push("taken back"), 2000);
    await sleep(1000);
    clearTimeout(taken);
    await sleep(3000);
  };
  const began = performance.now();
  const { waited } = await timers.waitedBy(both).finally(timers.stop);
  expect([ran, waited, performance.now() - began < 3000]).toEqual([[], 4000, true]);
});
