import { afterAll, beforeAll, expect, test } from "vitest";
import { textDirection } from "~/i18n/languages";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../support/database";
import { faulty } from "../support/faults";
import { aPage, arrange } from "../support/scenario";
import { readLocale } from "../support/words";
import { openBrowser, origin } from "../support/worker";

/** Issue 14, C06: whatever the door refuses of a public page is told as a public page, in the reader's language. */
let deployment: TestDeployment;

beforeAll(async () => {
  deployment = await openDeployment();
  const { id } = await arrange(deployment, aPage({ slug: "acme" }));
  await publishPage(deployment.ctx(), id);
});
afterAll(() => deployment.close());

const ours = { "sec-fetch-site": "same-origin" };
const form = "application/x-www-form-urlencoded";

interface Refused {
  path: string;
  kind: string;
  status: number;
  init: RequestInit;
  link?: string;
}

const refused: Refused[] = [
  {
    path: "/acme/subscribe?incident=x",
    kind: "foreign",
    status: 403,
    init: { method: "POST", headers: { "sec-fetch-site": "cross-site" } },
    link: "/acme/subscribe?incident=x",
  },
  // Whose form says nothing of where it comes from, and has no token.
  {
    path: "/acme/preferences",
    kind: "foreign",
    status: 403,
    init: { method: "POST", body: "language=de", headers: { "content-type": form } },
    link: "/acme/preferences",
  },
  { path: "/acme/unlock", kind: "method", status: 405, init: { method: "PUT", headers: ours } },
  { path: "/acme", kind: "method", status: 405, init: { method: "POST", headers: ours } },
  { path: "/", kind: "method", status: 405, init: { method: "POST", headers: ours } },
  {
    path: "/acme/subscribe",
    kind: "large",
    status: 413,
    init: { method: "POST", body: "x".repeat(1_100_000), headers: { ...ours, "content-type": form } },
  },
  {
    path: "/acme/unlock",
    kind: "unreadable",
    status: 415,
    init: { method: "POST", body: "{}", headers: { ...ours, "content-type": "application/json" } },
    link: "/acme/unlock",
  },
  {
    path: "/acme/unlock",
    kind: "unreadable",
    status: 400,
    init: { method: "POST", body: "--x\r\n", headers: { ...ours, "content-type": "multipart/form-data; boundary=x" } },
    link: "/acme/unlock",
  },
  {
    path: "/acme/nothing",
    kind: "missing",
    status: 404,
    init: { method: "POST", headers: ours },
    link: "/acme/unlock",
  },
  { path: `${origin}//evil.example/subscribe`, kind: "missing", status: 404, init: { method: "POST", headers: ours } },
  { path: "/%ff", kind: "missing", status: 404, init: {} },
];

const tagOf = (html: string) => /<html[^>]*>/.exec(html)?.[0] ?? "";

function expectPublic(html: string, language: "de" | "ar", kind: string, asksPassphrase = false): void {
  const { failure: words = {}, unlock = {} } = readLocale(language);
  // Where a passphrase may open the page, the heading says that it may be private.
  expect(html).toContain(`<h1>${asksPassphrase ? unlock.private : words[kind]}</h1>`);
  if (!asksPassphrase) expect(html).toContain(`<p>${words[`${kind}_about`]}</p>`);
  expect(tagOf(html)).toContain(`lang="${language}"`);
  expect(tagOf(html).includes('dir="rtl"')).toBe(textDirection(language) === "rtl");
  expect(html).not.toMatch(/manage|<script/);
}

for (const language of ["de", "ar"] as const) {
  test.each(refused)(`$status of $init.method $path is a page of the public: ${language}`, async (each) => {
    const browser = await openBrowser(deployment);
    const headers = { "accept-language": language, ...(each.init.headers as Record<string, string>) };
    const answer = await browser.go(each.path, { ...each.init, headers });
    const html = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([each.status, "text/html; charset=utf-8"]);
    expectPublic(html, language, each.kind, each.kind === "missing" && each.link === "/acme/unlock");
    expect(/<p class="more"><a href="([^"]*)"/.exec(html)?.[1]).toBe(each.link);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("allow") !== null).toBe(each.status === 405);
  });
}

