import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saveRule } from "~/alert-rules/save";
import { deleteRule } from "~/alert-rules/verbs";
import { createComponent } from "~/components/create";
import { updateHeartbeat } from "~/heartbeats/update";
import { deleteHeartbeat } from "~/heartbeats/verbs";
import { bulkChangeMonitors } from "~/monitors/bulk";
import { updateMonitor } from "~/monitors/update";
import { deleteMonitor, pauseMonitor, resumeMonitor } from "~/monitors/verbs";
import { resetIsolate } from "~/platform/isolate";
import { noOutbound } from "~/platform/outbound";
import { createSource } from "~/sources/create";
import { sendSourceTest } from "~/sources/send-test";
import { deleteSource } from "~/sources/verbs";
import { good } from "../support/desk";
import { openHeartbeats } from "../support/heartbeat-desk";
import { group } from "../support/ingest";
import { watch } from "../support/monitors";
import { tickMinutes } from "../support/watched";
import { openBrowser } from "../support/worker";

/** What visitors read follows what watches a component: within a tick, whoever made it or ended it. */
let house: Awaited<ReturnType<typeof openHeartbeats>>;
/** The only one of the page that nobody keeps by hand. */
let shop: string;

/** While nobody vouches for it, and once somebody does. */
const nobody = "All monitored systems operational";
const well = "All systems operational";

beforeEach(async () => {
  resetIsolate();
  house = await openHeartbeats();
  const { pageId } = house.desk;
  shop = (await good(createComponent(house.desk.as("admin"), { pageId, name: "Shop" }))).id;
  await house.desk.deployment.settled();
  const answer = {
    ok: true,
    status: 200,
    headers: new Headers(),
    text: "",
    truncated: false,
    milliseconds: 9,
  } as const;
  house.desk.deployment.way.outbound = () => ({ ...noOutbound, fetch: async () => answer });
});
afterEach(() => house.close());

/** The headline as visitors read it. */
async function told(): Promise<string[]> {
  const visitor = await openBrowser(house.desk.deployment);
  const html = await (await visitor.go("/acme")).text();
  return [nobody, well].filter((words) => html.includes(`>${words}<`));
}

const admin = () => house.desk.as("admin");
const tick = () => tickMinutes(house.desk.deployment);
/** So long what came back a second time vouches before it is believed. */
const steady = () => tickMinutes(house.desk.deployment, 10);
const target = (id: string) => ({ pageId: house.desk.pageId, id });
const moving = () => ({ [shop]: "major_outage" as const });

/** A monitor that was checked once. */
async function checked(over: Parameters<typeof watch>[1] = {}): Promise<string> {
  const id = await watch(house.desk, { interval: 1, components: moving(), ...over });
  await tick();
  await tick();
  return id;
}

describe("a monitor", () => {
  test("vouches with its first result, and not before", async () => {
    expect(await told()).toEqual([nobody]);
    await watch(house.desk, { interval: 1, components: moving() });
    await house.desk.deployment.settled();
    expect(await told()).toEqual([nobody]);
    await tick();
    await tick();
    expect(await told()).toEqual([well]);
  });

  test("that is deleted, alone or among others, vouches for nothing any more", async () => {
    const [one, other] = [await checked(), await checked({ name: "Second" })];
    await good(deleteMonitor(admin(), target(one)));
    await tick();
    expect(await told()).toEqual([well]);
    await good(bulkChangeMonitors(admin(), { pageId: house.desk.pageId, ids: [other], action: "delete" }));
    await tick();
    expect(await told()).toEqual([nobody]);
  });

  test("that is given components vouches for them, and taken from them for none", async () => {
    const id = await checked({ components: {} });
    expect(await told()).toEqual([nobody]);
    await good(updateMonitor(admin(), { ...target(id), components: moving() }));
    await tick();
    expect(await told()).toEqual([well]);
    await good(updateMonitor(admin(), { ...target(id), components: {} }));
    await tick();
    expect(await told()).toEqual([nobody]);
  });

  test("that is paused and goes on is no data until it has looked, and never not monitored", async () => {
    const id = await checked();
    await good(pauseMonitor(admin(), target(id)));
    await tick();
    expect(await told()).toEqual([]);
    house.desk.deployment.way.outbound = () => noOutbound;
    await good(resumeMonitor(admin(), target(id)));
    await tick();
    expect(await told()).toEqual([]);
  });
});

describe("a heartbeat", () => {
  test("vouches from its first ping until it is deleted or taken from its components", async () => {
    const { id, uuid } = await house.make({ components: moving() });
    await tick();
    expect(await told()).toEqual([]);
    await house.ping(uuid);
    await tick();
    expect(await told()).toEqual([well]);
    await good(updateHeartbeat(admin(), { ...target(id), components: {} }));
    await tick();
    expect(await told()).toEqual([nobody]);
    await good(updateHeartbeat(admin(), { ...target(id), components: moving() }));
    await tick();
    expect(await told()).toEqual([nobody]);
    await steady();
    expect(await told()).toEqual([well]);
    await good(deleteHeartbeat(admin(), target(id)));
    await tick();
    expect(await told()).toEqual([nobody]);
  });
});

describe("a source", () => {
  /** One more rule, above the one that takes the rest. */
  async function ruled(sourceId: string): Promise<string> {
    const { pageId } = house.desk;
    const match = { title: "Website*" };
    const rule = await good(saveRule(admin(), { pageId, sourceId, match, mode: "none", components: moving() }));
    await tick();
    return rule.id;
  }

  const deliver = async (ingestUrl: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const sender = await openBrowser(house.desk.deployment);
    const { pathname } = new URL(ingestUrl);
    const answer = await sender.go(pathname, { method: "POST", headers, body: JSON.stringify(body) });
    await house.desk.deployment.settled();
    return answer.status;
  };

  const made = (promise: { heartbeatSeconds?: number }) => {
    const { pageId } = house.desk;
    return good(createSource(admin(), { pageId, kind: "alertmanager", name: "Prometheus", ...promise }));
  };

  test("that promises nothing vouches for nothing, whatever it delivers", async () => {
    const { id, ingestUrl } = await made({});
    await ruled(id);
    expect(await deliver(ingestUrl, group([{ key: "other", status: "resolved" }]))).toBeLessThan(300);
    await tick();
    expect(await told()).toEqual([nobody]);
  });

  test("vouches by its rules from its first delivery, until these or the source itself are deleted", async () => {
    const { pageId } = house.desk;
    const { id: sourceId, ingestUrl } = await made({ heartbeatSeconds: 3600 });
    const rule = await ruled(sourceId);
    expect(await told()).toEqual([nobody]);
    await good(sendSourceTest(admin(), { pageId, id: sourceId }));
    expect(await deliver(ingestUrl, { not: "what it sends" })).toBeGreaterThanOrEqual(400);
    await tick();
    expect(await told()).toEqual([nobody]);
    expect(await deliver(ingestUrl, group([{ key: "other", status: "resolved" }]))).toBeLessThan(300);
    await tick();
    expect(await told()).toEqual([well]);
    await good(deleteRule(admin(), { pageId, sourceId, id: rule }));
    await tick();
    expect(await told()).toEqual([nobody]);
    await ruled(sourceId);
    expect(await told()).toEqual([nobody]);
    await steady();
    expect(await told()).toEqual([well]);
    await good(deleteSource(admin(), { pageId, id: sourceId }));
    await tick();
    expect(await told()).toEqual([nobody]);
  });
});
