import { expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { forgetIsolate } from "~/platform/isolate";
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
  forgetIsolate();
  for (let count = 0; count < 199; count++) await go("/healthz");
  expect(await requests()).toBe(200);
});

test("a page on which something is under way says when to ask again: rarer the busier the isolate and the fuller the day", async () => {
  forgetIsolate();
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
  const { go } = await openBrowser(deployment);
  const again = async () => Number((await go("/acme")).headers.get("x-ask-again"));
  /** Up to a fifth more by chance. */
  const about = async (seconds: number) => {
    const said = await again();
    expect(said).toBeGreaterThanOrEqual(seconds);
    expect(said).toBeLessThanOrEqual(seconds * 1.2);
  };
  await about(60);
  for (let count = 0; count < 240; count++) await go("/healthz");
  expect(await again()).toBeGreaterThan(200);
  deployment.clock.now += 120_000;
  await about(60);
  const sql = "UPDATE deployment SET usage = json_set(usage, '$.\"2026-11-20\"', json('[0,0,0,60000]'))";
  await deployment.ctx().d1.prepare(sql).bind().run();
  deployment.clock.now += 61_000;
  await again();
  await about(900);
});
