import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pageImagePath } from "~/pages/rules/page-links";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { markdownLinks } from "../../../tests/support/markdown-links";
import { stampKnown } from "../../../tests/support/stamp-known";
import { makeToldPage, type ToldPage } from "../../../tests/support/told-page";
import { type Browser, openBrowser, origin } from "../../../tests/support/worker";
import { llmsTextResponse } from "./llms-text";
import { oembedResponse } from "./oembed-response";

/** Programs find a page by /llms.txt, the list of APIs, oEmbed, and links in the HTML. */
let deployment: TestDeployment;
let visitor: Browser;
let page: ToldPage;
const host = "https://status.told.example";

const execute = (sql: string) => deployment.ctx().d1.prepare(sql).bind().run();

beforeAll(async () => {
  deployment = await openDeployment();
  visitor = await openBrowser(deployment);
  page = await makeToldPage(deployment, "told", "t");
  await makeToldPage(deployment, "oembed", "o");
  await execute(`UPDATE deployment SET home_page_id = '${page.id}'`);
});
afterAll(() => deployment.close());
beforeEach(() => {
  resetIsolate();
  deployment.clock.now += 61_000;
});

async function onOwnHost(work: () => Promise<void>): Promise<void> {
  const move = (to: string, url: string) =>
    Promise.all([
      execute(`UPDATE page SET host = ${to} WHERE slug = 'told'`),
      execute(`UPDATE snapshot SET host = ${to}, body = json_set(body, '$.page.url', '${url}') WHERE slug = 'told'`),
    ]);
  await move("'status.told.example'", host);
  await work().finally(() => move("NULL", `${origin}/told`));
}

async function withSetting(sql: string, back: string, work: () => Promise<void>): Promise<void> {
  await execute(sql);
  resetIsolate();
  await work().finally(() => execute(back));
}

const noindexed = (work: () => Promise<void>) =>
  withSetting(
    "UPDATE snapshot SET body = json_set(body, '$.page.noindex', json('true')) WHERE slug = 'told'",
    "UPDATE snapshot SET body = json_set(body, '$.page.noindex', json('false')) WHERE slug = 'told'",
    work,
  );
const hidden = (work: () => Promise<void>) =>
  withSetting(
    "UPDATE snapshot SET visibility = 'members' WHERE slug = 'told'",
    "UPDATE snapshot SET visibility = 'public' WHERE slug = 'told'",
    work,
  );

