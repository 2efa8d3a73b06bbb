import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { readIncident } from "~/incidents/read";
import { type RowCounts, rowsPerWorkUnit } from "~/plan/unit-rows";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { readPublishedView } from "~/status-page/view-page";
import { openDeployment, type TestDeployment } from "../support/database";
import { group, post } from "../support/ingest";
import { printTable } from "../support/measured";
import { quickNetwork } from "../support/outbound";
import { EdgeKeyValues } from "../support/platform/edge-key-values";
import { aPage, arrange, someMonitors, type TestPage } from "../support/scenario";
import { stampKnown } from "../support/stamp-known";
import { bindCheckers } from "../support/watched";

/**
 * What is foreseen of a day and of a month (plan/unit-rows) is what is counted here. `npm run bench -- --costs` takes
 * the figures from the file that UPFRONT_UNITS names.
 */
type Unit = keyof typeof rowsPerWorkUnit;
const counted: Partial<Record<Unit, RowCounts>> & { kvWritesPerPageDay?: number } = {};

afterAll(() => {
  const file = process.env.UPFRONT_UNITS;
  if (file) writeFileSync(file, JSON.stringify(counted));
  const { kvWritesPerPageDay: _, ...units } = counted;
  const rows = Object.entries(units).map(([name, { read, written }]) => {
    const foreseen = rowsPerWorkUnit[name as Unit];
    return [name, read.toFixed(1), written.toFixed(1), `≤ ${foreseen.read}; ≤ ${foreseen.written}`];
  });
  printTable("units", { head: ["unit of `plan/unit-rows`", "rows read", "written", "bound"], rows });
});

const minute = 60_000;
const midnight = Date.UTC(2026, 10, 21);
/** In its first minutes a deployment is purged table by table; before each hour's end the ticks go on. */
const begins = midnight - 80 * minute;
const pages = 11;

const plus = (one: RowCounts, other: RowCounts): RowCounts => ({
  read: one.read + other.read,
  written: one.written + other.written,
});
const minus = (one: RowCounts, other: RowCounts): RowCounts => ({
  read: one.read - other.read,
  written: one.written - other.written,
});
const by = ({ read, written }: RowCounts, count: number): RowCounts => ({
  read: read / count,
  written: written / count,
});
const summed = (all: readonly RowCounts[]) => all.reduce(plus, { read: 0, written: 0 });

interface World {
  /** Pages, and how many of them have so many monitors in a shard of their own. */
  pages: number;
  watched: number;
  monitors: number;
}

/** Rows of each minute from ten to midnight to a quarter past, and of the fifty before. */
async function minutesOf({ pages: count, watched, monitors }: World) {
  const deployment = await openDeployment({ UPFRONT_PLAN: "paid" });
  deployment.clock.now = begins;
  const copies = new EdgeKeyValues(deployment.clock);
  Object.assign(deployment.bindings, { COPIES: copies });
  deployment.way.outbound = quickNetwork(() => 200);
  for (let index = 0; index < count; index++) {
    const page = await arrange(deployment, aPage({ slug: `p${index}`, components: 5 }));
    if (index >= watched) continue;
    const drafts = Array.from({ length: monitors }, () => ({ settings: { url: "https://example.com/" } }));
    await arrange(deployment, someMonitors(page.id, drafts));
  }
  const calls = bindCheckers(deployment);
  const minuteRows: RowCounts[] = [];
  for (let at = begins + minute; at <= midnight + 15 * minute; at += minute) {
    deployment.clock.now = at;
    calls.length = 0;
    const ctx = deployment.ctx();
    await handleCronTick(ctx, at);
    await deployment.settled();
    minuteRows.push(summed([ctx.meter, ...calls.map(({ meter }) => meter)]));
  }
  await deployment.close();
  return { quiet: minuteRows.slice(-70, -20), night: minuteRows.slice(-20), puts: copies.writesToday };
}

const middle = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] as number;
const usual = (rows: readonly RowCounts[]): RowCounts => ({
  read: middle(rows.map(({ read }) => read)),
  written: middle(rows.map(({ written }) => written)),
});

/** Of what is foreseen not more, and not much less. */
function expectUnit(name: Unit, { read, written }: RowCounts): void {
  counted[name] = { read, written };
  const { read: mostRead, written: mostWritten } = rowsPerWorkUnit[name];
  expect.soft(read, `${name}, read`).toBeLessThanOrEqual(mostRead);
  expect.soft(read, `${name}, read`).toBeGreaterThanOrEqual(mostRead * 0.6);
  expect.soft(written, `${name}, written`).toBeLessThanOrEqual(mostWritten);
  expect.soft(written, `${name}, written`).toBeGreaterThanOrEqual(mostWritten * 0.6);
}

