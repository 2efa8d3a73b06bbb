import { afterAll, beforeAll, expect, test } from "vitest";
import { type CollectedGarbage, startCollecting } from "../support/collected-garbage";
import { printTable } from "../support/measured";
import { growthOf, residentOf, type Sample } from "../support/memory-growth";
import { runtimeOf } from "../support/processes";
import { startWatchedMachine, type WatchedMachine } from "../support/watched-machine";

/**
 * One machine at work, whose garbage is collected each minute, as V8 leaves it lying while memory is plenty: what grows is
 * what lives. 600 checks a minute, an incident every ten minutes that 2,000 subscribers are told of, and views.
 * `npm test -- --long soak` takes 45 minutes, UPFRONT_SOAK_MINUTES=120 two hours; without `--long` it is half a minute.
 */
const isLong = process.env.UPFRONT_LONG === "1";
const minutes = Number(process.env.UPFRONT_SOAK_MINUTES ?? (isLong ? 45 : 0.5));
const size = isLong ? { pages: 6, monitors: 100, subscribers: 2000 } : { pages: 1, monitors: 20, subscribers: 20 };
/** Until then caches fill, code is compiled and the heaps find their size. */
const warm = 10;
/** MB a minute of either process: it takes a day to fill a gigabyte, and the nightly job of two hours sees 80 MB. */
const mostGrowth = 0.7;
const perSecond = 20;
const minute = 60_000;

let machine: WatchedMachine;
let garbage: CollectedGarbage;
beforeAll(async () => {
  garbage = await startCollecting();
  machine = await startWatchedMachine(size, garbage.env);
}, 300_000);
afterAll(() => machine?.stop());

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, Math.max(0, milliseconds)));

/** What readers of a page ask for; most of them the page. */
const paths = ["", "", "", "", "", "", "/history", "/feed.atom", "/api/v2/summary.json", "/api/v2/incidents.json"];

interface Seen {
  views: number;
  /** Answers other than 200, by status; 0 = none came. */
  failed: Record<number, number>;
  /** Isolates that collected their garbage, each minute. */
  collected: number[];
  samples: Record<"door" | "runtime", Sample[]>;
}

async function view(at: number, seen: Seen): Promise<void> {
  const slug = machine.slugs[at % machine.slugs.length];
  const path = `/${slug}${paths[Math.floor(at / machine.slugs.length) % paths.length]}`;
  const answer = await fetch(`${machine.server.url}${path}`).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  seen.views += 1;
  const status = answer?.status ?? 0;
  if (status !== 200) seen.failed[status] = (seen.failed[status] ?? 0) + 1;
}

/** The first monitors fail from the fourth to the seventh minute of every ten. */
const isFailing = (passed: number) => passed % 10 >= 3 && passed % 10 < 6;

async function soak(): Promise<Seen> {
  const seen: Seen = { views: 0, failed: {}, collected: [], samples: { door: [], runtime: [] } };
  const pids = { door: machine.server.pid, runtime: runtimeOf(machine.server.pid) };
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  for (let at = 0; at < minutes * 60 * perSecond; at++) {
    await wait(begun + (at * 1000) / perSecond - performance.now());
    const viewed = view(at, seen).finally(() => open.delete(viewed));
    open.add(viewed);
    if (at % (10 * perSecond) !== 0) continue;
    const passed = (performance.now() - begun) / minute;
    machine.fail(isFailing(passed) ? 5 : 0);
    if (at % (60 * perSecond) === 0) {
      const collected = garbage.collect().then((isolates) => seen.collected.push(isolates));
      const ended = collected.then(() => undefined).finally(() => open.delete(ended));
      open.add(ended);
    }
    for (const name of ["door", "runtime"] as const)
      seen.samples[name].push({ minute: passed, megabytes: residentOf(pids[name]) });
    if (seen.samples.runtime.at(-1)?.megabytes === 0) throw new Error(`It ended:\n${machine.server.output()}`);
  }
  await Promise.all(open);
  return seen;
}

const lasting = (minutes + 10) * minute;

test("the memory of both processes stays as it is after ten minutes of work", { timeout: lasting }, async () => {
  const { views, failed, collected, samples } = await soak();
  const growth = { door: growthOf(samples.door, warm), runtime: growthOf(samples.runtime, warm) };
  const every = (all: readonly Sample[]) =>
    all.filter((_, at) => at % 30 === 0).map((each) => Math.round(each.megabytes));
  const line = (name: string, all: readonly Sample[], slope: number) => [
    name,
    every(all).join(", "),
    `${slope.toFixed(1)} MB`,
    `≤ ${mostGrowth} MB`,
  ];
  printTable("soak", {
    head: [`${minutes} minutes`, "resident MB, each five minutes", "growth a minute", "bound"],
    rows: [line("front door", samples.door, growth.door), line("workerd", samples.runtime, growth.runtime)],
  });
  printTable("soak", { head: ["views", "checks", "emails"], rows: [[views, machine.checks(), machine.mails()]] });
  expect(failed).toEqual({});
  // Ours, the database's, those of the assets, and the library's own.
  expect(collected.at(-1)).toBeGreaterThanOrEqual(5);
  // Half a minute need not have a tick in it.
  expect(machine.checks()).toBeGreaterThanOrEqual(Math.floor(minutes) * size.pages * size.monitors * 0.9);
  if (minutes >= 2 * warm) {
    expect(growth.door).toBeLessThanOrEqual(mostGrowth);
    expect(growth.runtime).toBeLessThanOrEqual(mostGrowth);
  }
});
