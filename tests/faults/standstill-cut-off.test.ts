import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { resetIsolate } from "~/platform/isolate";
import { faulty } from "../support/faults";
import { isLong } from "../support/sizes";
import { hour, minute, openStopped, type Stopped, statusOf, type Watcher, writtenOf } from "../support/stopped";
import { timelineFaults } from "../support/timeline";

const watchers: Watcher[] = ["source", "monitor", "heartbeat", "hand", "promise"];

let stopped: Stopped;
beforeEach(async () => {
  stopped = await openStopped({ start: Date.UTC(2026, 10, 20, 10, 0) });
  await stopped.minutes(21);
});
afterEach(() => stopped.close());

const calls = Array.from({ length: 18 }, (_, index) => index + 1);
const ends = ["never comes", "comes through"] as const;
const cases = calls.flatMap((call) => ends.map((end) => ({ call, end })));
const tried = cases.filter(({ call, end }) => isLong || ends[call % 2] === end);

/** The isolate dies with that call: nothing of it reaches the database any more. */
async function diesAt(call: number, end: (typeof ends)[number]): Promise<void> {
  const binding = faulty(stopped.deployment.bindings.DB, call, "late-retry");
  const ctx = stopped.deployment.ctx(undefined, { database: binding.database });
  resetIsolate();
  await handleCronTick(ctx, stopped.deployment.clock.now).catch(() => undefined);
  await stopped.deployment.settled();
  expect(binding.struck()).toBe(true);
  if (end === "comes through") await binding.retried();
}

test.each(tried)(
  "the tick that ends a standstill dies at call $call, which $end: it is one row all the same",
  async ({ call, end }) => {
    const before = await writtenOf(stopped);
    stopped.off(6 * hour);
    await diesAt(call, end);
    stopped.off(minute);
    await stopped.minutes(4);
    const after = await writtenOf(stopped);
    const rows = after.rows.slice(before.rows.length);
    expect([after.standstills.length, rows, after.incidents, after.alerts]).toEqual([1, [], [], []]);
    expect(after.notices.map(({ kind }) => kind)).toEqual(["checks_stopped"]);
    const shown = await Promise.all(watchers.map((each) => statusOf(stopped, each)));
    expect(shown).toEqual(watchers.map(() => "operational"));
    expect(await timelineFaults(stopped.deployment, stopped.page.id)).toEqual([]);
  },
);
