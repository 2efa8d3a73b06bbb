import { afterEach, beforeEach, expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { updatePage } from "~/pages/update";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { faulty } from "../../../../tests/support/faults";
import { stampKnown } from "../../../../tests/support/stamp-known";
import { openBrowser } from "../../../../tests/support/worker";
import { markdownPageResponse } from "./markdown-response";

let desk: Desk;
let incidentId: string;

beforeEach(async () => {
  desk = await openDesk();
  resetIsolate();
  const { pageId, components } = desk;
  const affected = { [components[0]]: "partial_outage" as const };
  const opened = await good(
    openIncident(desk.owner(), {
      pageId,
      title: "# Down --- title: forged",
      body: "# Look\n\n[here](https://a.example) and `there`\n\n1. first\n2. second",
      status: "investigating",
      components: affected,
      visibility: "published",
      notify: true,
    }),
  );
  incidentId = opened.id;
  desk.deployment.clock.now += 2000;
});
afterEach(() => desk.close());

interface MarkdownAsk {
  method?: string;
  headers?: Record<string, string>;
  database?: D1Database;
}

async function ask(path: string, { method = "GET", headers = {}, database }: MarkdownAsk = {}) {
  const asked = new URL(`http://localhost:8787${path}`);
  const ctx = desk.deployment.ctx({ kind: "visitor" }, database ? { database } : undefined);
  const response = await markdownPageResponse(new Request(asked, { method, headers }), ctx, asked, false);
  return { response, ctx };
}

const away = () => faulty(desk.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database;
const textOf = async (path: string) => (await ask(path)).response.text();

test("a view reads one row, then none for a second; it is Markdown that names the HTML and the list of APIs", async () => {
  await stampKnown(desk.deployment.ctx());
  const { response, ctx } = await ask("/acme.md?x=1");
  expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(ctx.meter).toMatchObject({ read: 1, written: 0, statements: 1 });
  expect(response.headers.get("link")).toBe(
    '<http://localhost:8787/acme>; rel="canonical"; type="text/html", <http://localhost:8787/.well-known/api-catalog>; rel="api-catalog"',
  );
  const again = await ask(`/acme/incidents/${incidentId}.md`);
  expect([again.response.status, again.ctx.meter.statements]).toEqual([200, 0]);
});

test("the front names the state, what is open and every component, with addresses of their Markdown", async () => {
  const text = await textOf("/acme.md");
  expect(text).toMatch(/^# Acme\n\nAs of \d{4}-\d\d-\d\dT\d\d:\d\d:00\+00:00 /);
  expect(text).toContain("\n\n**Partial outage: Website**\n\n");
  expect(text).toContain(`/acme/incidents/${incidentId}.md)`);
  expect(text).toContain(`- [Website](http://localhost:8787/acme/components/${desk.components[0]}.md): Partial outage`);
  expect(text).toContain("\n**Look**\n\n[here](https://a.example) and `there`\n\n1. first\n2. second\n");
});

test("a title forges neither heading nor front matter, on any page that names it", async () => {
  const month = new Date(desk.deployment.clock.now).toISOString().slice(0, 7);
  for (const path of [
    "/acme.md",
    `/acme/incidents/${incidentId}.md`,
    `/acme/history.md?month=${month}`,
    `/acme/components/${desk.components[0]}.md`,
  ]) {
    const text = await textOf(path);
    expect(text, path).toContain("\\# Down --- title: forged");
    expect(text.match(/^(# .*|---|title:.*)$/gm), path).toHaveLength(1);
    expect(text.startsWith("# "), path).toBe(true);
  }
});

test("the page's language and time zone, whatever the reader's are", async () => {
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: 0, language: "de", timeZone: "Asia/Kolkata" }));
  desk.deployment.clock.now += 2000;
  const { response } = await ask("/acme.md", { headers: { "accept-language": "ja", cookie: "reading=language=fr" } });
  const text = await response.text();
  expect(text).toContain("Teilausfall");
  expect(text).toMatch(/T\d\d:\d\d:\d\d\+05:30/);
  expect(text).not.toMatch(/\+00:00/);
});

test("ETag and caching are those of the HTML; HEAD is GET without its body; other methods are refused", async () => {
  const visitor = await openBrowser(desk.deployment);
  const [html, markdown] = [await visitor.go("/acme"), await visitor.go("/acme.md")];
  expect(markdown.headers.get("cache-control")).toBe(html.headers.get("cache-control"));
  const etag = markdown.headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"md\d+-/);
  expect((await visitor.go("/acme.md", { headers: { "if-none-match": etag } })).status).toBe(304);
  const byAccept = await visitor.go("/acme", { headers: { accept: "text/markdown", "if-none-match": etag } });
  expect([byAccept.status, byAccept.headers.get("vary")]).toEqual([304, "Accept, Accept-Language, Cookie"]);
  const head = (await ask("/acme.md", { method: "HEAD" })).response;
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  const live = ["/acme/history", "/acme/uptime", `/acme/components/${desk.components[0]}`];
  for (const path of live) {
    const [one, other] = [await visitor.go(path), await visitor.go(`${path}.md`)];
    expect([path, other.status, other.headers.get("cache-control"), other.headers.get("etag")]).toEqual([
      path,
      200,
      one.headers.get("cache-control"),
      one.headers.get("etag"),
    ]);
  }
  const posted = (await ask("/acme.md", { method: "POST" })).response;
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("by Accept it is the same text as by its ending, on every page", async () => {
  const visitor = await openBrowser(desk.deployment);
  const paths = ["/acme", `/acme/incidents/${incidentId}`, `/acme/components/${desk.components[0]}`, "/acme/history"];
  for (const path of [...paths, "/acme/uptime"]) {
    const byAccept = await visitor.go(path, { headers: { accept: "text/markdown, text/html;q=0.8" } });
    expect([path, byAccept.headers.get("content-type")]).toEqual([path, "text/markdown; charset=utf-8"]);
    expect(await byAccept.text(), path).toBe(await (await visitor.go(`${path}.md`)).text());
  }
});

test("refused alike: an unknown page, a private one, and anything that is not on a page", async () => {
  const unknown = ["/nobody.md", "/acme/incidents/none.md", "/acme/components/none.md", "/acme/components/%E0%A4%A.md"];
  for (const path of unknown) {
    const { response } = await ask(path);
    expect([path, response.status, response.headers.get("content-type")]).toEqual([
      path,
      404,
      "application/problem+json",
    ]);
  }
  await desk.deployment.bindings.DB.prepare("UPDATE snapshot SET visibility = 'passphrase:1'").bind().all();
  desk.deployment.clock.now += 2000;
  for (const path of ["/acme.md", "/acme/history.md", `/acme/incidents/${incidentId}.md`])
    expect((await ask(path)).response.status, path).toBe(404);
});

test("what asks not to be indexed says so", async () => {
  expect((await ask("/acme.md")).response.headers.get("x-robots-tag")).toBeNull();
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: 0, noindex: true }));
  desk.deployment.clock.now += 2000;
  expect((await ask("/acme.md")).response.headers.get("x-robots-tag")).toBe("noindex");
});

test("while the database is away: the last good copy, marked, with its time beside the state; without one 503", async () => {
  expect((await ask("/acme.md", { database: away() })).response.status).toBe(503);
  resetIsolate();
  await ask("/acme.md");
  const readAt = new Date(desk.deployment.clock.now).toISOString();
  desk.deployment.clock.now += 2000;
  const { response } = await ask("/acme.md", { database: away() });
  expect([response.headers.get("x-upfront-stale"), response.headers.get("etag")]).toEqual([readAt, null]);
  const text = await response.text();
  expect(text).toContain("> **As of ");
  expect(text).toMatch(/\*\*Partial outage: Website · As of [\dT:-]+\+00:00\*\*/);
});

test("dates that are wrong say what is wrong; a month without records is a 404 with a way on", async () => {
  const { response } = await ask("/acme/uptime.md?from=yesterday");
  expect([response.status, (await response.text()).includes("Enter a date such as 2026-11-20.")]).toEqual([422, true]);
  const past = (await ask("/acme/history.md?month=2020-01")).response;
  const text = await past.text();
  expect(past.headers.get("link")).toContain('/acme/history?month=2020-01>; rel="canonical"');
  expect([past.status, past.headers.get("x-robots-tag")]).toEqual([404, "noindex"]);
  expect(text).toMatch(/\[Show \d{4}-\d\d\]\(http:\/\/localhost:8787\/acme\/history\.md\?month=\d{4}-\d\d\)/);
});