test("a page's own host says no as that page, and names no other address", async () => {
  await deployment.ctx().d1.prepare("UPDATE page SET host = 'status.acme.example'").run();
  const browser = await openBrowser(deployment);
  const headers = { "accept-language": "de", "sec-fetch-site": "cross-site" };
  const answer = await browser.go("https://status.acme.example/subscribe", { method: "POST", headers });
  const html = await answer.text();
  expect(answer.status).toBe(403);
  expectPublic(html, "de", "foreign");
  expect(html).toContain('<a href="/subscribe">');
});

test("who asked how to read by the form is answered so, whatever the browser says", async () => {
  const browser = await openBrowser(deployment, { cookie: "__Host-reading=language=ar&theme=dark" });
  const headers = { "accept-language": "de", "sec-fetch-site": "cross-site" };
  const answer = await browser.go("/acme/subscribe", { method: "POST", headers });
  expectPublic(await answer.text(), "ar", "foreign");
});

test("who says no language is answered in the page's; of a private page, or of none, in one that says nothing", async () => {
  const ctx = deployment.ctx();
  for (const [slug, visibility] of [
    ["heute", "public"],
    ["geheim", "members"],
  ] as const) {
    const { id } = await arrange(deployment, aPage({ slug }));
    await ctx.d1.prepare("UPDATE page SET language = 'de', visibility = ? WHERE id = ?").bind(visibility, id).run();
    await ctx.d1.prepare("UPDATE snapshot SET visibility = ? WHERE page_id = ?").bind(visibility, id).run();
    await publishPage(ctx, id);
  }
  const browser = await openBrowser(deployment);
  const refusedAt = async (slug: string) => {
    const answer = await browser.go(`/${slug}/subscribe`, {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
    });
    return tagOf(await answer.text());
  };
  expect(await refusedAt("heute")).toContain('lang="de"');
  for (const slug of ["geheim", "nirgends"]) expect(await refusedAt(slug)).toContain('lang="en"');
});

test("a form while the database is away was not saved, and says so", async () => {
  const { database } = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before");
  const browser = await openBrowser(deployment, { settings: { DB: database } });
  const answer = await browser.post("/acme/unlock", { passphrase: "x" }, { "accept-language": "ar" });
  const html = await answer.text();
  expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([503, true]);
  expectPublic(html, "ar", "unsent");
});

test("a defect is told without its detail, as a page", async () => {
  const broken = () => {
    throw new TypeError("a secret of ours");
  };
  const browser = await openBrowser(deployment, { settings: { DB: { prepare: broken, batch: broken } as never } });
  const answer = await browser.post("/acme/unlock", { passphrase: "x" }, { "accept-language": "de" });
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expectPublic(html, "de", "defect");
  expect(html).not.toContain("secret");
});

test.each([
  ["https://nobody.example/acme", 421, "host"],
  ["/nothing.txt", 404, "missing"],
])("%s is a page to people and a problem to programs", async (path, status, kind) => {
  const browser = await openBrowser(deployment);
  const seen = await browser.go(path, { headers: { accept: "text/html,*/*;q=0.8", "accept-language": "ar" } });
  expect(seen.status).toBe(status);
  expectPublic(await seen.text(), "ar", kind);
  const read = await browser.go(path, { headers: { "accept-language": "ar" } });
  expect([read.status, read.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
});

test("management, and script that asks for a page's data, are answered as they always are", async () => {
  const browser = await openBrowser(deployment);
  const headers = { "sec-fetch-site": "cross-site", "accept-language": "de" };
  const desk = await browser.go("/manage/new", { method: "POST", headers });
  expect(await desk.text()).toContain("Dieses Formular kam von einer anderen Website");
  const data = await browser.go("/acme/subscribe.data", { method: "POST", headers });
  expect([data.status, data.headers.get("content-type")]).toEqual([403, "application/problem+json"]);
  expect((await browser.go(`${origin}/manage/x%ff`)).status).toBe(404);
});
