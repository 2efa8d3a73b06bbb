import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople, Owner, type Stage, setStage, type Who } from "../support/matrix-cast";
import { openBrowser } from "../support/worker";

/** The old secret was removed too early: what people of the desk see then. */
const firing = readFileSync(new URL("../fixtures/ingest/alertmanager/grouped-firing.json", import.meta.url), "utf8");
let deployment: TestDeployment;
let stage: Stage;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_SECRET: "the secret that was there at first, 32+" });
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  deployment.bindings = { ...deployment.bindings, UPFRONT_SECRET: "the secret that is there afterwards, 32+" };
});
afterAll(() => deployment.close());

async function seen(who: Who, path: string): Promise<string> {
  const html = await (await (await browserOf(deployment, who)).go(path)).text();
  return html.replaceAll(/<!-- -->|<script.*?<\/script>/gs, "");
}

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

test("a tool is told to come again, and its source's page and Now say why and lead to what is to be saved again", async () => {
  const tool = await openBrowser(deployment);
  const headers = { "content-type": "application/json" };
  const answer = await tool.go(`/ingest/${stage.token}`, { method: "POST", headers, body: firing });
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([503, true]);
  const now = await seen("owner", "/manage/acme");
  expect(plain(now)).toContain("encrypted with a secret that is no longer set. Set it as UPFRONT_SECRET_OLD again");
  expect(plain(now)).toMatch(/Prometheus Source settings: cannot be decrypted save it again/);
  expect(now).toContain(`href="/manage/acme/sources/${stage.sourceId}"`);
  expect(now).toContain(`href="/manage/acme/channels/${stage.channel}"`);
  const source = await seen("admin", `/manage/acme/sources/${stage.sourceId}`);
  expect(plain(source)).toMatch(/no longer set/);
});

test("the operator sees how much of which page waits for the secret", async () => {
  const text = plain(await seen("operator", "/manage/deployment"));
  expect(text).toContain("encrypted with a secret that is no longer set. Set it as UPFRONT_SECRET_OLD and restart");
  expect(text).toMatch(/Acme.{0,60}\d+ .{0,40}cannot be decrypted/);
});
