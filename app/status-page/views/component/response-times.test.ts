import { afterEach, beforeEach, expect, test } from "vitest";
import { readComponentResponseTimes, readResponseTimes } from "~/components/response-times";
import { runBatch } from "~/db/run-batch";
import {
  monitorHourTable,
  monitorShardTable,
  monitorTable,
  monitorYearTable,
  ruleComponentTable,
  ruleTable,
  sourceTable,
} from "~/db/schema/index";
import { resetIsolate } from "~/platform/isolate";
import { emptyMinuteRing, packMinuteRing, pushMinutesToRing } from "~/text/ring";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { faulty } from "../../../../tests/support/faults";
import { sampleState } from "../../../../tests/support/sample-monitor";
import { aPage, arrange, put, type TestPage } from "../../../../tests/support/scenario";
import { stampKnown } from "../../../../tests/support/stamp-known";
import { type Visit, visit } from "../../../../tests/support/visitor";
import { publishPage } from "../../publishing/engine/publish";
import { loader as showComponent } from "./component.route";

const minute = 60_000;
const hour = 60 * minute;
let deployment: TestDeployment;
let page: TestPage;

beforeEach(async () => {
  deployment = await openDeployment();
  deployment.clock.now += 30 * minute;
  page = await arrange(deployment, aPage({ components: 2 }));
  await publishPage(deployment.ctx(), page.id);
  resetIsolate();
});
afterEach(() => deployment.close());

const answers = (milliseconds: number, count = 60) =>
  Array.from({ length: count }, () => ({ state: "up" as const, milliseconds }));

interface Watching {
  chartShown?: boolean;
  componentId?: string;
  pageId?: string;
  name?: string;
}

/** Creates a monitor with its two rules, its own shard, an hour with an outage yesterday, and a last half hour. */
async function watch(id: string, over: Watching = {}) {
  const { chartShown = true, componentId = page.components[0] ?? "", pageId = page.id, name = `Watch ${id}` } = over;
  const { now } = deployment.clock;
  const times = { createdAt: now, updatedAt: now };
  const sealed = { tokenHash: id, tokenSealed: "", settingsSealed: "" };
  await put(deployment, sourceTable, [{ id, pageId, family: "monitor", kind: "http", name, ...sealed, ...times }]);
  const rows = { pageId, shardId: `shard-${id}`, chartShown, regions: [], tags: [], watchedSince: 0, stateSince: 0 };
  await put(deployment, monitorTable, [{ id, ...rows, ...times }]);
  const rules = [0, 1].map((position) => ({ id: `${id}-${position}`, position, catchAll: position === 1 }));
  const plain = { pageId, sourceId: id, match: {}, groupBy: [], ...times };
  await put(
    deployment,
    ruleTable,
    rules.map((each) => ({ ...each, ...plain })),
  );
  await put(
    deployment,
    ruleComponentTable,
    rules.map((each) => ({ pageId, ruleId: each.id, componentId, status: "major_outage" })),
  );
  const ring = pushMinutesToRing(emptyMinuteRing, answers(120, 31));
  const state = sampleState({ day: Math.floor(now / (24 * hour)), today: [10, 0, 2, 0, 1000] });
  const end = Math.floor(now / minute);
  await put(deployment, monitorShardTable, [
    { id: `shard-${id}`, pageId, minute: end, plan: [], rings: { [id]: ring }, states: { [id]: state } },
  ]);
  const outage = [...answers(80, 30), ...answers(0, 30).map(() => ({ state: "down" as const, milliseconds: null }))];
  await put(deployment, monitorHourTable, [
    { monitorId: id, hour: Math.floor(now / hour) - 20, minutes: packMinuteRing(outage) },
    { monitorId: id, hour: Math.floor(now / hour) - 100, minutes: packMinuteRing(answers(60)) },
  ]);
  await put(deployment, monitorYearTable, [{ monitorId: id, year: 2026, days: { "11-10": [99, 1, 0, 0, 5000] } }]);
}

async function told(componentId = page.components[0] ?? "", query = "", options: Visit = {}) {
  const path = `/${page.slug}/components/${componentId}${query}`;
  const args = visit(deployment, path, { page: page.slug, id: componentId }, options);
  const response = await showComponent(args);
  return { status: response.status, text: await response.text(), ctx: args.context.ctx };
}

