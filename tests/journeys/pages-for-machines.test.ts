import { beforeAll, expect, test } from "vitest";
import { markdownLinks } from "../support/markdown-links";
import { type SharedDeployment, sharedDeployment } from "../support/shared-deployment";

/** What a program that was given nothing but an address reads of the demo page, from the built worker over HTTP. */
let url = "";
/** Of the demo page, as its JSON says. */
let page = "";

beforeAll(async () => {
  const { server }: SharedDeployment = await sharedDeployment();
  url = server.url;
  const home = await (await fetch(url, { headers: { accept: "application/json" } })).json();
  page = (home as { page: { url: string } }).page.url;
});

const markdownType = "text/markdown; charset=utf-8";

async function got(address: string, accept?: string) {
  const answer = await fetch(address, accept === undefined ? {} : { headers: { accept } });
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    headers: answer.headers,
    text: await answer.text(),
  };
}

test("from the address alone: the HTML names its Markdown, and that leads to every page below it", async () => {
  const html = await got(page, "text/html");
  const link = /<link rel="alternate" type="text\/markdown" href="([^"]+)">/.exec(html.text)?.[1] ?? "";
  const front = await got(link);
  expect([front.status, front.type]).toEqual([200, markdownType]);
  expect(front.text).toMatch(/^# .+\n\nAs of \d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d/);
  const below = markdownLinks(front.text).filter(
    (each) => each.startsWith(page) && new URL(each).pathname.endsWith(".md"),
  );
  const kinds = ["/components/", "/incidents/", "/history.md", "/uptime.md"];
  for (const kind of kinds) expect([kind, below.some((each) => each.includes(kind))]).toEqual([kind, true]);
  for (const address of new Set(below)) {
    const answer = await got(address);
    expect([address, answer.status, answer.type]).toEqual([address, 200, markdownType]);
    expect(answer.text.startsWith("# ")).toBe(true);
  }
});

test("Accept chooses the form of one address, and a browser's asks for HTML", async () => {
  const browsers = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
  for (const accept of [browsers, "*/*"]) expect((await got(page, accept)).type).toBe("text/html; charset=utf-8");
  const markdown = await got(page, "text/markdown, text/html;q=0.9, */*;q=0.1");
  expect([markdown.type, markdown.headers.get("vary")]).toEqual([
    markdownType,
    "Accept, Accept-Language, Cookie, Accept-Encoding",
  ]);
  expect(markdown.headers.get("link")).toContain(`<${page}>; rel="canonical"`);
  const etag = markdown.headers.get("etag") ?? "";
  const again = await fetch(page, { headers: { accept: "text/markdown", "if-none-match": etag } });
  // The minute of the state may have passed between the two.
  expect([200, 304]).toContain(again.status);
  if (again.status === 200) expect(again.headers.get("etag")).not.toBe(etag);
});

test("/llms.txt and the list of APIs lead to what they name", async () => {
  const index = await got(`${url}/llms.txt`);
  expect([index.status, index.type]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(index.text).toMatch(/^# .+\n\n> .+\n\n## /);
  for (const address of new Set(markdownLinks(index.text)))
    expect([address, (await got(address)).status]).toEqual([address, 200]);
  const head = await fetch(`${url}/.well-known/api-catalog`, { method: "HEAD" });
  expect(head.headers.get("link")).toMatch(/\/\.well-known\/api-catalog>; rel="api-catalog"$/);
  const catalog = await got(`${url}/.well-known/api-catalog`);
  expect(catalog.type).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
  const { linkset } = JSON.parse(catalog.text) as { linkset: { anchor: string }[] };
  expect(linkset.map(({ anchor }) => anchor)).toContain(`${page}/api/v2`);
});

test("another site embeds a page and an incident by their addresses, and nothing of other hosts", async () => {
  const front = await got(page, "text/html");
  const link = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)">/.exec(front.text)?.[1];
  const rich = JSON.parse((await got((link ?? "").replaceAll("&amp;", "&"))).text);
  expect(rich).toMatchObject({ version: "1.0", type: "rich", provider_url: page });
  const card = /src="([^"]+)"/.exec(rich.html)?.[1] ?? "";
  expect((await fetch(card)).headers.get("content-security-policy")).toContain("frame-ancestors *");
  const summary = JSON.parse((await got(`${page}/api/v2/incidents.json`)).text) as { incidents: { id: string }[] };
  const incident = encodeURIComponent(`${page}/incidents/${summary.incidents[0]?.id}`);
  const xml = await got(`${url}/oembed?url=${incident}&format=xml&maxwidth=300`);
  expect([xml.status, xml.type]).toEqual([200, "text/xml; charset=utf-8"]);
  expect(xml.text).toContain("<width>300</width>");
  expect((await got(`${url}/oembed?url=${incident}&format=yaml`)).status).toBe(501);
  const foreign = encodeURIComponent("https://evil.example/");
  expect((await got(`${url}/oembed?url=${foreign}`)).status).toBe(404);
});
