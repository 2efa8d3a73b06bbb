import { afterEach, beforeEach, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aPage, arrange } from "../../../../tests/support/scenario";
import { type Browser, openBrowser } from "../../../../tests/support/worker";

let deployment: TestDeployment;
let browser: Browser;
let [front, form] = ["", ""];

beforeEach(async () => {
  deployment = await openDeployment();
  const page = await arrange(deployment, aPage({ components: 2 }));
  [front, form] = [`/${page.slug}`, `/${page.slug}/preferences`];
  resetIsolate();
  await publishPage(deployment.ctx(), page.id);
  browser = await openBrowser(deployment);
});
afterEach(() => deployment.close());

const text = async (path: string, headers: Record<string, string> = {}) => (await browser.go(path, { headers })).text();
const choose = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  browser.post(form, { language: "", zone: "", theme: "", next: "", ...fields }, headers);
const german = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };

test("a page speaks the browser's language, or the chosen one, or its own where it knows neither", async () => {
  expect(await text(front, german)).toMatch(/<html lang="de-AT" dir="ltr">.*Alle Systeme in Betrieb/s);
  const arabic = await text(front, { "accept-language": "ar-EG,ar;q=0.8" });
  expect(arabic).toMatch(/<html lang="ar-EG" dir="rtl" class="tall">.*جميع الأنظمة تعمل/s);
  expect(await text(front, { "accept-language": "sw,tlh;q=0.9" })).toContain('<html lang="en"');
  const cookie = "__Host-reading=language=ja&zone=Asia%2FTokyo&theme=dark";
  const chosen = await text(front, { ...german, cookie });
  expect(chosen).toContain('<html lang="ja"');
  expect(chosen).toContain("Asia/Tokyo");
  expect(chosen).toContain('name="color-scheme" content="dark"');
  expect(await text(`/nobody-${front.slice(1)}`, german)).toContain('<html lang="de-AT"');
});

test("what was kept of one reading answers no other", async () => {
  const etags = new Set<string>();
  const readings = [german, { "accept-language": "fr" }, { ...german, cookie: "__Host-reading=theme=light" }];
  for (const headers of [...readings, { ...german, cookie: "__Host-reading=zone=Asia%2FTokyo" }]) {
    const etag = (await browser.go(front, { headers })).headers.get("etag") ?? "";
    for (const known of etags) {
      const again = await browser.go(front, { headers: { ...headers, "if-none-match": known } });
      expect(again.status).toBe(200);
    }
    expect((await browser.go(front, { headers: { ...headers, "if-none-match": etag } })).status).toBe(304);
    etags.add(etag);
  }
  expect(etags.size).toBe(4);
});

test("the form names each language in itself and the time in the reader's zone; nobody needs script", async () => {
  const html = await text(form, {
    "accept-language": "he",
    referer: `http://localhost:8787${front}/history?month=2026-10`,
  });
  for (const each of ["ltr de Deutsch", "ltr ja 日本語", "rtl ar العربية", "ltr hi हिन्दी"]) {
    const [direction, tag, name] = each.split(" ");
    expect(html).toContain(`value="${tag}"><span lang="${tag}" dir="${direction}">${name}</span>`);
  }
  expect(html).toContain("לפי הדפדפן שלך: עברית");
  expect(html).toContain('<option value="" selected>לפי הדף: \u2068UTC\u2069</option>');
  expect(html).toMatch(/<optgroup label="אירופה">.*<option value="Europe\/Berlin">Berlin<\/option>/s);
  expect(html).toContain(`name="next" value="${front}/history?month=2026-10"`);
  expect(html.match(/ checked/g)).toHaveLength(2);
  expect(html).not.toContain("<script");
});

test("a choice is kept in a cookie, and one goes on where one came from, on this page only", async () => {
  const answer = await choose({
    language: "pt-BR",
    zone: "Europe/Berlin",
    theme: "dark",
    next: `${front}/history?month=2026-10`,
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${front}/history?month=2026-10`]);
  expect(answer.headers.get("set-cookie")).toMatch(
    /^__Host-reading=language=pt-BR&zone=Europe%2FBerlin&theme=dark; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
  );
  const away = [
    "https://evil.example/",
    "//evil.example",
    `${front}x/history`,
    "/manage",
    `${front}/../manage`,
    form,
    "/\\evil",
  ];
  for (const next of away) expect([next, (await choose({ next })).headers.get("location")]).toEqual([next, front]);
  expect((await choose({})).headers.get("set-cookie")).toContain("Max-Age=0");
});

test("what cannot be chosen is refused beside its field, and the rest of the form is kept", async () => {
  const answer = await choose(
    { language: "tlh", zone: "Mars/Olympus", theme: "dark", next: `${front}/history` },
    german,
  );
  const html = await answer.text();
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([422, null]);
  expect(html).toContain('id="language-error"');
  expect(html).toContain('<option value="Mars/Olympus" selected>');
  expect(html).not.toContain('id="theme-error"');
  expect(html).toContain('value="dark" checked');
  expect(html).toContain(`name="next" value="${front}/history"`);
  expect((await choose({ theme: "dark" }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
});
