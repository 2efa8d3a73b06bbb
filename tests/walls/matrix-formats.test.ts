import { afterAll, beforeAll, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

/** Every format of a page for programs, at the door: × public, private, unknown × visitor, member. */
const formats: Record<string, string> = {
  "": "application/json",
  "/api/v2/summary.json": "application/json",
  "/api/v2/status.json": "application/json",
  "/api/v2/components.json": "application/json",
  "/api/v2/incidents.json": "application/json",
  "/api/v2/incidents/unresolved.json": "application/json",
  "/api/v2/scheduled-maintenances.json": "application/json",
  "/api/v2/scheduled-maintenances/upcoming.json": "application/json",
  "/api/v2/scheduled-maintenances/active.json": "application/json",
  "/feed.atom": "application/atom+xml",
  "/feed.rss": "application/rss+xml",
  "/history.atom": "application/atom+xml",
  "/history.rss": "application/rss+xml",
  "/calendar.ics": "text/calendar",
  "/badge.svg": "image/svg+xml",
  "/badge.json": "application/json",
  "/embed": "text/html",
  "/social.svg": "image/svg+xml",
  "/sitemap.xml": "application/xml",
  ".md": "text/markdown",
  "/index.html.md": "text/markdown",
  "/llms.txt": "text/plain",
  "/components/ID/feed.atom": "application/atom+xml",
  "/components/ID/feed.rss": "application/rss+xml",
  "/components/ID/calendar.ics": "text/calendar",
  "/components/ID/badge.svg": "image/svg+xml",
  "/components/ID/badge.json": "application/json",
};

let deployment: TestDeployment;
let visitor: Browser;
let member: Browser;
let stages: [Stage, Stage];

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  const owner = new Owner(await openBrowser(deployment), deployment);
  stages = [await setStage(deployment, owner, "acme"), await setStage(deployment, owner, "secret")];
  const { d1: DB } = deployment.ctx();
  await DB.prepare("UPDATE page SET visibility = 'members' WHERE slug = 'secret'").bind().run();
  await DB.prepare("UPDATE snapshot SET visibility = 'members' WHERE slug = 'secret'").bind().run();
  await DB.prepare("UPDATE deployment SET home_page_id = ?1").bind(stages[0].id).run();
  await DB.prepare("UPDATE page SET host = 'status.acme.example' WHERE slug = 'acme'").bind().run();
  await DB.prepare("UPDATE snapshot SET host = 'status.acme.example' WHERE slug = 'acme'").bind().run();
  visitor = await openBrowser(deployment);
  member = await browserOf(deployment, "viewer");
  deployment.clock.now += 2000;
  resetIsolate();
});
afterAll(() => deployment.close());

/** Front pages are asked for as programs ask. */
const json = { headers: { accept: "application/json" } };
const pathIn = (slug: string, format: string, componentId: string) => `/${slug}${format.replace("ID", componentId)}`;

const seen = async (response: Response) => {
  const { headers, status } = response;
  const type = headers.get("content-type")?.split(";")[0];
  const text = (await response.text()).replace(/"request_id":"[^"]*"/, "");
  return { status, type, cache: headers.get("cache-control"), etag: headers.get("etag"), text };
};

test("a public page: each format with its type, to be asked for again, and nothing else with another method", async () => {
  const [componentId = ""] = stages[0].components;
  for (const [format, type] of Object.entries(formats)) {
    const path = pathIn("acme", format, componentId);
    const answer = await seen(await visitor.go(path, json));
    expect([path, answer.status, answer.type]).toEqual([path, 200, type]);
    expect([path, answer.cache]).toEqual([path, expect.stringMatching(/^public, max-age=(0|60), must-revalidate$/)]);
    const headers = { ...json.headers, "if-none-match": answer.etag ?? "" };
    expect([path, (await visitor.go(path, { headers })).status]).toEqual([path, 304]);
    const head = await visitor.go(path, { ...json, method: "HEAD" });
    expect([path, head.status, await head.text()]).toEqual([path, 200, ""]);
  }
});

test("row 40: a private page is the same 404 as an unknown one in every format; a member's answer is kept nowhere", async () => {
  const [componentId = ""] = stages[1].components;
  for (const [format, type] of Object.entries(formats)) {
    const [hidden, unknown] = ["secret", "nobody"].map((slug) => pathIn(slug, format, componentId)) as [string, string];
    const answer = await seen(await visitor.go(hidden, json));
    expect([hidden, answer.status, answer.cache, answer.etag]).toEqual([hidden, 404, "no-store", null]);
    expect(answer).toEqual(await seen(await visitor.go(unknown, json)));
    const own = await seen(await member.go(hidden, json));
    expect([hidden, own.status, own.type, own.cache, own.etag]).toEqual([hidden, 200, type, "no-store", null]);
  }
});

