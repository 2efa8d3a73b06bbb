import { afterEach, beforeEach, expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { readIncident } from "~/incidents/read";
import { withdrawIncident } from "~/incidents/verbs";
import { updatePage } from "~/pages/update";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, good, openDesk } from "../../../tests/support/desk";
import { faulty } from "../../../tests/support/faults";
import { stampKnown } from "../../../tests/support/stamp-known";
import { publishPage } from "../publishing/engine/publish";
import { calendarResponse } from "./calendar";
import { sitemapResponse } from "./crawlers";
import { feedResponse } from "./feeds";
import { statuspageV2Response } from "./statuspage-v2";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  resetIsolate();
  const { pageId, components } = desk;
  const touched = { [components[0]]: "partial_outage" as const };
  const said = { title: "Down", body: "We look.", status: "investigating" as const, components: touched };
  await good(openIncident(desk.owner(), { pageId, ...said, visibility: "published", notify: true }));
  desk.deployment.clock.now += 2000;
});
afterEach(() => desk.close());

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  database?: D1Database;
  machine?: typeof feedResponse;
}

async function ask(path: string, { method = "GET", headers = {}, database, machine = feedResponse }: Asking = {}) {
  const url = new URL(`http://localhost:8787${path}`);
  const ctx = desk.deployment.ctx({ kind: "visitor" }, database ? { database } : undefined);
  return { response: await machine(new Request(url, { method, headers }), ctx, url), ctx };
}

const away = () => faulty(desk.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database;

test("one row, then none for a second; the right types; anybody's script may read", async () => {
  await stampKnown(desk.deployment.ctx());
  const { response, ctx } = await ask("/acme/feed.atom?x=1");
  expect(ctx.meter).toMatchObject({ read: 1, written: 0, statements: 1 });
  expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const again = await ask("/acme/feed.rss");
  expect(again.ctx.meter.statements).toBe(0);
  expect(again.response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  expect(await (await ask("/acme/history.rss")).response.text()).toBe(await again.response.text());
});

test("304 to who has it, by tag and by date; the tag goes before the date; HEAD is GET without its body", async () => {
  desk.deployment.clock.now += 60_000;
  const { response } = await ask("/acme/feed.atom");
  const [etag, modified] = ["etag", "last-modified"].map((name) => response.headers.get(name) ?? "");
  const status = async (headers: Record<string, string>) => (await ask("/acme/feed.atom", { headers })).response.status;
  const at = (later: number) => new Date(Date.parse(modified ?? "") + later).toUTCString();
  expect(await status({ "if-none-match": `W/"other", ${etag}` })).toBe(304);
  expect(await status({ "if-modified-since": modified ?? "" })).toBe(304);
  for (const other of [at(-1000), at(1000), "Fri, 01 Jan 2100 00:00:00 GMT", "yesterday"])
    expect(await status({ "if-modified-since": other }), other).toBe(200);
  expect(await status({ "if-none-match": 'W/"other"', "if-modified-since": modified ?? "" })).toBe(200);
  const head = (await ask("/acme/feed.atom", { method: "HEAD" })).response;
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  await publishPage(desk.deployment.ctx(), desk.pageId);
  expect(await status({ "if-none-match": etag ?? "" })).toBe(304);
});

test("what changed within the second in which it was published is not 304 to who asks by a date, now or later", async () => {
  const { pageId, components, deployment } = desk;
  const readers: [string, typeof feedResponse][] = [
    ["/acme/feed.atom", feedResponse],
    ["/acme/feed.rss", feedResponse],
    ["/acme/calendar.ics", calendarResponse],
    ["/acme/sitemap.xml", sitemapResponse],
  ];
  const second = Math.ceil(deployment.clock.now / 1000) * 1000;
  deployment.clock.now = second;
  const said = { title: "Said by mistake", body: "Everything is down.", status: "investigating" as const };
  const touched = { [components[1]]: "major_outage" as const };
  const opened = await good(
    openIncident(desk.owner(), { pageId, ...said, components: touched, visibility: "published", notify: false }),
  );
  resetIsolate();
  for (const [path, machine] of readers) {
    const { response } = await ask(path, { machine });
    expect([path, response.status, response.headers.get("last-modified")]).toEqual([path, 200, null]);
  }
  deployment.clock.now += 400;
  const { id, version } = (await good(readIncident(desk.owner(), { pageId, id: opened.id }))).incident;
  await good(withdrawIncident(desk.owner(), { pageId, id, version }));
  for (const later of [0, 1500, 61_000]) {
    deployment.clock.now = second + 400 + later;
    resetIsolate();
    for (const [path, machine] of readers) {
      for (const heard of [second, second + 1000]) {
        const headers = { "if-modified-since": new Date(heard).toUTCString() };
        const { response } = await ask(path, { headers, machine });
        expect([path, later, response.status]).toEqual([path, later, 200]);
        expect(await response.text()).not.toContain("Said by mistake");
      }
    }
  }
});

test("what asks not to be indexed says so in its feeds too", async () => {
  const marks = async () => (await ask("/acme/feed.rss")).response.headers.get("x-robots-tag");
  expect(await marks()).toBeNull();
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: 0, noindex: true }));
  desk.deployment.clock.now += 2000;
  expect(await marks()).toBe("noindex");
});

test("refused alike: an unknown page, a private one, an unknown component, another method", async () => {
  const { components, deployment } = desk;
  expect((await ask(`/acme/components/${components[0]}/feed.atom`)).response.status).toBe(200);
  for (const path of ["/nobody/feed.atom", "/acme/components/none/feed.rss", "/acme/components/%E0%A4%A/feed.rss"]) {
    const { response } = await ask(path);
    expect([path, response.status, response.headers.get("content-type")]).toEqual([
      path,
      404,
      "application/problem+json",
    ]);
  }
  const posted = (await ask("/acme/feed.atom", { method: "POST" })).response;
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  await deployment.bindings.DB.prepare("UPDATE snapshot SET visibility = 'members'").bind().all();
  deployment.clock.now += 2000;
  expect((await ask("/acme/feed.atom")).response.status).toBe(404);
});

test("while the database is away: the last good copy, marked and not to be kept; without one 503", async () => {
  expect((await ask("/acme/feed.atom", { database: away() })).response.status).toBe(503);
  resetIsolate();
  const readAt = desk.deployment.clock.now;
  const good = await (await ask("/acme/feed.atom")).response.text();
  desk.deployment.clock.now += 2000;
  const { response } = await ask("/acme/feed.atom", { database: away() });
  expect(response.headers.get("x-upfront-stale")).toBe(new Date(readAt).toISOString());
  expect([response.headers.get("etag"), await response.text()]).toEqual([null, good]);
});

test("the lists of v2 go further back than the page and read one row more", async () => {
  await stampKnown(desk.deployment.ctx());
  const { response, ctx } = await ask("/acme/api/v2/incidents.json", { machine: statuspageV2Response });
  expect(ctx.meter).toMatchObject({ read: 2, written: 0, statements: 2 });
  const body = (await response.json()) as { incidents: { name: string; components: unknown[] }[] };
  expect(body.incidents).toMatchObject([{ name: "Down", components: [{ name: "Website", status: "partial_outage" }] }]);
  const works = await ask("/acme/api/v2/scheduled-maintenances.json", { machine: statuspageV2Response });
  expect(await works.response.json()).toMatchObject({ page: { name: "Acme" }, scheduled_maintenances: [] });
});