test("ticks, pages, shards and monitors: quiet minutes, and midnight", async () => {
  const one = await minutesOf({ pages: 1, watched: 0, monitors: 0 });
  const many = await minutesOf({ pages, watched: 0, monitors: 0 });
  const single = await minutesOf({ pages: 1, watched: 1, monitors: 10 });
  const shared = await minutesOf({ pages, watched: 10, monitors: 1 });
  const tenMinutes = ({ quiet }: typeof one) => by(minus(summed(quiet), by(usual(quiet), 1 / quiet.length)), 5);
  /** What midnight takes besides twenty minutes as those before. */
  const night = (world: typeof one) => minus(summed(world.night), by(summed(world.quiet), 50 / 20));
  expectUnit("tick", usual(one.quiet));
  const walk = by(minus(tenMinutes(many), tenMinutes(one)), pages - 1);
  expectUnit("walk", { ...walk, written: Math.max(0, walk.written) });
  expectUnit("stamp", minus(tenMinutes(one), walk));
  expectUnit("pageDay", by(minus(night(many), night(one)), pages - 1));
  expectUnit("shard", minus(usual(single.quiet), usual(one.quiet)));
  expectUnit("sharedShard", by(minus(usual(shared.quiet), usual(many.quiet)), 10));
  // An hour's end and the day's fall into that night; a day has 23 hours more.
  const ends = by(minus(night(single), night(one)), 10);
  expectUnit("monitorDay", plus(ends, { read: 23, written: 23 }));
  counted.kvWritesPerPageDay = (many.puts - one.puts) / (pages - 1);
});

describe("what visitors, people and senders ask for", () => {
  async function quietPage(): Promise<{ deployment: TestDeployment; page: TestPage }> {
    const deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0", UPFRONT_PLAN: "paid" });
    const page = await arrange(deployment, aPage({ components: 12 }));
    await publishPage(deployment.ctx(), page.id);
    return { deployment, page };
  }

  test("a view", async () => {
    const { deployment, page } = await quietPage();
    resetIsolate();
    await stampKnown(deployment.ctx());
    const ctx = deployment.ctx();
    await readPublishedView(ctx, { slug: page.slug });
    expectUnit("view", ctx.meter);
    await deployment.close();
  });

  test("an incident from its opening to its end", async () => {
    const { deployment, page } = await quietPage();
    const actor = { kind: "person", id: "owner", operator: true, sessionId: "s" } as const;
    const owner = (): Ctx => ({ ...deployment.ctx(actor), member: { pageId: page.id, role: "owner" } });
    const meters: RowCounts[] = [];
    const acting = async <T>(act: (ctx: Ctx) => Promise<T>): Promise<T> => {
      const ctx = owner();
      const done = await act(ctx);
      await deployment.settled();
      meters.push(ctx.meter);
      return done;
    };
    const components = { [page.components[0] as string]: "major_outage" as const };
    const said = { pageId: page.id, body: "We look.", notify: true };
    const given = { ...said, title: "Down", status: "investigating", components, visibility: "published" } as const;
    const opened = await acting((ctx) => openIncident(ctx, given));
    if (!opened.ok) return expect.unreachable(opened.failure.name);
    for (const status of ["identified", "resolved"] as const) {
      const { id } = opened.value;
      const reading = await readIncident(owner(), { pageId: page.id, id });
      if (!reading.ok) return expect.unreachable(reading.failure.name);
      const { version } = reading.value.incident;
      expect((await acting((ctx) => postIncidentUpdate(ctx, { ...said, id, version, status }))).ok).toBe(true);
    }
    expectUnit("incident", summed(meters));
    await deployment.close();
  });

  test("an alert that fires, is said again and recovers", async () => {
    const { deployment, page } = await quietPage();
    const startsAt = deployment.clock.now;
    const meters: RowCounts[] = [];
    for (const status of ["firing", "firing", "resolved"] as const) {
      deployment.clock.now += 10_000;
      const ctx = deployment.ctx();
      await post(ctx, page, group([{ key: "one", status, startsAt, endsAt: deployment.clock.now }]));
      await deployment.settled();
      meters.push(ctx.meter);
    }
    expectUnit("alert", summed(meters));
    await deployment.close();
  });
});
