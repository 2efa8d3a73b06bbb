import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tick } from "~/jobs/tick";
import { forgetIsolate } from "~/platform/isolate";
import { seenAt } from "~/rules/snapshot/seen";
import { viewPage } from "~/usecases/published/view";
import { noon, openDeployment, type TestDeployment } from "../../../tests/support/database";
import { faulty } from "../../../tests/support/faults";
import { KeyValues } from "../../../tests/support/key-values";
import { makePage, type TestPage } from "../../../tests/support/page";
import { publish } from "./publish";
import { refreshCopies } from "./refresh-copies";

/** Copies outside the database follow what is published, of every page and whichever isolate published. */
let copies: KeyValues;
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const execute = (sql: string) => deployment.ctx().d1.prepare(sql).bind().run();
const minute = 60_000;

beforeEach(async () => {
  copies = new KeyValues();
  deployment.bindings.COPIES = copies as never;
  deployment.bindings.UPFRONT_PLAN = "free";
  deployment.clock.now = noon;
  for (const table of ["page", "component", "snapshot", "settle"]) await execute(`DELETE FROM ${table}`);
  await execute("UPDATE deployment SET tick_at = 0");
  forgetIsolate();
});

/** As another isolate has it: settings are read once for each set of bindings. */
const isolate = (binding?: Parameters<TestDeployment["ctx"]>[1]) => {
  const ctx = deployment.ctx(undefined, binding);
  return { ...ctx, config: { ...ctx.config, plan: deployment.bindings.UPFRONT_PLAN as "free" | "paid" } };
};

let pages = 0;
const newPage = () => makePage(deployment, { slug: `copied-${pages++}` });

async function change(page: TestPage): Promise<void> {
  await deployment.ctx().d1.prepare("UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1").bind(page.id).run();
  await publish(isolate(), page.id);
}

const minutely = async () => {
  deployment.clock.now += minute;
  await tick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
};

const revisionOf = ({ slug }: TestPage): number | undefined =>
  copies.kept.has(slug) ? JSON.parse(copies.kept.get(slug) as string).document.revision : undefined;

test("the last of several publishes within a minute has its copy a tick later, with one put a part and minute", async () => {
  const page = await newPage();
  await publish(isolate(), page.id);
  for (let seconds = 0; seconds < 50; seconds += 10) {
    deployment.clock.now += 10_000;
    await change(page);
  }
  expect([revisionOf(page), copies.puts]).toEqual([1, 2]);
  await minutely();
  expect([revisionOf(page), copies.puts]).toEqual([6, 4]);
});

test("however many pages are published at once, each has its copy after as many ticks as they need", async () => {
  const all: TestPage[] = [];
  for (let count = 0; count < 25; count++) all.push(await newPage());
  const { COPIES: _, ...unbound } = deployment.bindings;
  for (const page of all) await publish({ ...isolate(), bindings: unbound }, page.id);
  expect(copies.kept.size).toBe(0);
  for (let ticks = 0; ticks < 5; ticks++) await minutely();
  expect(copies.kept.size).toBe(50);
});

test("a put that fails harms no publish and is repaired by the next tick; one that always fails keeps nobody waiting", async () => {
  const page = await newPage();
  copies.away = true;
  await publish(isolate(), page.id);
  const view = await viewPage(isolate(), { slug: page.slug });
  expect(view).toMatchObject({ ok: true, value: { staleSince: null } });
  copies.away = false;
  await minutely();
  expect(revisionOf(page)).toBe(1);
  const others: TestPage[] = [];
  copies.before = async (key) => {
    if (key.startsWith(page.slug)) throw new Error("refused");
  };
  for (let count = 0; count < 12; count++) others.push(await newPage());
  const { COPIES: _, ...unbound } = deployment.bindings;
  for (const other of others) await publish({ ...isolate(), bindings: unbound }, other.id);
  deployment.clock.now += 2 * minute;
  await change(page);
  for (let ticks = 0; ticks < 4; ticks++) await minutely();
  expect(others.map(revisionOf)).toEqual(others.map(() => 1));
});

test("where a copy does not fit into the invocation the page is published all the same, and the tick copies it", async () => {
  const page = await newPage();
  const full = isolate();
  full.meter.statements = full.meter.limit.together - 16;
  await publish(full, page.id);
  const view = await viewPage(isolate(), { slug: page.slug });
  expect([view.ok && view.value.snapshot.revision, revisionOf(page)]).toEqual([1, undefined]);
  await minutely();
  expect(revisionOf(page)).toBe(1);
});

test("calls for copies are on the meter", async () => {
  const page = await newPage();
  const ctx = isolate();
  await publish(ctx, page.id);
  expect(ctx.meter.subrequests).toBe(2);
});

test("a page that is made private while its copy is written has none", async () => {
  const page = await newPage();
  const { COPIES: _, ...unbound } = deployment.bindings;
  await publish({ ...isolate(), bindings: unbound }, page.id);
  copies.before = () => execute("UPDATE snapshot SET visibility = 'members'");
  await refreshCopies(isolate(), false);
  expect([copies.puts, [...copies.kept.keys()]]).toEqual([2, []]);
});

test("the copy of a page that is behind says so when the database is away", async () => {
  const page = await newPage();
  await publish(isolate(), page.id);
  const since = deployment.clock.now;
  deployment.clock.now += 10 * minute;
  await execute(`UPDATE snapshot SET behind_since = ${since}`);
  await refreshCopies(isolate(), true);
  forgetIsolate();
  const away = isolate(faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before"));
  const view = await viewPage({ ...away, bindings: deployment.bindings }, { slug: page.slug });
  if (!view.ok) throw new Error(view.failure.name);
  const { outdated, staleSince, snapshot } = seenAt(view.value, deployment.clock.now);
  expect([outdated, staleSince]).toEqual([{ since, cause: "behind" }, deployment.clock.now]);
  expect(snapshot.banner.state).toBe("unknown");
});

/** Of 20 pages: of 1,000 writes a day on the free plan less than half; else six an hour and page, and four a day of its feeds. */
const expected = { free: { puts: 450, age: 80 }, paid: { puts: 20 * (144 + 4), age: 12 } };

test.each(["free", "paid"] as const)(
  "20 quiet pages on the plan %s: puts a day, and how old copies become",
  async (plan) => {
    deployment.bindings.UPFRONT_PLAN = plan;
    const all: TestPage[] = [];
    for (let count = 0; count < 20; count++) all.push(await newPage());
    for (const page of all) await publish(isolate(), page.id);
    copies.puts = 0;
    let oldest = 0;
    for (let turn = 1; turn <= 360; turn++) {
      deployment.clock.now += minute;
      await refreshCopies(isolate(), turn % 10 === 0);
      const ages = all.map(({ slug }) => deployment.clock.now - JSON.parse(copies.kept.get(slug) as string).at);
      oldest = Math.max(oldest, ...ages);
    }
    const puts = copies.puts * 4;
    console.log(`20 quiet pages on ${plan}: ${puts} puts a day, front pages at most ${oldest / minute} min old`);
    expect(puts).toBeLessThanOrEqual(expected[plan].puts);
    expect(oldest).toBeLessThanOrEqual(expected[plan].age * minute);
  },
);
