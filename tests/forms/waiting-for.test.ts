import { afterAll, beforeAll, expect, test } from "vitest";
import { alertTable } from "~/db/schema";
import { noon, type TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import { put } from "../support/scenario";
import type { Browser } from "../support/worker";

/** What is quiet because another thing fails says so where it is listed, with the way to that. */
let deployment: TestDeployment;
let stage: Stage;
let viewer: Browser;

const times = { startedAt: noon, firstSeenAt: noon, lastSeenAt: noon };
const seen = { state: "firing" as const, labels: {}, flags: [], ...times };

beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  viewer = await browserOf(deployment, "viewer");
  const fired = (sourceId: string, causeId: string) => ({
    ...seen,
    id: `${sourceId}.down`,
    pageId: stage.id,
    sourceId,
    key: "down",
    title: "It is down",
    causeId,
  });
  await put(deployment, alertTable, [fired(stage.monitor, stage.alert)]);
  await put(deployment, alertTable, [fired(stage.heartbeat, `${stage.monitor}.down`)]);
});
afterAll(() => deployment.close());

/** Where the words “Waiting for” lead to, for each row of a list. */
async function waitingIn(noun: string): Promise<string[]> {
  const html = (await (await viewer.go(`/manage/acme/${noun}`)).text()).replaceAll("<!-- -->", "");
  return [...html.matchAll(/Waiting for <a[^>]*href="([^"]+)"/g)].map(([, href = ""]) => href);
}

test("of an alert of a tool to that, of a monitor to its page", async () => {
  expect(await waitingIn("monitors")).toEqual([`/manage/acme/alerts/${encodeURIComponent(stage.alert)}`]);
  expect(await waitingIn("heartbeats")).toEqual([`/manage/acme/monitors/${stage.monitor}`]);
});

test("what was dismissed, or has recovered, waits for nothing", async () => {
  const change = (text: string) => deployment.bindings.DB.prepare(`UPDATE alert SET ${text} WHERE key = 'down'`).run();
  await change("dismissed_at = 1");
  expect([...(await waitingIn("monitors")), ...(await waitingIn("heartbeats"))]).toEqual([]);
  await change("dismissed_at = NULL, state = 'resolved'");
  expect([...(await waitingIn("monitors")), ...(await waitingIn("heartbeats"))]).toEqual([]);
});
