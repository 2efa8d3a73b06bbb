import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { componentYearTable, statusChangeTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { readIncident } from "~/incidents/read";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import type { Meter } from "~/platform/meter";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { readPublishedView } from "~/status-page/view-page";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { group, post } from "../support/ingest";
import { printTable } from "../support/measured";
import { quickNetwork } from "../support/outbound";
import { aPage, arrange, put, someMonitors, type TestPage } from "../support/scenario";
import { stampKnown } from "../support/stamp-known";
import { bindCheckers } from "../support/watched";

/** Rows as D1's own `meta` counts them, for the budgets of docs/budgets.md. Printed as a table for docs/measurements.md. */
let deployment: TestDeployment;
const rows: (string | number)[][] = [];

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(async () => {
  printTable("rows", { head: ["what", "rows read", "written", "statements", "bound"], rows });
  await deployment.close();
});

function note(what: string, meter: Meter, bound: string): Meter {
  rows.push([what, meter.read, meter.written, meter.statements, bound]);
  return meter;
}

async function look(slug: string): Promise<Meter> {
  deployment.clock.now += 1001;
  await stampKnown(deployment.ctx());
  const ctx = deployment.ctx();
  await readPublishedView(ctx, { slug });
  return ctx.meter;
}

async function minute(): Promise<Meter> {
  deployment.clock.now += 60_000;
  const ctx = deployment.ctx();
  await handleCronTick(ctx, deployment.clock.now);
  return ctx.meter;
}

function later(milliseconds: number): Promise<Meter> {
  deployment.clock.now += milliseconds - 60_000;
  return minute();
}

async function deliver(page: TestPage, alerts: Parameters<typeof group>[0]): Promise<Meter> {
  const ctx = deployment.ctx();
  const answer = await post(ctx, page, group(alerts));
  expect(answer.ok).toBe(true);
  await deployment.settled();
  return ctx.meter;
}

const owner = (page: TestPage): Ctx => ({
  ...deployment.ctx({ kind: "person", id: "owner", operator: true, sessionId: "s" }),
  member: { pageId: page.id, role: "owner" },
});

/** Ten years of eventful days and of status rows behind the page. */
async function tenYears(page: TestPage): Promise<void> {
  const days = Object.fromEntries(
    Array.from({ length: 28 }, (_, day) => [`02-${String(day + 1).padStart(2, "0")}`, [1000, 0, 0, 0, 0]]),
  );
  const years = Array.from({ length: 10 }, (_, index) => 2016 + index);
  await put(
    deployment,
    componentYearTable,
    years.flatMap((year) => page.components.map((componentId) => ({ pageId: page.id, year, componentId, days }))),
  );
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    id: `old${index}`,
    pageId: page.id,
    componentId: page.components[0] as string,
    layer: "observed",
    fromStatus: "operational",
    toStatus: "operational",
    at: index,
    recordedAt: index,
    cause: "alert",
  }));
  await put(deployment, statusChangeTable, rows);
}

test("a view reads one row, for 5 components and for 200, for a day and for ten years", async () => {
  for (const components of [5, 50, 200]) {
    const page = await arrange(deployment, aPage({ slug: `view-${components}`, components }));
    await publishPage(deployment.ctx(), page.id);
    resetIsolate();
    expect(note(`view, ${components} components, one day`, await look(page.slug), "= 1 read, 0 written")).toMatchObject(
      {
        read: 1,
        written: 0,
      },
    );
    await tenYears(page);
    const building = deployment.ctx();
    deployment.clock.now += 1;
    await publishPage(building, page.id);
    expect(
      note(`view, ${components} components, ten years`, await look(page.slug), "= 1 read, 0 written"),
    ).toMatchObject({
      read: 1,
      written: 0,
    });
  }
});

test("a delivery: first firing at most 14 rows with its publish, a repeat at most 2, 100 alerts in one", async () => {
  const page = await arrange(deployment, aPage({ slug: "deliver", components: 12 }));
  await minute();
  const alert = { key: "one", startsAt: deployment.clock.now };
  expect(
    note("delivery, first firing with settling and publish", await deliver(page, [alert]), "≤ 14 written").written,
  ).toBeLessThanOrEqual(14);
  expect(
    note("delivery, repeat of a known alert", await deliver(page, [alert]), "≤ 2 written").written,
  ).toBeLessThanOrEqual(2);
  const many = Array.from({ length: 100 }, (_, index) => ({ key: `many-${index}`, startsAt: deployment.clock.now }));
  const hundred = note(
    "delivery, 100 new alerts in one body",
    await deliver(page, many),
    "≤ 311 written, < 40 statements",
  );
  expect(hundred.statements).toBeLessThan(40);
  expect(hundred.written).toBeLessThanOrEqual(14 + 3 * 99);
  note("tick, the hold is over: a draft opens with 101 alerts", await later(180_000), "");
});

