import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { noon, openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { faulty } from "../../../../tests/support/faults";
import { EdgeKeyValues } from "../../../../tests/support/platform/edge-key-values";
import { aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { markPagesBehindStatement } from "../../queries/pages-behind";
import { visiblePageAtTime } from "../../rules/seen-page";
import { readPublishedView } from "../../view-page";
import { readSnapshotCopy } from "./copies";
import { publishPage } from "./publish";
import { refreshSnapshotCopies } from "./refresh-copies";

/** Copies outside the database follow what is published, for every page and whichever isolate published. */
let copies: EdgeKeyValues;
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const execute = (sql: string) => deployment.ctx().d1.prepare(sql).bind().run();
const minute = 60_000;

beforeEach(async () => {
  copies = new EdgeKeyValues(deployment.clock);
  deployment.bindings.COPIES = copies as never;
  deployment.bindings.UPFRONT_PLAN = "free";
  deployment.clock.now = noon;
  for (const table of ["page", "component", "snapshot", "settle"]) await execute(`DELETE FROM ${table}`);
  await execute("UPDATE deployment SET tick_at = 0");
  resetIsolate();
});

/** A context as another isolate has it: settings are read once for each set of bindings. */
const isolate = (binding?: Parameters<TestDeployment["ctx"]>[1]) => {
  const ctx = deployment.ctx(undefined, binding);
  return { ...ctx, config: { ...ctx.config, plan: deployment.bindings.UPFRONT_PLAN as "free" | "paid" } };
};

let pages = 0;
const newPage = () => arrange(deployment, aPage({ slug: `copied-${pages++}` }));

async function change(page: TestPage): Promise<void> {
  await deployment.ctx().d1.prepare("UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1").bind(page.id).run();
  await publishPage(isolate(), page.id);
}

const minutely = async () => {
  deployment.clock.now += minute;
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
};

const revisionOf = ({ slug }: TestPage): number | undefined =>
  copies.kept.has(slug) ? JSON.parse(copies.kept.get(slug) as string).document.revision : undefined;

test("the last of several publishes within a minute has its copy a tick later, with one put a part and minute", async () => {
  const page = await newPage();
  await publishPage(isolate(), page.id);
  for (let seconds = 0; seconds < 50; seconds += 10) {
    deployment.clock.now += 10_000;
    await change(page);
  }
  expect([revisionOf(page), copies.puts]).toEqual([1, 2]);
  await minutely();
  // The fifth write is the stamp.
  expect([revisionOf(page), copies.puts]).toEqual([6, 5]);
});

test("however many pages are published at once, each has its copy after as many ticks as they need", async () => {
  const all: TestPage[] = [];
  for (let count = 0; count < 25; count++) all.push(await newPage());
  const { COPIES: _, ...unbound } = deployment.bindings;
  for (const page of all) await publishPage({ ...isolate(), bindings: unbound }, page.id);
  expect(copies.kept.size).toBe(0);
  for (let ticks = 0; ticks < 5; ticks++) await minutely();
  expect([...copies.kept.keys()].filter((key) => key.startsWith("copied-"))).toHaveLength(50);
});

test("a put that fails harms no publish and is repaired by the next tick; one that always fails keeps nobody waiting", async () => {
  const page = await newPage();
  copies.away = true;
  await publishPage(isolate(), page.id);
  const view = await readPublishedView(isolate(), { slug: page.slug });
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
  for (const other of others) await publishPage({ ...isolate(), bindings: unbound }, other.id);
  deployment.clock.now += 2 * minute;
  await change(page);
  for (let ticks = 0; ticks < 4; ticks++) await minutely();
  expect(others.map(revisionOf)).toEqual(others.map(() => 1));
});

test("where a copy does not fit into the invocation the page is published all the same, and the tick copies it", async () => {
  const page = await newPage();
  const full = isolate();
  full.meter.statements = full.meter.limit.together - 16;
  await publishPage(full, page.id);
  const view = await readPublishedView(isolate(), { slug: page.slug });
  expect([view.ok && view.value.snapshot.revision, revisionOf(page)]).toEqual([1, undefined]);
  await minutely();
  expect(revisionOf(page)).toBe(1);
});

test("calls for copies are on the meter", async () => {
  const page = await newPage();
  const ctx = isolate();
  await publishPage(ctx, page.id);
  expect(ctx.meter.subrequests).toBe(2);
});

test("a page that is made private while its copy is written has none", async () => {
  const page = await newPage();
  const { COPIES: _, ...unbound } = deployment.bindings;
  await publishPage({ ...isolate(), bindings: unbound }, page.id);
  copies.before = () => execute("UPDATE snapshot SET visibility = 'members'");
  await refreshSnapshotCopies(isolate(), false);
  expect([copies.puts, [...copies.kept.keys()]]).toEqual([2, []]);
});

test("the copy of a page that is behind says so when the database is away", async () => {
  const page = await newPage();
  await publishPage(isolate(), page.id);
  const since = deployment.clock.now;
  await execute(`INSERT INTO settle (page_id, due_at) VALUES ('${page.id}', ${since})
    ON CONFLICT DO UPDATE SET due_at = ${since}`);
  deployment.clock.now += 10 * minute;
  await runBatch(isolate(), [markPagesBehindStatement(deployment.clock.now)]);
  await publishPage(isolate(), page.id);
  await refreshSnapshotCopies(isolate(), true);
  resetIsolate();
  const away = isolate(faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before"));
  const view = await readPublishedView({ ...away, bindings: deployment.bindings }, { slug: page.slug });
  if (!view.ok) throw new Error(view.failure.name);
  const { outdated, staleSince, snapshot } = visiblePageAtTime(view.value, deployment.clock.now);
  expect([outdated, staleSince]).toEqual([{ since, cause: "behind" }, deployment.clock.now]);
  expect(snapshot.banner.state).toBe("unknown");
});

test("1,000 quiet pages on Free: a day's writes are the stamp's, and no copy is older than it", async () => {
  const [page, other] = [await newPage(), await newPage()];
  for (const each of [page, other]) await publishPage(isolate(), each.id);
  await execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO snapshot (slug, audience, part, page_id, visibility, body, built, wanted, copied, copied_at, built_at)
    SELECT 'quiet-' || i, 'public', 'home', 'quiet-' || i, 'public', '{}', 1, 1, 1, ${noon}, ${noon} FROM n`);
  deployment.clock.now = noon + 13 * 3600_000;
  const before = copies.puts;
  let oldest = 0;
  for (let turn = 1; turn <= 144; turn++) {
    deployment.clock.now += 10 * minute - 1;
    const copy = await readSnapshotCopy(isolate(), "home", page.slug);
    if (turn > 1) oldest = Math.max(oldest, deployment.clock.now - (copy?.at ?? 0));
    await refreshSnapshotCopies(isolate(), true);
  }
  console.log(`1,002 quiet pages: ${copies.puts - before} puts a day, copies at most ${oldest / minute} min old`);
  expect(copies.puts - before).toBe(144);
  expect(oldest).toBeLessThanOrEqual(11 * minute);
});

test("the stamp vouches for nothing that changed within the last minutes, waits to be built, or is behind", async () => {
  const [page, waits, late] = [await newPage(), await newPage(), await newPage()];
  for (const each of [page, waits, late]) await publishPage(isolate(), each.id);
  await execute(`UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = '${waits.id}'`);
  await execute(`UPDATE snapshot SET behind_since = ${noon} WHERE page_id = '${late.id}'`);
  const ages = async () => {
    const found = [];
    for (const { slug } of [page, waits, late]) found.push((await readSnapshotCopy(isolate(), "home", slug))?.at);
    return found;
  };
  deployment.clock.now += minute;
  await refreshSnapshotCopies(isolate(), true);
  copies.place = "another";
  expect(await ages()).toEqual([noon, noon, noon]);
  deployment.clock.now += 3 * minute;
  const now = deployment.clock.now;
  await refreshSnapshotCopies(isolate(), true);
  copies.place = "a third";
  expect(await ages()).toEqual([now, noon, noon]);
});

test("without KV the data centre's copies take turns, and cost no write that is counted", async () => {
  const { COPIES: _, ...unbound } = deployment.bindings;
  const cache = new Map<string, Response>();
  const fake = {
    put: async (key: string, answer: Response) => void cache.set(key, answer),
    match: async (key: string) => cache.get(key)?.clone(),
    delete: async (key: string) => cache.delete(key),
  };
  vi.stubGlobal("caches", { default: fake });
  const page = await newPage();
  const alone = () => ({ ...isolate(), bindings: unbound });
  await publishPage(alone(), page.id);
  deployment.clock.now += 10 * minute;
  await refreshSnapshotCopies(alone(), false);
  expect(await readSnapshotCopy(alone(), "home", page.slug)).toMatchObject({ at: noon + 10 * minute });
  vi.unstubAllGlobals();
});