test("/llms.txt has a title, a summary and sections of links, all of which lead somewhere", async () => {
  const answer = await visitor.go("/llms.txt");
  const text = await answer.text();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^# .+\n\n> .+\n\n## /);
  const links = markdownLinks(text);
  for (const path of [".md", "/history.md", "/uptime.md", "/api/v2/summary.json", "/feed.atom", "/calendar.ics"])
    expect(links).toContain(`${origin}/told${path}`);
  expect(links).toContain(`${origin}/api/v1/docs`);
  expect(links).toContain(`${origin}/.well-known/api-catalog`);
  for (const link of links) {
    const reached = await visitor.go(link);
    expect([link, reached.status]).toEqual([link, 200]);
    if (new URL(link).pathname.endsWith(".md"))
      expect(reached.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  }
  expect(await (await visitor.go("/told/llms.txt")).text()).toBe(text);
});

test("/llms.txt of a page costs one row and says nothing of its state", async () => {
  await stampKnown(deployment.ctx());
  const ctx = deployment.ctx();
  const url = new URL(`${origin}/told/llms.txt`);
  const answer = await llmsTextResponse(new Request(url), ctx, url, false);
  expect(ctx.meter).toMatchObject({ read: 1, statements: 1 });
  expect(await answer.text()).not.toMatch(/operational|outage/i);
});

test("a page's own host has its index, its list of APIs and its Markdown at its root, and nothing of the deployment", async () => {
  await onOwnHost(async () => {
    resetIsolate();
    const text = await (await visitor.go(`${host}/llms.txt`)).text();
    expect(markdownLinks(text).filter((link) => !link.startsWith(`${host}/`))).toEqual([]);
    expect(markdownLinks(text)).toContain(`${host}/index.html.md`);
    for (const path of ["/index.html.md", "/.md", "/history.md", `/incidents/${page.on.incident}.md`])
      expect([path, (await visitor.go(`${host}${path}`)).status]).toEqual([path, 200]);
    const catalog = (await (await visitor.go(`${host}/.well-known/api-catalog`)).json()) as { linkset: unknown[] };
    expect(JSON.stringify(catalog)).not.toContain(origin);
    expect(catalog.linkset).toContainEqual({
      anchor: `${host}/api/v2`,
      "service-doc": [{ href: `${host}/elsewhere`, type: "text/html" }],
      status: [{ href: `${host}/api/v2/status.json`, type: "application/json" }],
    });
    const embed = await visitor.go(`${host}/oembed?url=${encodeURIComponent(`${host}/`)}`);
    expect(await embed.json()).toMatchObject({ type: "rich", provider_url: host });
  });
});

test("the list of APIs is a linkset with the profile of RFC 9727, and HEAD has its link", async () => {
  const [got, head] = [
    await visitor.go("/.well-known/api-catalog"),
    await visitor.go("/.well-known/api-catalog", { method: "HEAD" }),
  ];
  const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  const link = `<${origin}/.well-known/api-catalog>; rel="api-catalog"`;
  for (const answer of [got, head]) {
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("link")]).toEqual([200, type, link]);
  }
  expect(await head.text()).toBe("");
  const { linkset } = (await got.json()) as { linkset: Record<string, { href: string }[]>[] };
  expect(linkset[0]).toEqual({
    anchor: `${origin}/.well-known/api-catalog`,
    item: [{ href: `${origin}/api/v1` }, { href: `${origin}/told/api/v2` }, { href: `${origin}/oembed` }],
  });
  const described = linkset
    .slice(1)
    .flatMap((each) => [...(each["service-desc"] ?? []), ...(each["service-doc"] ?? [])]);
  for (const { href } of described.filter((each) => each.href.startsWith(origin)))
    expect([href, (await visitor.go(href)).status]).toEqual([href, 200]);
  expect((await visitor.go("/told/.well-known/api-catalog")).status).toBe(404);
});

test("a page that asks not to be indexed, or is private, has neither index nor embed, and is in no list", async () => {
  for (const change of [noindexed, hidden]) {
    await change(async () => {
      for (const path of ["/llms.txt", "/told/llms.txt", `/oembed?url=${encodeURIComponent(`${origin}/told`)}`])
        expect([path, (await visitor.go(path)).status]).toEqual([path, 404]);
      expect(await (await visitor.go("/.well-known/api-catalog")).text()).not.toContain("told");
      const html = await (await visitor.go("/told")).text();
      expect(html).not.toContain("json+oembed");
    });
    deployment.clock.now += 61_000;
  }
});

const embed = async (query: string) => {
  const answer = await visitor.go(`/oembed?${query}`);
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};
const urlOf = (path: string) => `url=${encodeURIComponent(`${origin}${path}`)}`;

test("oEmbed: a page, the page at /, an incident, JSON and XML; bounds hold; anyone's script may read it", async () => {
  for (const path of ["/told", "/", "/told/"])
    expect(JSON.parse((await embed(urlOf(path))).text)).toMatchObject({ type: "rich", provider_url: `${origin}/told` });
  const incident = await embed(`${urlOf(`/told/incidents/${page.on.incident}`)}&maxwidth=200&maxheight=90`);
  expect(JSON.parse(incident.text)).toMatchObject({ version: "1.0", width: 200, height: 90 });
  const old = await embed(urlOf(`/told/incidents/${page.on.oldIncident}`));
  expect([old.status, old.text.includes(`/told/incidents/${page.on.oldIncident}`)]).toEqual([200, true]);
  const xml = await embed(`${urlOf("/told")}&format=xml`);
  expect([xml.status, xml.type, xml.text.startsWith('<?xml version="1.0" encoding="utf-8"')]).toEqual([
    200,
    "text/xml; charset=utf-8",
    true,
  ]);
  const answer = await visitor.go(`/oembed?${urlOf("/told")}`);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const card = /src="([^"]+)"/.exec(JSON.parse(await answer.text()).html)?.[1] ?? "";
  expect((await visitor.go(card)).status).toBe(200);
});

