import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable, monitorTable, sourceTable } from "~/db/schema";
import { refusalText } from "~/i18n/refusal-text";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { aMonitor, firing, hush, planOf, shardsOf, watch } from "../../tests/support/monitors";
import { nodeOutbound } from "../../tests/support/outbound";
import { bulkChangeMonitors } from "./bulk";
import { checkMonitorNow } from "./check-now";
import { createMonitor } from "./create";
import { readMonitor } from "./read";
import { updateMonitor } from "./update";

let desk: Desk;
let server: Server;
let url: string;
const asked: string[] = [];
beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own", UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  desk.deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  server = createServer((request, response) => {
    asked.push(request.headers.authorization ?? "");
    response.writeHead(request.url === "/broken" ? 500 : 200).end("well");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await desk.deployment.settled();
  await desk.close();
});

const admin = () => {
  desk.deployment.clock.now += 1000;
  return desk.as("admin");
};
const settings = (path: string) => ({ url: `${url}${path}`, auth: "bearer", token: hush });
const state = async (id: string) => (await good(readMonitor(admin(), { pageId: desk.pageId, id }))).state;

test("a check of now says each step, and changes nothing", async () => {
  const ids = [await watch(desk, { settings: settings("/") }), await watch(desk, { settings: settings("/broken") })];
  const before = [
    await shardsOf(admin(), desk.pageId),
    await readBatch(admin(), admin().db.select().from(auditEntryTable)),
  ];
  const [well, broken] = [
    await good(checkMonitorNow(desk.as("responder"), { pageId: desk.pageId, id: ids[0] ?? "" })),
    await good(checkMonitorNow(desk.as("responder"), { pageId: desk.pageId, id: ids[1] ?? "" })),
  ];
  expect(well).toMatchObject({ verdict: "up", at: desk.deployment.clock.now });
  expect(broken).toMatchObject({ verdict: "down", code: "status" });
  expect([well.steps.every((each) => each.ok), broken.steps.some((each) => !each.ok)]).toEqual([true, true]);
  expect(asked).toEqual([`Bearer ${hush}`, `Bearer ${hush}`]);
  expect(JSON.stringify([well, broken])).not.toContain(hush);
  expect([
    await shardsOf(admin(), desk.pageId),
    await readBatch(admin(), admin().db.select().from(auditEntryTable)),
  ]).toEqual(before);
});

test("an answer that is too slow for it is said as a step of its own", async () => {
  const id = await watch(desk, { settings: settings("/"), degradedAboveMs: 1 });
  const { steps } = await good(checkMonitorNow(admin(), { pageId: desk.pageId, id }));
  const { title, detail } = steps.at(-1) ?? { title: "check.settings", detail: "check.settings" };
  expect(title).toBe("check.response_time");
  expect(refusalText(detail, "en")).toContain("more than 1 ms");
});

test("six checks of now a minute and monitor, no more", async () => {
  const [id, next] = [await watch(desk, { settings: settings("/") }), await watch(desk, { settings: settings("/") })];
  const look = (of: string) => checkMonitorNow(desk.as("responder"), { pageId: desk.pageId, id: of });
  for (let count = 0; count < 6; count++) await good(look(id));
  expect(await failureOf(look(id))).toMatchObject({ name: "limited", retryAfter: expect.any(Number) });
  await good(look(next));
  desk.deployment.clock.now += 60_000;
  await good(look(id));
});

test("settings that no secret opens any more are said so, and nobody is called", async () => {
  const id = await watch(desk, { settings: settings("/") });
  await admin().d1.prepare("UPDATE source SET settings_sealed = 'x' WHERE id = ?1").bind(id).run();
  const calls = asked.length;
  expect(await good(checkMonitorNow(admin(), { pageId: desk.pageId, id }))).toMatchObject({
    verdict: "blocked",
    code: "sealed",
  });
  expect(asked.length).toBe(calls);
  expect(await good(readMonitor(admin(), { pageId: desk.pageId, id }))).toMatchObject({ target: "", settings: {} });
});

test("many are paused and resumed in one commit", async () => {
  const ids = [await watch(desk), await watch(desk), await watch(desk)];
  await firing(desk, ids[0] ?? "");
  const commitId = admin().id();
  const given = { pageId: desk.pageId, ids: ids.slice(0, 2), action: "pause", commitId };
  await good(bulkChangeMonitors(admin(), given));
  await good(bulkChangeMonitors(admin(), given));
  expect(await Promise.all(ids.map(state))).toEqual(["paused", "paused", "new"]);
  for (const id of ids.slice(0, 2)) expect(await planOf(admin(), desk.pageId, id)).toMatchObject({ paused: true });
  const [entries] = await readBatch(
    admin(),
    admin().db.select().from(auditEntryTable).where(eq(auditEntryTable.id, commitId)),
  );
  expect(entries).toMatchObject([
    { action: "monitor.bulk_pause", before: { monitors: [{ name: "Shop" }, { name: "Shop" }] } },
  ]);
  await good(bulkChangeMonitors(admin(), { pageId: desk.pageId, ids, action: "resume" }));
  expect(await Promise.all(ids.map(state))).toEqual(["no_data", "no_data", "new"]);
});

