import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { anIncident, aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { stampKnown } from "../../../../tests/support/stamp-known";
import { type Browser, openBrowser } from "../../../../tests/support/worker";
import { publishPage } from "../../publishing/engine/publish";

/** Requests of a tab that stays open, and their answers. */
let deployment: TestDeployment;
let page: TestPage;
let visitor: Browser;
beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ components: 5 }));
  await arrange(deployment, anIncident(page, { id: "old", daysAgo: 3, closed: true }));
  await publishPage(deployment.ctx(), page.id);
  visitor = await openBrowser(deployment);
});
beforeEach(async () => {
  resetIsolate();
  await stampKnown(deployment.ctx());
});
afterAll(() => deployment.close());

const shown = async (path: string) => {
  const html = await (await visitor.go(path)).text();
  const tag = (/data-tag="([^"]*)"/.exec(html)?.[1] ?? "none").replaceAll("&quot;", '"');
  return { html, tag };
};
const ask = (path: string, tag: string) => visitor.go(path, { headers: { accept: "text/html", "if-none-match": tag } });

const paths = () => {
  const at = `/${page.slug}`;
  return [
    at,
    `${at}/incidents/old`,
    `${at}/components/${page.components[0]}`,
    `${at}/history`,
    `${at}/uptime`,
    `${at}/no`,
  ];
};

test("a tab of any page that shows what is so still is told that alone, and as of when, minutes later too", async () => {
  deployment.clock.now = Date.UTC(2026, 10, 20, 12, 1, 30);
  for (const path of paths()) {
    const { html, tag } = await shown(path);
    expect(html).toContain(">12:01 UTC</time>");
    deployment.clock.now += 5 * 60_000;
    const answer = await ask(path, tag);
    expect([path, answer.status, await answer.text()]).toEqual([path, 304, ""]);
    expect(decodeURIComponent(answer.headers.get("x-as-of") ?? "")).toBe("12:06 UTC");
    expect(Number(answer.headers.get("x-ask-again"))).toBeGreaterThanOrEqual(300);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    deployment.clock.now -= 5 * 60_000;
  }
});

test("whoever reloads the page themselves is shown as of when by a whole page, and within the minute told that it is the same", async () => {
  const [path = ""] = paths();
  const first = await visitor.go(path);
  const headers = { "if-none-match": first.headers.get("etag") ?? "", accept: "text/html,*/*" };
  expect((await visitor.go(path, { headers })).status).toBe(304);
  deployment.clock.now += 60_000;
  const again = await visitor.go(path, { headers });
  expect([again.status, (await again.text()).includes(">12:02 UTC</time>")]).toEqual([200, true]);
});

test("what has changed is sent whole, of a private page always", async () => {
  const [path = ""] = paths();
  const { tag } = await shown(path);
  const set = (sql: string) => runBatch(deployment.ctx(), [{ sql, params: [page.id] }]);
  deployment.clock.now += 1;
  await set("UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1");
  await publishPage(deployment.ctx(), page.id);
  deployment.clock.now += 1001;
  expect((await ask(path, tag)).status).toBe(200);
  for (const wrong of ["", '"x"', "*"]) expect((await ask(path, wrong)).status).toBe(200);
});

test("a page that its reader has refreshed says so to the browser and to nobody else", async () => {
  const [path = ""] = paths();
  const { html } = await shown(`${path}?refresh=5`);
  expect(html).toContain('<meta http-equiv="refresh" content="300">');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain("<script");
  expect((await shown(path)).html).not.toContain("http-equiv");
  for (const other of ["refresh=1", "refresh=50", "x=refresh=5", "refresh"])
    expect((await shown(`${path}?${other}`)).html).not.toContain("http-equiv");
  expect((await shown(`${path}/history?month=2026-11&utm=%22%3E`)).html).toContain(
    'href="?month=2026-11&amp;refresh=5"',
  );
});

test("a form is not loaded again under the hands of whoever fills it in", async () => {
  for (const form of ["subscribe", "preferences"]) {
    const { html } = await shown(`/${page.slug}/${form}?refresh=5`);
    expect([form, html.includes("<form"), html.includes("http-equiv")]).toEqual([form, true, false]);
  }
});

test("what was sent by a form and refused is not asked for again by itself", async () => {
  const answer = await visitor.post(`/${page.slug}/subscriptions/nobody`, { act: "confirm" });
  const html = await answer.text();
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(html).not.toContain("<script");
});
