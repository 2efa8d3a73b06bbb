import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { credentialsOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let browser: Browser;
let stages: [Stage, Stage];

beforeAll(async () => {
  deployment = await openDeployment();
  browser = await openBrowser(deployment);
  await makePeople(deployment);
  const owner = new Owner(browser, deployment);
  stages = [await setStage(deployment, owner, "acme"), await setStage(deployment, owner, "secret")];
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE page SET visibility = 'members' WHERE slug = 'secret'").bind().run();
  await d1.prepare("UPDATE snapshot SET visibility = 'members' WHERE slug = 'secret'").bind().run();
});
afterAll(() => deployment.close());

test("what somebody else's page has is not there under one's own", async () => {
  const [mine, theirs] = stages;
  const headers = credentialsOf("owner");
  const ids = { components: theirs.components[0], incidents: theirs.incident, sources: theirs.sourceId };
  for (const [noun, id] of Object.entries({
    ...ids,
    rules: theirs.ruleId,
    channels: theirs.channel,
    monitors: theirs.monitor,
    heartbeats: theirs.heartbeat,
    maintenances: theirs.maintenance,
  })) {
    const path = `/api/v1/pages/${mine.slug}/${noun}/${id}`;
    expect([path, (await browser.go(path, { headers })).status]).toEqual([path, 404]);
  }
});

test("the programs' other addresses: by what is in them, and alike for whatever is not to be seen", async () => {
  const status = async (path: string, init?: RequestInit) => (await browser.go(path, init)).status;
  expect(await status("/ingest/no-such-token", { method: "POST", body: "{}" })).toBe(404);
  expect(await status(`/ingest/${stages[0].token}`)).toBe(405);
  expect(await status("/ping/5f4dcc3b-5aa7-45d6-b8e1-1b2c3d4e5f60", { method: "POST" })).toBe(404);
  expect(await status("/ping/no-such-key/job")).toBe(404);
  expect(await status("/ping/no-such-key/job", { method: "DELETE" })).toBe(405);
  for (const file of ["summary", "status"]) {
    const read = (slug: string) => browser.go(`/${slug}/api/v2/${file}.json`);
    const [seen, hidden, nowhere] = [await read("acme"), await read("secret"), await read("nowhere")];
    expect([seen.status, hidden.status, nowhere.status]).toEqual([200, 404, 404]);
    expect(hidden.headers.get("cache-control")).toBe("no-store");
    const bare = async (answer: Response) => ({ ...((await answer.json()) as object), request_id: "" });
    expect(await bare(hidden)).toEqual(await bare(nowhere));
  }
});
