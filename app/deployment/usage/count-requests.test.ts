import { expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { resetIsolate } from "~/platform/isolate";
import { good } from "../../../tests/support/desk";
import { deskOfFile } from "../../../tests/support/of-file";
import { openBrowser } from "../../../tests/support/worker";
import { readUsage } from "./read";

const desk = deskOfFile();

const requests = async () =>
  (await good(readUsage(desk.as("admin"), { pageId: desk.pageId }))).measured[0]?.requests ?? 0;

test("a hundred requests are one row of the day; what an isolate forgets is less than that", async () => {
  const { go } = await openBrowser(desk.deployment);
  for (let count = 0; count < 99; count++) await go("/healthz");
  expect(await requests()).toBe(0);
  await go("/healthz");
  expect(await requests()).toBe(100);
  resetIsolate();
  for (let count = 0; count < 199; count++) await go("/healthz");
  expect(await requests()).toBe(200);
});

/** The interval is randomly up to a fifth longer. */
const about = (seconds: number) => expect.toSatisfy((said: number) => said >= seconds && said <= seconds * 1.2);

async function spend(counts: readonly number[]): Promise<void> {
  const sql = "UPDATE deployment SET usage = json_set(usage, '$.\"2026-11-20\"', json(?1))";
  await desk.deployment.ctx().d1.prepare(sql).bind(JSON.stringify(counts)).run();
  desk.deployment.clock.now += 61_000;
}

async function asker() {
  const { go } = await openBrowser(desk.deployment);
  const again = async () => Number((await go("/acme")).headers.get("x-ask-again"));
  return { go, again };
}

test("a page on which all is well says every five minutes, 15 from half of the day on, and no more today once tabs had their part", async () => {
  resetIsolate();
  const { again } = await asker();
  expect(await again()).toEqual(about(300));
  await spend([0, 0, 0, 30_000]);
  await again();
  expect(await again()).toEqual(about(900));
  await spend([0, 0, 0, 20_000, 17_000]);
  await again();
  // The clock is at a few minutes past noon.
  expect(await again()).toBeGreaterThan(11 * 3600);
  await spend([0, 0, 0, 0]);
});

test("what open tabs ask is counted beside all requests", async () => {
  resetIsolate();
  const { go } = await asker();
  const page = await (await go("/acme")).text();
  const [, tag = ""] = /data-tag="([^"]+)"/.exec(page) ?? [];
  const headers = { accept: "text/html", "if-none-match": tag.replaceAll("&quot;", '"') };
  for (let count = 0; count < 99; count++) expect((await go("/acme", { headers })).status).toBe(304);
  const sql = "SELECT usage -> '$.\"2026-11-20\"' AS counts FROM deployment";
  const { results } = await desk.deployment.ctx().d1.prepare(sql).all<{ counts: string }>();
  expect(JSON.parse(results[0]?.counts ?? "").slice(3)).toEqual([100, 99, 0]);
});

test("a page on which something is under way is slowed by a busy isolate and by tabs themselves, not by the day's other requests", async () => {
  resetIsolate();
  const { pageId, components, deployment } = desk;
  const given = {
    pageId,
    title: "Late",
    body: "We look.",
    status: "investigating",
    components: { [components[0]]: "partial_outage" },
  };
  await good(openIncident(desk.as("responder"), given as never));
  await deployment.settled();
  const { go, again } = await asker();
  expect(await again()).toEqual(about(60));
  for (let count = 0; count < 240; count++) await go("/healthz");
  expect(await again()).toBeGreaterThan(200);
  deployment.clock.now += 120_000;
  await spend([0, 0, 0, 90_000, 1000]);
  await again();
  expect(await again()).toEqual(about(60));
  await spend([0, 0, 0, 90_000, 20_500]);
  await again();
  expect(await again()).toEqual(about(900));
});