test("a person opens, updates and resolves: under 40 statements with the publish", async () => {
  const page = await arrange(deployment, aPage({ slug: "people", components: 12 }));
  await minute();
  const opening = owner(page);
  const components = { [page.components[0] as string]: "major_outage" as const };
  const opened = await openIncident(opening, {
    pageId: page.id,
    title: "Down",
    body: "We look.",
    status: "investigating",
    components,
    visibility: "published",
    notify: true,
  });
  expect(opened.ok).toBe(true);
  expect(note("incident, opened and published", opening.meter, "< 40 statements").statements).toBeLessThan(40);
  if (!opened.ok) return;
  for (const status of ["identified", "resolved"] as const) {
    const reading = await readIncident(owner(page), { pageId: page.id, id: opened.value.id });
    if (!reading.ok) throw new Error(reading.failure.name);
    const ctx = owner(page);
    const updated = await postIncidentUpdate(ctx, {
      pageId: page.id,
      id: opened.value.id,
      version: reading.value.incident.version,
      status,
      body: `Now ${status}.`,
      notify: true,
    });
    expect(updated.ok).toBe(true);
    expect(note(`incident, update: ${status}`, ctx.meter, "< 40 statements").statements).toBeLessThan(40);
  }
});

test("a small team's day: at most 4,000 rows written and 100,000 read", async () => {
  const single = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
  const day = { read: 0, written: 0, views: 0, worst: 0 };
  const add = (meter: Meter) => {
    day.read += meter.read;
    day.written += meter.written;
    day.worst = Math.max(day.worst, meter.statements);
  };
  const page = await arrange(single, aPage({ components: 12, mode: "publish", resolveAfterSeconds: 300 }));
  single.clock.now = noon;
  let answers = 200;
  single.way.outbound = quickNetwork(() => answers);
  const checkers = bindCheckers(single);
  const monitors = Array.from({ length: 10 }, (_, index) => ({
    settings: { url: "https://example.com/" },
    components: [page.components[index] as string],
    mode: "publish" as const,
  }));
  await arrange(single, someMonitors(page.id, monitors));
  resetIsolate();
  const alert = { key: "one", startsAt: noon + 3600_000 };
  for (let at = 0; at < 1440; at++) {
    single.clock.now = noon + at * 60_000;
    answers = at >= 600 && at < 630 ? 500 : 200;
    const ticking = single.ctx();
    await handleCronTick(ticking, single.clock.now);
    await single.settled();
    add(ticking.meter);
    for (const { meter } of checkers.splice(0)) add(meter);
    for (const [when, status] of [
      [60, "firing"],
      [65, "firing"],
      [90, "resolved"],
    ] as const) {
      if (at !== when) continue;
      const ctx = single.ctx();
      await post(ctx, page, group([{ ...alert, status, endsAt: single.clock.now }]));
      await single.settled();
      add(ctx.meter);
    }
    if (at % 10 === 0) {
      const viewing = single.ctx();
      single.clock.now += 2000;
      await readPublishedView(viewing, { slug: page.slug });
      day.views += viewing.meter.read;
    }
  }
  // A view's own row, and the stamp's once a minute and isolate.
  const views = Math.ceil((day.views - 144) / 144) * 20_000 + 1_440;
  const worked =
    "10 monitors each minute, all down for half an hour, 1,440 ticks, 3 deliveries, two incidents, 20,000 views";
  rows.push([
    `a day: ${worked}`,
    day.read + views,
    day.written,
    `≤ ${day.worst} an invocation`,
    "≤ 100,000 read, 4,000 written",
  ]);
  expect(day.views).toBe(288);
  expect(day.read + views).toBeLessThanOrEqual(100_000);
  expect(day.written).toBeLessThanOrEqual(4000);
  await single.close();
});
