import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiToken } from "~/people/tokens/verbs";
import { type BuiltOnCloudflare, startOnCloudflare } from "../support/built-on-cloudflare";
import { openDeployment, type TestDeployment } from "../support/database";
import { type Desk, good, openDesk } from "../support/desk";
import { group } from "../support/ingest";
import { aRule, arrange, aSource, somePeople, type TestSource } from "../support/scenario";

/** The built worker on Workers Free, whose heavy work a page's object does; and the same without objects. */
let deployment: TestDeployment;
let desk: Desk;
let withObjects: BuiltOnCloudflare;
let alone: BuiltOnCloudflare;
let source: TestSource;
let token: string;
beforeAll(async () => {
  deployment = await openDeployment();
  deployment.clock.now = Date.now();
  desk = await openDesk(deployment);
  source = await arrange(deployment, aSource(desk.pageId));
  const ruled = { components: [desk.components[1]], holdSeconds: 0 };
  await arrange(deployment, aRule({ id: source.id, pageId: desk.pageId }, ruled));
  await arrange(deployment, somePeople({ id: "founder", name: "Founder", email: null, operator: true }));
  const life = { name: "Desk", role: "owner", readOnly: false, inUrl: false, life: "90" } as const;
  token = (await good(createApiToken(desk.owner(), life))).secret ?? "";
  const settings = { UPFRONT_METER: "1" };
  withObjects = await startOnCloudflare(deployment, { settings });
  alone = await startOnCloudflare(deployment, { settings, withObjects: false });
}, 240_000);
afterAll(async () => {
  await Promise.all([withObjects.stop(), alone.stop()]);
  await deployment.close();
});

/** Opens an incident; the statements of the invocation that answered. */
async function openOne(worker: BuiltOnCloudflare, title: string): Promise<number> {
  const components = { [desk.components[0]]: "partial_outage" };
  const answer = await worker.fetch(`/api/v1/pages/${desk.pageId}/incidents`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ incident: { name: title, body: "We look.", status: "investigating", components } }),
  });
  expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining(title)]);
  return Number(/statements=(\d+)/.exec(answer.headers.get("server-timing") ?? "")?.[1]);
}

const front = async (worker: BuiltOnCloudflare) => (await worker.fetch(`/${desk.slug}`)).text();

test("an action is shown when it is answered, and an object has published it", async () => {
  const helped = await openOne(withObjects, "Slow checkout");
  expect(await front(withObjects)).toContain("Slow checkout");
  const here = await openOne(alone, "Slow search");
  expect(await front(alone)).toContain("Slow search");
  expect(here - helped).toBeGreaterThanOrEqual(8);
});

test("a delivery moves its component and opens its incident, settled by an object", async () => {
  const body = JSON.stringify(group([{ key: "db" }]));
  const headers = { "content-type": "application/json" };
  expect((await withObjects.fetch(`/ingest/${source.token}`, { method: "POST", headers, body })).status).toBe(202);
  const end = Date.now() + 20_000;
  const isShown = async () => /major outage/i.test(await front(withObjects));
  while (!(await isShown()) && Date.now() < end) await new Promise((next) => setTimeout(next, 200));
  expect(await isShown()).toBe(true);
});