test("the front answers JSON and Markdown to who prefers it, HTML to browsers and to who takes anything; kept apart by Vary", async () => {
  const browsers = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
  const typeOf = async (accept: string, path = "/acme") => {
    const response = await visitor.go(path, { headers: { accept } });
    return [response.headers.get("content-type")?.split(";")[0], response.headers.get("vary")];
  };
  const [html, asJson, asMarkdown] = [
    ["text/html", "Accept, Accept-Language, Cookie"],
    ["application/json", "Accept"],
    ["text/markdown", "Accept, Accept-Language, Cookie"],
  ];
  for (const path of ["/acme", "/", "/acme", "/", "http://status.acme.example/"]) {
    expect(await typeOf(browsers, path)).toEqual(html);
    expect(await typeOf("*/*", path)).toEqual(html);
    expect(await typeOf("text/html, application/json", path)).toEqual(html);
    expect(await typeOf("application/json;q=0.4, text/html;q=0.5", path)).toEqual(html);
    expect(await typeOf("application/json", path)).toEqual(asJson);
    expect(await typeOf("application/json, text/plain, */*", path)).toEqual(asJson);
    expect(await typeOf("text/html, text/markdown", path)).toEqual(html);
    expect(await typeOf("text/markdown;q=0.4, text/html;q=0.5", path)).toEqual(html);
    expect(await typeOf("text/*", path)).toEqual(html);
    expect(await typeOf("text/markdown", path)).toEqual(asMarkdown);
    expect(await typeOf("text/markdown, text/html, */*", path)).toEqual(asMarkdown);
    expect(await typeOf("text/markdown, application/json;q=0.9", path)).toEqual(asMarkdown);
  }
  const summary = await (await visitor.go("/acme/api/v2/summary.json")).json();
  expect(await (await visitor.go("/", json)).json()).toEqual(summary);
  expect((await visitor.go("/manage", json)).headers.get("location")).toBe("/manage/sign-in?next=%2Fmanage");
});

test("who may frame what: the card anybody, its page nobody", async () => {
  const card = await visitor.go("/acme/embed");
  expect(card.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; .*frame-ancestors \*; base-uri 'none'$/,
  );
  expect(card.headers.get("x-frame-options")).toBeNull();
  expect((await visitor.go("/secret/embed")).headers.get("x-frame-options")).toBe("DENY");
  const page = await visitor.go("/acme");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(page.headers.get("x-frame-options")).toBe("DENY");
});

test("crawlers: no list of pages; the home page's addresses; by setting, on the page's own host too", async () => {
  const { d1: DB } = deployment.ctx();
  const get = async (path: string) => {
    deployment.clock.now += 61_000;
    const response = await visitor.go(path);
    return [response.status, await response.text()] as const;
  };
  const own = await get("/robots.txt");
  expect(own[1]).toContain("Disallow: /manage\n");
  expect(own[1]).toMatch(/\nSitemap: http:\/\/localhost:8787\/sitemap\.xml\n$/);
  const [, map] = await get("/sitemap.xml");
  expect(map).toBe((await get("/acme/sitemap.xml"))[1]);
  for (const path of [
    "",
    "/uptime",
    "/history",
    `/components/${stages[0].components[0]}`,
    `/incidents/${stages[0].incident}`,
  ]) {
    expect(map).toContain(`/acme${path}</loc>`);
  }
  expect(map).not.toContain("secret");
  expect((await get("http://status.acme.example/robots.txt"))[1]).toMatch(/^User-agent: \*\nAllow: \/\n\nSitemap: /);
  expect((await get("http://status.acme.example/sitemap.xml"))[1]).toBe(map);
  expect((await get("/acme/robots.txt"))[0]).toBe(404);
  const front = (await get("/acme"))[1];
  expect(front).toMatch(/<meta property="og:image" content="https?:\/\/[^"/]+\/social\/[odpmxn]\.png">/);
  await DB.prepare("UPDATE snapshot SET body = json_set(body, '$.page.noindex', json('true')) WHERE slug = 'acme'")
    .bind()
    .run();
  resetIsolate();
  expect((await get("http://status.acme.example/robots.txt"))[1]).toBe("User-agent: *\nDisallow: /\n");
  expect((await get("/sitemap.xml"))[0]).toBe(404);
  expect((await get("/robots.txt"))[1]).not.toContain("Sitemap");
  const quiet = await visitor.go("/acme/api/v2/summary.json");
  expect(quiet.headers.get("x-robots-tag")).toBe("noindex");
  expect((await get("/acme"))[1]).not.toContain("og:");
  await DB.prepare("UPDATE deployment SET home_page_id = NULL").bind().run();
  expect((await get("/sitemap.xml"))[0]).toBe(404);
  expect((await visitor.go("/", json)).status).toBe(404);
});