test.each<[query: string, status: number]>([
  [`${urlOf("/told")}&format=yaml`, 501],
  [`${urlOf("/told")}&format=`, 501],
  ["url=", 404],
  ["url=https%3A%2F%2Fevil.example%2Ftold", 404],
  [urlOf("/nobody"), 404],
  [urlOf("/told/history"), 404],
  [urlOf("/told/incidents/none"), 404],
  [`${urlOf("/nobody")}&${urlOf("/told")}`, 404],
  [`${urlOf("/told")}&maxwidth=-1&maxheight=NaN`, 200],
  [`${urlOf("/told")}&maxwidth=99999999999999999999`, 200],
])("oEmbed: %s → %i", async (query, status) => {
  expect((await embed(query)).status).toBe(status);
});

test("oEmbed reads one row for a page and for an incident of the last days", async () => {
  for (const path of ["/told", `/told/incidents/${page.on.incident}`]) {
    resetIsolate();
    await stampKnown(deployment.ctx());
    const ctx = deployment.ctx();
    const url = new URL(`${origin}/oembed?${urlOf(path)}`);
    await oembedResponse(new Request(url), ctx, url, false);
    expect([path, ctx.meter.read, ctx.meter.statements]).toEqual([path, 1, 1]);
  }
});

test("the HTML names its Markdown, and the front and incidents how to embed them", async () => {
  const headOf = async (path: string) => /<head>[\s\S]*<\/head>/.exec(await (await visitor.go(path)).text())?.[0] ?? "";
  const { incident, maintenance, component } = page.on;
  const below = [
    "/history",
    "/uptime",
    `/incidents/${incident}`,
    `/maintenances/${maintenance}`,
    `/components/${component}`,
  ];
  for (const path of ["", ...below]) {
    const link = /<link rel="alternate" type="text\/markdown" href="([^"]+)">/.exec(await headOf(`/told${path}`))?.[1];
    expect([path, (await visitor.go(link ?? "/none")).headers.get("content-type")]).toEqual([
      path,
      "text/markdown; charset=utf-8",
    ]);
  }
  for (const path of ["", `/incidents/${incident}`]) {
    const link = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)">/.exec(
      await headOf(`/told${path}`),
    );
    expect([path, (await visitor.go((link?.[1] ?? "/none").replaceAll("&amp;", "&"))).status]).toEqual([path, 200]);
  }
  for (const path of ["/subscribe", "/preferences", "/nothing", "/incidents/none"])
    expect([path, /text\/markdown|oembed/.test(await headOf(`/told${path}`))]).toEqual([path, false]);
});

test("a page named oembed keeps its address, in every form, and its things below it", async () => {
  const html = await visitor.go("/oembed");
  expect([html.status, html.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const json = await visitor.go("/oembed", { headers: { accept: "application/json" } });
  expect(await json.json()).toMatchObject({ page: { url: `${origin}/oembed` } });
  for (const path of [".md", "/history", "/llms.txt", "/embed", "/feed.atom", "/components/x"]) {
    const own = await visitor.go(`/oembed${path}`);
    expect([path, own.status]).toEqual([path, path === "/components/x" ? 404 : 200]);
  }
  const embedded = JSON.parse((await embed(urlOf("/oembed"))).text);
  expect(embedded.provider_url).toBe(`${origin}/oembed`);
  expect((await visitor.go(`/oembed${pageImagePath(page.on.image)}`)).status).toBe(200);
});
