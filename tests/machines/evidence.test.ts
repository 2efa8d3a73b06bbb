import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { readMonitorEvidence } from "~/monitors/evidence";
import { evidenceRetentionMs } from "~/monitors/rules/evidence";
import { deleteMonitor } from "~/monitors/verbs";
import { type Desk, good, openDesk } from "../support/desk";
import { type Hook, startHook } from "../support/hook";
import { nodeOutbound } from "../support/outbound";
import { arrange, someMonitors } from "../support/scenario";
import { openSignedIn } from "../support/sign-in";
import { tickMinutes } from "../support/watched";
import { openBrowser } from "../support/worker";

/** What a check saw that found something down is kept for the team, without secrets, in as few rows as it takes. */
const token = "a-token-of-ours-4711";
const minute = 60_000;

let desk: Desk;
let target: Hook;
let isDown = false;

beforeAll(async () => {
  desk = await openDesk();
  target = await startHook();
  desk.deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  target.answer(({ headers }) => ({
    status: isDown ? 503 : 200,
    headers: { "set-cookie": "sid=only-for-us", "x-trace": `asked with ${headers.authorization}` },
    text: `Out of order.\nYou sent ${headers.authorization}\n${"x".repeat(5000)}`,
  }));
  const settings = { url: `${target.url}/health`, auth: "bearer", token };
  await arrange(
    desk.deployment,
    someMonitors(desk.pageId, [{ id: "web", name: "Web", settings, components: [desk.components[0]] }]),
  );
});
afterAll(async () => {
  await target.close();
  await desk.close();
});

const kept = () => good(readMonitorEvidence(desk.as("viewer"), { pageId: desk.pageId, id: "web" }));
const rows = async () => {
  const { results } = await desk.deployment.bindings.DB.prepare("SELECT * FROM monitor_evidence").all();
  return results;
};

test("the first check that saw it is kept once it turns, with steps, headers and the beginning of its answer; no secret is anywhere", async () => {
  await tickMinutes(desk.deployment, 2);
  expect(await rows()).toEqual([]);
  isDown = true;
  await tickMinutes(desk.deployment, 1);
  const since = desk.deployment.clock.now;
  expect(await rows()).toEqual([]);
  await tickMinutes(desk.deployment, 1);
  const [evidence] = await kept();
  expect(evidence).toMatchObject({
    at: since,
    last: null,
    first: { code: "status", seenAt: since },
  });
  const { answer, steps } = evidence?.first ?? { answer: null, steps: [] };
  expect(answer?.status).toBe(503);
  expect(answer?.body).toMatch(/^Out of order\.\nYou sent ••••\nx+$/);
  expect(answer?.body.length).toBe(2048);
  expect(answer?.headers).toContain("set-cookie: ••••\n");
  expect(answer?.headers).toContain("x-trace: asked with ••••");
  expect(steps.some(({ ok }) => !ok)).toBe(true);
  expect(JSON.stringify(await rows())).not.toMatch(/ours-4711|only-for-us/);
});

test("while it stays down a row more is written once an hour and not with each check", async () => {
  const before = await rows();
  await tickMinutes(desk.deployment, 3);
  expect(await rows()).toEqual(before);
  await tickMinutes(desk.deployment, 60);
  const [evidence, ...none] = await kept();
  expect(none).toEqual([]);
  expect(evidence?.first.seenAt).toBeLessThan(evidence?.last?.seenAt ?? 0);
});

test("of two checks that are shown each says when its answer was seen", async () => {
  const text = await (await (await openSignedIn(desk.deployment)).go("/manage/acme/monitors/web")).text();
  const labels = [...text.matchAll(/aria-label="(Response body[^"]*)"/g)].map(([, label]) => label);
  expect(labels).toHaveLength(2);
  expect(new Set(labels).size).toBe(2);
});

test("it stands on the monitor's page and its alert's, and on none that visitors see", async () => {
  const person = await openSignedIn(desk.deployment);
  const { results } = await desk.deployment.bindings.DB.prepare("SELECT id FROM alert WHERE key = 'down'").all<{
    id: string;
  }>();
  for (const path of ["monitors/web", `alerts/${encodeURIComponent(results[0]?.id ?? "")}`]) {
    const text = await (await person.go(`/manage/acme/${path}`)).text();
    expect(text).toContain("Out of order.");
    expect(text).not.toMatch(/ours-4711|only-for-us/);
  }
  const visitor = await openBrowser(desk.deployment);
  for (const path of ["/acme", `/acme/components/${desk.components[0]}`])
    expect(await (await visitor.go(path)).text()).not.toContain("Out of order.");
});

test("while it is down what the last check saw is open, and stands above the response times", async () => {
  const text = await (await (await openSignedIn(desk.deployment)).go("/manage/acme/monitors/web")).text();
  const [seen, chart] = [text.indexOf("What checks saw"), text.indexOf('id="response-times"')];
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(chart);
  expect(text.slice(seen, chart).match(/<details open=""/g)).toHaveLength(1);
  expect(text.slice(seen, chart)).toContain("It answered 503, not 200-299.");
});

test("one that flaps leaves a row in a quarter of an hour", async () => {
  const before = (await rows()).length;
  for (let round = 0; round < 4; round++) {
    isDown = false;
    await tickMinutes(desk.deployment, 2);
    isDown = true;
    await tickMinutes(desk.deployment, 2);
  }
  expect((await rows()).length - before).toBeLessThanOrEqual(2);
});

test("one that flaps and then stays down is seen within an hour and a quarter", async () => {
  for (const [down, minutes] of [
    [false, 20],
    [true, 2],
    [false, 2],
    [true, 80],
  ] as const) {
    isDown = down;
    await tickMinutes(desk.deployment, minutes);
  }
  const [evidence] = await kept();
  expect(evidence?.at).toBe(desk.deployment.clock.now - 79 * minute);
  expect(evidence?.first.code).toBe("status");
});

/** A pass of the purge takes three tables. */
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    desk.deployment.clock.now += 24 * 60 * minute;
    await tickMinutes(desk.deployment, 15);
  }
}

test("it is gone after 30 days, and with its monitor", async () => {
  const { deployment } = desk;
  isDown = false;
  await tickMinutes(deployment, 2);
  const old = "UPDATE monitor_evidence SET at = at - ?1";
  await runBatch(deployment.ctx(), [{ sql: old, params: [evidenceRetentionMs] }]);
  await days(3);
  expect(await rows()).toEqual([]);
  const one = "INSERT INTO monitor_evidence (monitor_id, at, page_id, first) VALUES ('web', ?2, ?1, '{}')";
  await runBatch(deployment.ctx(), [{ sql: one, params: [desk.pageId, deployment.clock.now] }]);
  await good(deleteMonitor(desk.as("admin"), { pageId: desk.pageId, id: "web" }));
  await days(2);
  expect(await rows()).toEqual([]);
});
