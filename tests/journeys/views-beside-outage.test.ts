import { afterAll, beforeAll, expect, test } from "vitest";
import { printTable } from "../support/measured";
import { type Views, viewSteadily } from "../support/steady-views";
import { blow, p99, toAlertmanager } from "../support/storm";
import { startWatchedMachine, type WatchedMachine } from "../support/watched-machine";

/**
 * Views beside the worst minutes of one machine: 600 monitors that all go down, then a storm of alerts
 * (`npm test -- --long views-beside-outage`, with its figures in docs/measurements.md). Without it a few seconds, which hold
 * what does not depend on the machine: every view is answered. How long nothing can come between is tests/load/stretches'.
 */
const isLong = process.env.UPFRONT_LONG === "1";
const size = isLong ? { pages: 6, monitors: 100 } : { pages: 1, monitors: 20 };
/** Short of a minute, so that the next one begins with its tick as well. */
const seconds = isLong ? 55 : 3;
const bounds = { p99: 250, slowest: 1000, times: 3 };

let machine: WatchedMachine;
beforeAll(async () => {
  machine = await startWatchedMachine(size);
}, 300_000);
afterAll(() => machine?.stop());

/** A minute of the clock with its tick at the beginning. */
async function aMinute(): Promise<Views> {
  if (isLong) await new Promise((done) => setTimeout(done, 60_000 - (Date.now() % 60_000)));
  const urls = machine.slugs.map((slug) => `${machine.server.url}/${slug}`);
  return viewSteadily(urls, seconds);
}

const figuresOf = ({ times }: Views) => ({
  views: times.length,
  p99: Math.round(p99(times)),
  slowest: Math.round(times.at(-1) ?? 0),
});

function printMinutes(minutes: Record<string, Views | undefined>): void {
  const rows = Object.entries(minutes).flatMap(([name, taken], index) => {
    if (!taken) return [];
    const { views, p99: percentile, slowest } = figuresOf(taken);
    const bound = index === 0 ? "" : `≤ ${bounds.p99}; ${bounds.slowest} ms`;
    return [[name, views, `${percentile} ms`, `${slowest} ms`, bound]];
  });
  printTable("views-beside-outage", { head: ["the minute", "views", "p99", "slowest", "bound"], rows });
}

function holds(calm: Views, worse: Views): void {
  expect(worse.failed).toBe(0);
  if (!isLong) return;
  const [before, found] = [figuresOf(calm), figuresOf(worse)];
  expect(found.p99).toBeLessThanOrEqual(bounds.p99);
  expect(found.slowest).toBeLessThanOrEqual(bounds.slowest);
  expect(found.p99).toBeLessThanOrEqual(bounds.times * Math.max(30, before.p99));
}

/** Bodies of twenty alerts with keys of their own. */
const bodies = Array.from({ length: isLong ? 600 : 5 }, (_, body) =>
  Array.from({ length: 20 }, (_k, key) => `storm-${body}-${key}`),
);

test("views beside a mass outage, and beside a storm, wait no longer than a second", { timeout: 900_000 }, async () => {
  const calm = await aMinute();
  machine.fail(size.pages * size.monitors);
  // The second failure in a row is confirmed: what follows from it is in the second minute.
  const outage = [await aMinute(), await aMinute()];
  const { server, ingest } = machine;
  const [storm, blown] = await Promise.all([
    aMinute(),
    blow({ server, postingOf: toAlertmanager({ ingest }), deliveries: bodies, lanes: 10 }),
  ]);
  printMinutes({
    "without an outage": calm,
    "all monitors fail for the first time": outage[0],
    "all are confirmed, an incident is published for each component": outage[1],
    "a storm of alerts": storm,
  });
  expect(blown.others).toEqual({});
  expect(calm.failed).toBe(0);
  for (const each of [...outage, storm]) holds(calm, each);
});