test("tags come and go; nobody gets an eleventh", async () => {
  const [one, two] = [await watch(desk, { tags: ["eu"] }), await watch(desk, { tags: [..."abcdefghij"] })];
  const tagsOf = async (id: string) => (await good(readMonitor(admin(), { pageId: desk.pageId, id }))).tags;
  const tag = (action: string, value: string, ids: string[]) =>
    bulkChangeMonitors(admin(), { pageId: desk.pageId, ids, action, value });
  await good(tag("add_tag", "shop", [one]));
  await good(tag("add_tag", "eu", [one]));
  expect((await tagsOf(one)).toSorted()).toEqual(["eu", "shop"]);
  expect(await failureOf(tag("add_tag", "shop", [one, two]))).toMatchObject({ fields: { value: expect.any(String) } });
  await good(tag("remove_tag", "a", [one, two]));
  expect([(await tagsOf(one)).length, (await tagsOf(two)).length]).toEqual([2, 9]);
});

test("an interval for many spreads them again", async () => {
  const ids = [];
  for (let count = 0; count < 10; count++) ids.push(await watch(desk, { interval: 60 }));
  await good(bulkChangeMonitors(admin(), { pageId: desk.pageId, ids, action: "set_interval", value: "10" }));
  const plans = await Promise.all(ids.map((id) => planOf(admin(), desk.pageId, id)));
  expect(plans.every((each) => each?.interval === 10)).toBe(true);
  expect(new Set(plans.map((each) => each?.phase)).size).toBeGreaterThan(5);
});

test("whoever is asked for a monitor is asked no more often than its kind allows", async () => {
  const pageId = desk.pageId;
  const domain = { kind: "domain", settings: { name: "example.com" } };
  const often = createMonitor(admin(), aMonitor(desk, { ...domain, interval: 30 }));
  expect(await failureOf(often)).toMatchObject({ name: "invalid", fields: { interval: expect.any(String) } });
  const id = await watch(desk, { ...domain, interval: 60 });
  const { version } = await good(readMonitor(admin(), { pageId, id }));
  const changed = updateMonitor(admin(), { pageId, id, version, interval: 30 });
  expect(await failureOf(changed)).toMatchObject({ fields: { interval: expect.any(String) } });
  const ids = [id, await watch(desk)];
  const many = (value: string) => bulkChangeMonitors(admin(), { pageId, ids, action: "set_interval", value });
  expect(await failureOf(many("10"))).toMatchObject({ fields: { value: expect.any(String) } });
  await good(many("60"));
});

test("many are deleted with all they have, or none is when one is not there", async () => {
  const ids = [await watch(desk), await watch(desk)];
  const remove = (which: string[]) =>
    bulkChangeMonitors(admin(), { pageId: desk.pageId, ids: which, action: "delete" });
  expect(await failureOf(remove([...ids, "nobody"]))).toMatchObject({ name: "missing" });
  await good(remove(ids));
  const [monitors, sources] = await readBatch(
    admin(),
    admin().db.select({ id: monitorTable.id }).from(monitorTable),
    admin().db.select({ id: sourceTable.id }).from(sourceTable),
  );
  for (const id of ids) {
    expect([...monitors, ...sources].some((each) => each.id === id)).toBe(false);
    expect(await planOf(admin(), desk.pageId, id)).toBeUndefined();
  }
});

test.each([
  ["nothing ticked", { ids: [], action: "pause" }, "ids"],
  ["more than fifty", { ids: Array.from({ length: 51 }, (_, index) => `${index}`), action: "pause" }, "ids"],
  ["a deed that is none", { ids: ["x"], action: "paint" }, "action"],
  ["an interval that is none", { ids: ["x"], action: "set_interval", value: "4" }, "value"],
  ["no interval", { ids: ["x"], action: "set_interval", value: "" }, "value"],
  ["no tag", { ids: ["x"], action: "add_tag", value: "" }, "value"],
])("%s is refused", async (_, given, field) => {
  const failure = await failureOf(bulkChangeMonitors(admin(), { pageId: desk.pageId, ...given }));
  expect(failure).toMatchObject({ name: "invalid", fields: { [field]: expect.any(String) } });
});

test("somebody else's are not there", async () => {
  const other = await openDesk(desk.deployment, "other");
  const id = await watch(desk);
  const there = { pageId: other.pageId, ids: [id], action: "delete" };
  expect(await failureOf(bulkChangeMonitors(other.as("admin"), there))).toMatchObject({ name: "missing" });
  expect(await failureOf(checkMonitorNow(other.as("admin"), { pageId: other.pageId, id }))).toMatchObject({
    name: "missing",
  });
  expect(await state(id)).toBe("new");
});