const timesOf = async (range: "day" | "week" | "month" | "quarter") => {
  const beside = { page, revision: 0 };
  const component = { id: page.components[0] ?? "", name: "Checkout" };
  const found = await readResponseTimes(deployment.ctx(), beside, component, range);
  if (!found.ok) throw new Error(found.failure.name);
  return found.value;
};

test("a monitor named by the host that it checks has the component's name for visitors, in every format", async () => {
  await watch("a", { name: "db-7.internal:8961" });
  await watch("b", { name: "db-7.internal:8961 2" });
  await watch("c", { name: "From outside" });
  const { monitors } = await timesOf("day");
  expect(monitors.map(({ name }) => name)).toEqual(["From outside", "Checkout", "Checkout 2"]);
  expect((await told()).text).not.toContain("db-7");
});

test("a component's page draws the monitors that move it, and no others", async () => {
  await stampKnown(deployment.ctx());
  await watch("ours");
  await watch("hidden", { chartShown: false });
  await watch("next-door", { componentId: page.components[1] ?? "" });
  await watch("elsewhere", { pageId: "another-page" });
  const { status, text, ctx } = await told();
  expect(status).toBe(200);
  expect([...text.matchAll(/Watch [a-z-]+<\/h3>/g)].map(([name]) => name)).toEqual(["Watch ours</h3>"]);
  expect(text).toContain(
    "Median 120 ms, slowest 120 ms. Down in 6 of 19 intervals. Each point is the average over 5 min.",
  );
  expect(text).toContain('<a href="/acme/components/acme-a0?range=week#response-times">7 days</a>');
  expect(ctx.meter.statements).toBeLessThanOrEqual(1 + 5);
});

test("response times say from where, in the reader's language: a region, a data centre, or this machine", async () => {
  await stampKnown(deployment.ctx());
  await watch("ours");
  const between = /class="note">([^<]+)<\/p><div class="rc-monitor">/;
  const note = async (options?: Visit) => between.exec((await told(undefined, "", options)).text)?.[1];
  const settings = { UPFRONT_PLAN: "paid", UPFRONT_LOCATION: "weur", CHECKER: {} };
  expect(await note()).toBe("Measured from: a Cloudflare data centre");
  deployment.bindings = { ...deployment.bindings, ...settings } as never;
  expect(await note()).toBe("Measured from: Western Europe");
  expect(await note({ reader: { language: "de" } })).toBe("Messort: Westeuropa");
  deployment.bindings = { ...deployment.bindings, UPFRONT_PLAN: "own" };
  expect(await note()).toBe("Measured from: the server that runs this page");
  await deployment.ctx().d1.prepare("UPDATE monitor SET agent_id = 'office' WHERE id = 'ours'").bind().run();
  expect(await note()).toBeUndefined();
});

test("a component without monitors has no charts", async () => {
  const { text } = await told();
  expect(text).not.toMatch(/response-times|Response times|class="rc(?!-mark|-read)/);
});

test("a day, a week, a month and a quarter: the last hour from the ring, hours packed, days packed", async () => {
  await watch("ours");
  const [day, week, month] = [await timesOf("day"), await timesOf("week"), await timesOf("month")];
  const quarter = await timesOf("quarter");
  const known = ({ monitors }: typeof day) => monitors[0]?.points.filter(({ state }) => state !== "none") ?? [];
  expect(day.monitors[0]?.points).toHaveLength(288);
  expect(known(day).map(({ state, milliseconds }) => `${state} ${milliseconds}`)).toEqual([
    ...Array(6).fill("up 80"),
    ...Array(6).fill("down null"),
    ...Array(7).fill("up 120"),
  ]);
  expect(week.monitors[0]?.points).toHaveLength(168);
  expect(known(week).map(({ state, milliseconds }) => [state, milliseconds])).toEqual([
    ["up", 60],
    ["down", 80],
    ["up", 120],
  ]);
  expect(month.monitors[0]).toMatchObject({ stepMs: 24 * hour });
  expect(known(month).map(({ at, state, milliseconds }) => [at, state, milliseconds])).toEqual([
    [Date.UTC(2026, 10, 10), "degraded", 50],
    [Date.UTC(2026, 10, 20), "down", 100],
  ]);
  expect(quarter.monitors[0]?.points).toHaveLength(90);
  expect(known(quarter)).toEqual(known(month));
});

test("the range is a link that needs no script, and a quarter is one of them", async () => {
  await watch("ours");
  const { text } = await told(undefined, "?range=quarter");
  expect(text).toContain('<span aria-current="true">90 days</span>');
  expect(text).toContain('<a href="/acme/components/acme-a0#response-times">24 hours</a>');
  expect(text).toContain('<a href="/acme/components/acme-a0?range=month#response-times">30 days</a>');
  expect(text).toContain("Each point is the average over 1 day.");
});

test("a page with a chart or bars of days loads what reads their values, and no other does", async () => {
  const script = /<script src="[^"]*chart-script[^"]*" defer><\/script>/g;
  expect((await told()).text.match(script)).toHaveLength(1);
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE component SET show_uptime = 0 WHERE page_id = ?1", params: [page.id] },
    { sql: "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] },
  ]);
  await publishPage(deployment.ctx(), page.id);
  resetIsolate();
  expect((await told()).text.match(script)).toBeNull();
  await watch("ours");
  resetIsolate();
  const { text } = await told();
  expect(text.match(script)).toHaveLength(1);
  expect((await told(undefined, "?refresh=5")).text.match(script)).toHaveLength(1);
});

