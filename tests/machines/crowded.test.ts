import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, credentialsOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { overtaken } from "../support/timeline";
import { type Browser, openBrowser } from "../support/worker";

/** Somebody whom others overtake for two seconds: they hear that, what to do, and have what they typed. */
let deployment: TestDeployment;
let stage: Stage;
let real: D1Database;
let responder: Browser;
let path: string;
let others: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
  real = deployment.bindings.DB;
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  path = `/manage/acme/incidents/${stage.incident}`;
  deployment.bindings.DB = overtaken(real, () => others(), Number.POSITIVE_INFINITY);
  responder = await browserOf(deployment, "responder");
});
beforeEach(() => {
  others = beQuicker;
});
afterAll(() => deployment.close());

const ctx = () => deployment.ctx(undefined, { database: real });

/** Takes the page's timeline whoever holds it, as many isolates at once would. */
async function beQuicker(): Promise<void> {
  await runBatch(ctx(), [{ sql: "UPDATE settle SET timeline = timeline + 1", params: [] }]);
}

async function bodies(): Promise<string[]> {
  const sql = "SELECT body FROM incident_update WHERE incident_id = ?1 ORDER BY id";
  const [found] = await runBatch(ctx(), [{ sql, params: [stage.incident] }]);
  return ((found?.results ?? []) as unknown as { body: string }[]).map((each) => each.body);
}

/** What the page would post with its button. */
function offered(html: string): Record<string, string> {
  const form = /<form[^>]*action="[^"]*"[^>]*>(.*?)<\/form>/s.exec(html.slice(html.indexOf("<main")))?.[1] ?? "";
  const unescaped = (text = "") => text.replaceAll("&#x27;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  const hidden = [...form.matchAll(/<input[^>]*name="([\w.-]+)"[^>]*value="([^"]*)"/g)];
  const texts = [...form.matchAll(/<textarea[^>]*name="([\w.-]+)"[^>]*>([^<]*)</g)];
  return Object.fromEntries([...hidden, ...texts].map(([, name, value]) => [name, unescaped(value)]));
}

const body = "The <third> disk's controller is being replaced; we expect to be done within the hour.";
const fields = () => ({
  form: "update",
  intent: "update",
  body,
  status: "identified",
  [`components.${stage.components[0]}`]: "partial_outage",
});

test("in the desk the page says so, keeps what was typed, and its button sends it", async () => {
  const before = await bodies();
  const answer = await responder.post(path, fields());
  const html = await answer.text();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(html).toContain("Others are changing this page right now");
  expect(html).toContain("Nothing was saved, but what you typed is here. Wait a few seconds, then send it again.");
  expect(html).not.toContain("database");
  expect(html).toContain(`action="${path}"`);
  expect(await bodies()).toEqual(before);
  expect(offered(html)).toMatchObject(fields());
  others = async () => undefined;
  expect((await responder.post(path, offered(html))).status).toBe(303);
  expect(await bodies()).toEqual([...before, body]);
});

test("a program hears the same as a problem with Retry-After", async () => {
  const before = await bodies();
  const program = await openBrowser(deployment);
  const headers = { ...credentialsOf("responder"), "content-type": "application/json" };
  const answer = await program.go(`/api/v1/pages/acme/incidents/${stage.incident}`, {
    method: "PATCH",
    headers,
    body: JSON.stringify({ incident: { body, components: { [stage.components[0] ?? ""]: "major_outage" } } }),
  });
  expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("content-type")]).toEqual([
    503,
    "2",
    "application/problem+json",
  ]);
  expect(await answer.json()).toMatchObject({
    type: expect.stringMatching(/\/crowded$/),
    detail: "Others were changing this page at the same moment, and nothing was saved. Send it again.",
  });
  expect(await bodies()).toEqual(before);
});
