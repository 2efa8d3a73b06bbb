import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { searchOnPage } from "~/search/find";
import { toStatus } from "~/status/status";
import { readPublishedView } from "~/status-page/view-page";
import { demoMonitors } from "../../scripts/demo/monitors.ts";
import { demoRows, seedDemo } from "../../scripts/demo/seed.ts";
import { demoTargetReply, isDemoTargetFailing } from "../../scripts/demo/target.ts";
import { noon, openDeployment, type TestDeployment } from "../support/database";

let deployment: TestDeployment;

beforeAll(async () => {
  deployment = await openDeployment();
  const database = deployment.bindings.DB as unknown as Parameters<typeof seedDemo>[0];
  await seedDemo(database, noon, deployment.bindings.UPFRONT_SECRET ?? "");
  await handleCronTick(deployment.ctx(), noon);
});
afterAll(() => deployment.close());

async function demoPage() {
  const view = await readPublishedView(deployment.ctx(), { slug: "larkfield" });
  if (!view.ok) throw new Error(`no demo page: ${JSON.stringify(view.failure)}`);
  return view.value.snapshot;
}

test("one tick makes the demo a page with an open incident, history and a maintenance to come", async () => {
  const page = await demoPage();
  expect(page.banner).toEqual({ indicator: "minor", state: "degraded_service" });
  expect(page.components).toHaveLength(12);
  const [open] = page.incidents.filter(({ status }) => status !== "resolved");
  expect(open).toMatchObject({ title: "Refunds take longer than usual", impact: "minor" });
  expect(open?.updates).toHaveLength(3);
  expect(page.maintenances.filter(({ status }) => status === "scheduled")).toHaveLength(1);
});

test("its 90 days tell of every story: each component that one touched has less than full uptime", async () => {
  const page = await demoPage();
  const uptimes = new Map(page.components.map(({ name, uptime }) => [name, uptime]));
  for (const name of ["Card payments", "Website", "Checkout", "Email and SMS", "Entry scanning"]) {
    expect(uptimes.get(name), name).toBeLessThan(10_000);
  }
  expect(uptimes.get("Box office")).toBe(10_000);
});

test("its incidents and maintenance are found by a word of an update", async () => {
  const { ctx } = deployment;
  const { pageId } = demoRows(noon);
  const member = { role: "viewer" as const, pageId };
  const reader = { ...ctx(), actor: { kind: "person" as const, id: "ann" }, member };
  const found = await searchOnPage(reader as never, { pageId, search: "capacity", states: [] });
  expect(found.ok && found.value.results.map(({ kind, name }) => [kind, name])).toContainEqual([
    "incident",
    "Refunds take longer than usual",
  ]);
});

test("somebody vouches for each component, as settling has it", async () => {
  const page = await demoPage();
  const { pageId } = demoRows(noon);
  expect(page.components.filter(({ unmonitored }) => unmonitored)).toEqual([]);
  expect(page.components.filter(({ observed }) => observed).map(({ name }) => name)).toEqual(
    page.components.flatMap(({ name }) => (demoMonitors.some(({ component }) => component === name) ? [name] : [])),
  );
  await runBatch(deployment.ctx(), [{ sql: "UPDATE settle SET wanted = wanted + 1", params: [] }]);
  await settlePage(deployment.ctx(), pageId);
  const moved = "SELECT count(*) AS rows FROM status_change WHERE layer = 'coverage'";
  expect(await deployment.bindings.DB.prepare(moved).first()).toEqual({ rows: 0 });
});

test("every layer ends where the rows of today say it stands", () => {
  const { tables } = demoRows(noon);
  const last = new Map<string, unknown>();
  for (const row of tables.rows.get("status_change") ?? []) last.set(`${row.layer} ${row.componentId}`, row.toStatus);
  const open = [...last].filter(([, status]) => status !== null && status !== "operational");
  expect(open).toHaveLength(1);
  expect(toStatus(String(open[0]?.[1]))).toBe("degraded_performance");
});

test("the same start gives the same demo", () => {
  expect(demoRows(noon)).toEqual(demoRows(noon));
  expect(demoRows(noon + 86_400_000)).not.toEqual(demoRows(noon));
});

const minute = 60_000;

test("its target fails for eight minutes of each hour from the one that its address names, and never otherwise", () => {
  const fails = (query: string, at: number) =>
    isDemoTargetFailing(new URL(`https://search.larkfield.example/${query}`), at);
  const failing = (query: string) =>
    Array.from({ length: 120 }, (_, at) => at).filter((at) => fails(query, noon + at * minute));
  const eight = (from: number) => Array.from({ length: 8 }, (_, at) => from + at);
  expect(failing("?q=jazz&fails-at=17")).toEqual([...eight(17), ...eight(77)]);
  expect(failing("?fails-at=56")).toEqual([...eight(0).slice(0, 4), ...eight(56), ...eight(116).slice(0, 4)]);
  for (const query of ["", "?fails-at=", "?fails-at=-3", "?fails-at=soon", "?fails-at=999"])
    expect(failing(query)).toEqual([]);
});

test("its target answers its own names alone, with as little as they take", () => {
  const answer = (address: string) => demoTargetReply(new URL(address), noon, true);
  expect(answer("https://nobody.larkfield.example/").status).toBe(404);
  for (const { settings } of demoMonitors) {
    const { status, body, milliseconds } = answer(settings.url);
    expect(status).toBe(200);
    expect(body.length).toBeLessThan(100);
    expect(milliseconds).toBeLessThan(1500);
  }
});