test("the same reading for the team shows what visitors don't see, and only to those who may", async () => {
  await watch("ours");
  await watch("hidden", { chartShown: false });
  const input = { pageId: page.id, id: page.components[0] ?? "", range: "day" } as const;
  const stranger = await readComponentResponseTimes(deployment.ctx(), input);
  const viewer = { kind: "person", id: "viewer", operator: false, sessionId: "s" } as const;
  const asViewer = { ...deployment.ctx(viewer), member: { pageId: page.id, role: "viewer" as const } };
  const member = await readComponentResponseTimes(asViewer, input);
  expect(stranger.ok).toBe(false);
  expect(member.ok && member.value.monitors.map(({ id, timeoutMs }) => [id, timeoutMs])).toEqual([
    ["hidden", 8000],
    ["ours", 8000],
  ]);
});

test("four are drawn, the others are counted, and the rows that are read stay few", async () => {
  for (const id of ["a", "b", "c", "d", "e", "f"]) await watch(id);
  await stampKnown(deployment.ctx());
  const { text, ctx } = await told(undefined, "?range=week");
  expect(text.match(/class="rc-monitor"/g)).toHaveLength(4);
  expect(text).toContain("2 more monitors check this component.");
  expect(ctx.meter.statements).toBeLessThanOrEqual(1 + 5);
  console.log(`four charts of a week, 8 packed hours: ${ctx.meter.read} rows read, ${ctx.meter.statements} statements`);
  expect(ctx.meter.read).toBeLessThan(200);
  expect(new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).size).toBe(
    [...text.matchAll(/ id="/g)].length,
  );
});

test("anything but a range means the last day, and no other parameter counts", async () => {
  await watch("ours");
  const day = (await told()).text;
  for (const query of ["?range=year", "?range=", "?range=%3Cscript%3E&x=1", "?zone=mars"]) {
    expect((await told(undefined, query)).text).toBe(day);
  }
  const week = (await told(undefined, "?range=week&x=1")).text;
  expect(week).toContain('<span aria-current="true">7 days</span>');
  expect(week).not.toContain("x=1");
});

test("a page that is not to be seen has no charts either, and a hidden component is none", async () => {
  await watch("ours");
  const component = page.components[0] ?? "";
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE component SET archived_at = 1 WHERE id = ?1", params: [component] },
    { sql: "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] },
  ]);
  await publishPage(deployment.ctx(), page.id);
  deployment.clock.now += 1000;
  const archived = await told();
  const unknown = await told("nothing");
  expect([archived.status, archived.text]).toEqual([404, unknown.text]);
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1", params: [page.id] },
  ]);
  deployment.clock.now += 1000;
  const members = await told();
  expect(members.status).toBe(404);
  expect(members.text).not.toMatch(/Watch|Acme/);
});

test("while the database is away the page stands, and says that its charts cannot be read", async () => {
  await watch("ours");
  await told();
  deployment.clock.now += 2000;
  const { status, text } = await told(undefined, "", {
    database: faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database,
  });
  expect(status).toBe(200);
  expect(text).toContain("Response times can’t be loaded right now.");
  expect(text).not.toContain('class="rc"');
});

test("a name is text, in the drawing as beside it", async () => {
  await watch("ours");
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE source SET name = ?1 WHERE id = 'ours'", params: ["</title><script>alert(1)</script>"] },
  ]);
  expect((await told()).text).not.toContain("<script>");
});
