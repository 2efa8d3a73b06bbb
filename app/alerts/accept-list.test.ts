import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { handleIngestRequest } from "~/alerts/api/ingest";
import { readBatch } from "~/db/read";
import { componentTable } from "~/db/schema";
import { group, rowsOf, type TestAlert } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, aPage, arrange, type TestSource } from "../../tests/support/scenario";
import { cutListAlertKey } from "./rules/cut-list";

const deployment = deploymentOfFile();

/** Window in which so many alerts may change (spec §9); beyond that a sender is asked to retry. */
const aWindow = 5 * 60_000;

const described = "d".repeat(2700);

/**
 * Alerts in the form in which a real Alertmanager sends a group of many hosts: its descriptions come from templates
 * (issue reports, `am-100x2700.py`).
 */
const hosts = (count: number, more: Partial<TestAlert> = {}): TestAlert[] =>
  Array.from({ length: count }, (_, at) => {
    return { key: `h${at}`, annotations: { summary: "down", description: described }, ...more };
  });

async function send(from: TestSource, body: unknown, token = from.token): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": "application/json" };
  const request = new Request(`http://localhost:8787/ingest/${token}`, { method: "POST", headers, body: text });
  const { status } = await handleIngestRequest(request, deployment.ctx());
  deployment.clock.now += aWindow;
  return status;
}

async function alertsOf(from: TestSource) {
  const { alerts } = await rowsOf(deployment.ctx(), from);
  const marks = alerts.filter(({ key }) => key.startsWith("upfront:"));
  const own = alerts.filter((each) => !marks.includes(each));
  const firing = own.filter(({ state }) => state === "firing").map(({ key }) => key);
  return { own, firing, marks: marks.map(({ key, state }) => ({ key, state })) };
}

const source = (kind = "alertmanager", settings: object = {}) => arrange(deployment, aLoneSource({ kind, settings }));

const over = () => ({ status: "resolved", endsAt: deployment.clock.now });

test("a group of 100 alerts of 2.7 KB is taken whole, and all of it recovers", async () => {
  const from = await source();
  expect(await send(from, group(hosts(100)))).toBe(202);
  expect((await alertsOf(from)).firing).toHaveLength(100);
  expect(await send(from, group(hosts(100, over())))).toBe(202);
  expect(await alertsOf(from)).toMatchObject({ firing: [], marks: [] });
});

test("of 250 alerts 200 are taken, and that is told once; all recover by one body", async () => {
  const from = await source();
  for (const _ of [1, 2]) expect(await send(from, group(hosts(250)))).toBe(202);
  expect(await alertsOf(from)).toMatchObject({ marks: [{ key: cutListAlertKey("g"), state: "firing" }] });
  expect((await alertsOf(from)).firing).toHaveLength(200);
  expect(await send(from, group(hosts(250, over())))).toBe(202);
  const { firing, own, marks } = await alertsOf(from);
  expect({ firing, marks }).toEqual({ firing: [], marks: [{ key: cutListAlertKey("g"), state: "resolved" }] });
  expect(own.every(({ title }) => title === "down")).toBe(true);
});

test("where more fires than is taken, what is said to be over is over, and nothing else", async () => {
  const from = await source();
  await send(from, group(hosts(200)));
  const some = hosts(450).map((each, at) =>
    at < 50 ? { ...each, ...over(), annotations: {} } : { ...each, annotations: {} },
  );
  expect(await send(from, group(some))).toBe(202);
  const { firing, marks } = await alertsOf(from);
  expect(firing).toHaveLength(200);
  expect(firing).not.toContain("h49");
  expect(marks).toEqual([{ key: cutListAlertKey("g"), state: "firing" }]);
  await send(from, group(hosts(1, over()), { groupKey: "another" }));
  expect((await alertsOf(from)).marks).toEqual(marks);
});

test("beyond a megabyte what was read in whole is taken, and the source is marked", async () => {
  const from = await source();
  const long = group(hosts(450));
  const { groupKey, version, ...first } = long;
  expect(await send(from, { ...first, version, groupKey })).toBe(202);
  const { firing, marks } = await alertsOf(from);
  expect(firing).toHaveLength(200);
  expect(marks).toEqual([{ key: cutListAlertKey(""), state: "firing" }]);
  expect(await send(from, { ...group(hosts(450, over())) })).toBe(202);
  expect((await alertsOf(from)).firing).toEqual([]);
});

test.each([
  ["grafana", {}, (alerts: TestAlert[]) => group(alerts)],
  ["prometheus", {}, (alerts: TestAlert[]) => group(alerts).alerts],
  [
    "json",
    { list: "alerts", id: "fingerprint", state: "status", title: "annotations.summary" },
    (alerts: TestAlert[]) => group(alerts),
  ],
])("%s: 250 alerts of 2.7 KB, and their recovery", async (kind, settings, bodyOf) => {
  const from = await source(kind, settings);
  const answers = [await send(from, bodyOf(hosts(250)))];
  expect((await alertsOf(from)).firing).toHaveLength(200);
  answers.push(await send(from, bodyOf(hosts(250, over()))));
  expect((await alertsOf(from)).firing).toEqual([]);
  expect(answers.every((status) => status >= 200 && status < 300)).toBe(true);
});

test("nobody's address, and a kind without a list, are read as little as before", async () => {
  const from = await source("json", { id: "key", title: "text" });
  const large = { key: "a", text: "x".repeat(300_000) };
  expect(await send(from, large)).toBe(413);
  expect(await send(from, group(hosts(100)), "nobody")).toBe(404);
});

test("5,001 keys are a list if there is one in them", async () => {
  const from = await source();
  const labels = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`l${at}`, "x"]));
  const many = Array.from({ length: 190 }, (_, at) => ({ key: `k${at}`, labels: { ...labels, instance: `k${at}` } }));
  expect(await send(from, group(many))).toBe(202);
  expect((await alertsOf(from)).firing).toHaveLength(190);
  expect(await send(from, Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`k${at}`, 1])))).toBe(400);
});

test("never green by absence: while alerts were cut out, a component of the source gets no better; whole again, it does", async () => {
  const page = await arrange(deployment, aPage({ slug: "cut", mode: "none" }));
  const from = { id: page.sourceId, pageId: page.id, token: page.token } as TestSource;
  const statusNow = async () => {
    await deployment.settled();
    const { db } = deployment.ctx();
    const [rows] = await readBatch(
      deployment.ctx(),
      db.select().from(componentTable).where(eq(componentTable.pageId, page.id)),
    );
    return rows.map(({ observedStatus }) => observedStatus).filter((status) => status !== "operational");
  };
  await send(from, group(hosts(250)));
  const red = await statusNow();
  expect(red.length).toBeGreaterThan(0);
  // All alerts that are read have recovered; those behind the first megabyte still fire.
  const { groupKey, ...rest } = group([...hosts(350, over()), ...hosts(100)]);
  await send(from, { ...rest, groupKey });
  expect((await alertsOf(from)).firing.length).toBeLessThan(200);
  expect(await statusNow()).toEqual(red);
  await send(from, group(hosts(250, over())));
  await send(from, group(hosts(250, over()), { groupKey: "" }));
  expect(await alertsOf(from)).toMatchObject({ firing: [], marks: [{ state: "resolved" }, { state: "resolved" }] });
  expect(await statusNow()).toEqual([]);
});

test("a signature over more than is read proves nothing: the body is too large, and nothing of it is in", async () => {
  const from = await source("grafana", { secret: "example-secret" });
  expect(await send(from, group(hosts(450)))).toBe(413);
  expect((await alertsOf(from)).own).toEqual([]);
});
