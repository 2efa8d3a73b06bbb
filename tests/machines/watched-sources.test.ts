import { afterAll, beforeAll, expect, test } from "vitest";
import { saveRule } from "~/alert-rules/save";
import { deleteRule, listRules, moveRule } from "~/alert-rules/verbs";
import { createHeartbeat } from "~/heartbeats/create";
import { createSource } from "~/sources/create";
import { listDeliveries } from "~/sources/list-deliveries";
import { readSource } from "~/sources/read";
import { rotateSourceAddress } from "~/sources/rotation";
import { sendSourceTest } from "~/sources/send-test";
import { updateSource } from "~/sources/update";
import { deleteSource, listSources } from "~/sources/verbs";
import { type Desk, failureOf, good, openDesk } from "../support/desk";
import { group } from "../support/ingest";
import { watch } from "../support/monitors";
import { type Browser, openBrowser } from "../support/worker";

/** A monitor and a heartbeat each are a source of alerts, but no outside source. */
let desk: Desk;
let browser: Browser;
let source: string;
let own: { monitor: string; heartbeat: string };
let pingUrl: string;

beforeAll(async () => {
  desk = await openDesk();
  browser = await openBrowser(desk.deployment);
  const admin = desk.as("admin");
  const { pageId } = desk;
  source = (await good(createSource(admin, { pageId, kind: "alertmanager", name: "Prometheus" }))).id;
  const heartbeat = await good(createHeartbeat(admin, { pageId, name: "Backup" }));
  pingUrl = heartbeat.pingUrl;
  own = { monitor: await watch(desk), heartbeat: heartbeat.id };
  await desk.deployment.settled();
});
afterAll(() => desk.close());

test("the list of sources and of their rules is of outside sources", async () => {
  const { pageId } = desk;
  const sources = await good(listSources(desk.as("viewer"), { pageId }));
  expect(sources.map(({ id }) => id)).toEqual([source]);
  const rules = await good(listRules(desk.as("viewer"), { pageId }));
  expect(rules.map((each) => each.sourceId)).toEqual([source]);
});

test.each(["monitor", "heartbeat"] as const)("as a source, a %s is missing everywhere", async (family) => {
  const admin = desk.as("admin");
  const about = { pageId: desk.pageId, id: own[family] };
  const ofIt = { pageId: desk.pageId, sourceId: own[family] };
  const answers = await Promise.all([
    failureOf(readSource(admin, about)),
    failureOf(updateSource(admin, { ...about, name: "Other" })),
    failureOf(rotateSourceAddress(admin, about)),
    failureOf(deleteSource(admin, about)),
    failureOf(sendSourceTest(admin, about)),
    failureOf(listDeliveries(admin, ofIt)),
    failureOf(saveRule(admin, { ...ofIt, mode: "publish" })),
  ]);
  expect(answers.map((each) => each?.name)).toEqual(answers.map(() => "missing"));
  expect(await good(listRules(admin, ofIt))).toEqual([]);
});

test("the rules of a monitor are changed on its form only", async () => {
  const admin = desk.as("admin");
  const { d1 } = desk.deployment.ctx();
  const { results } = await d1
    .prepare("SELECT id FROM rule WHERE source_id = ?1")
    .bind(own.monitor)
    .all<{ id: string }>();
  expect(results).toHaveLength(2);
  for (const { id } of results) {
    const about = { pageId: desk.pageId, id };
    expect(await failureOf(deleteRule(admin, about))).toMatchObject({ name: "missing" });
    expect(await failureOf(moveRule(admin, { ...about, direction: "up" }))).toMatchObject({ name: "missing" });
  }
});

test("a delivery to a heartbeat's address is 404, and leaves nothing", async () => {
  const uuid = pingUrl.split("/").at(-1) ?? "";
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(group([{ key: "one" }]));
  const answer = await browser.go(`/ingest/${uuid}`, { method: "POST", headers, body });
  expect(answer.status).toBe(404);
  const { d1 } = desk.deployment.ctx();
  expect(await d1.prepare("SELECT count(*) AS n FROM delivery").bind().all()).toMatchObject({ results: [{ n: 0 }] });
});
