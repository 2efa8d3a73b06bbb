import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../support/database";
import {
  browserOf,
  credentialsOf,
  makePeople,
  Owner,
  type Program,
  type Stage,
  setStage,
} from "../support/matrix-cast";
import { resolverOf } from "../support/resolver";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let [owner, admin, visitor]: Browser[] = [];
const texts = new Map<string, string[]>();

beforeAll(async () => {
  deployment = await openDeployment();
  deployment.way.outbound = resolverOf(texts);
  await makePeople(deployment);
  const maker = new Owner(await openBrowser(deployment), deployment);
  stage = await setStage(deployment, maker, "acme");
  await setStage(deployment, maker, "other");
  [owner, admin] = [await browserOf(deployment, "owner"), await browserOf(deployment, "admin")];
  visitor = await openBrowser(deployment);
});
afterAll(() => deployment.close());
beforeEach(() => {
  deployment.clock.now += 1000;
});

const home = "/manage/acme/settings";
const rowOf = async () => {
  const { d1 } = deployment.ctx();
  return (await d1.prepare("SELECT * FROM page WHERE id = ?1").bind(stage.id).all()).results[0] as Record<
    string,
    unknown
  >;
};
const versionOf = async () => String((await rowOf()).version);
const general = (over: Record<string, string> = {}) => ({
  form: "settings",
  name: "Acme",
  slug: "acme",
  about: "",
  timeZone: "Europe/Berlin",
  language: "en",
  partialWeight: "0,5",
  historyDays: "30",
  nagHours: "0",
  deliveryDays: "3",
  noindex: "on",
  ...over,
});
const send = async (browser: Browser | undefined, path: string, fields: Record<string, string>, version?: string) => {
  const answer = await (browser as Browser).post(path, { version: version ?? (await versionOf()), ...fields });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const go = (path: string, init?: RequestInit) => (visitor as Browser).go(path, init);

test("general: every number has its bounds beside its field; saved it is on the page; the second of two sees both", async () => {
  const wrong = { partialWeight: "1.5", historyDays: "400", nagHours: "1000", deliveryDays: "0" };
  const refused = await send(owner, home, general(wrong));
  for (const name of Object.keys(wrong)) expect(refused.text).toContain(`id="settings-${name}-error"`);
  expect([refused.status, refused.text.includes('value="1.5"')]).toEqual([422, true]);
  for (const option of ['value="pt-BR">Português (Brasil)', 'value="ar">العربية'])
    expect(refused.text).toContain(option);
  const version = await versionOf();
  expect((await send(owner, home, general(), version)).status).toBe(303);
  expect(await rowOf()).toMatchObject({
    partial_weight: 0.5,
    history_days: 30,
    nag_minutes: 0,
    delivery_days: 3,
    noindex: 1,
  });
  expect(await (await go("/acme")).text()).toContain('content="noindex"');
  expect(await (await go("/acme/uptime")).text()).toContain("0.5");
  const late = await send(admin, home, general({ name: "Mine" }), version);
  expect([late.status, late.text.includes("Mine"), late.text.includes("Someone else changed this")]).toEqual([
    409,
    true,
    true,
  ]);
  const moved = await send(admin, home, general({ slug: "mine" }));
  expect(moved.status).toBe(403);
  const taken = await send(owner, home, general({ slug: "other" }));
  expect([taken.status, taken.text.includes('id="settings-slug-error"')]).toEqual([409, true]);
});

test("a program changes the same, refused by the same names; who sees the page is for owners", async () => {
  const patch = async (program: Program, page: Record<string, unknown>) => {
    const headers = { ...credentialsOf(program), "content-type": "application/json" };
    const answer = await go("/api/v1/pages/acme", { method: "PATCH", headers, body: JSON.stringify({ page }) });
    return [answer.status, (await answer.json()) as Record<string, unknown>] as const;
  };
  const wanted = { nag_minutes: 90, delivery_days: 7, partial_outage_weight: 0.3, history_days: 90, footer: "*Acme*" };
  expect(await patch("admin", { ...wanted, links: [] })).toMatchObject([200, wanted]);
  const [status, { fields }] = await patch("admin", {
    nag_minutes: -1,
    history_days: 1,
    links: [{ label: "x", url: "ftp://x" }],
  });
  expect([status, Object.keys(fields as object).sort()]).toEqual([422, ["history_days", "links.0.url", "nag_minutes"]]);
  expect((await patch("admin", { visibility: "members" }))[0]).toBe(403);
  expect(await patch("owner", { viewers_must_be_team_members: true })).toMatchObject([200, { visibility: "members" }]);
  expect((await go("/acme")).status).toBe(404);
  expect(await patch("owner", { visibility: "public" })).toMatchObject([200, { viewers_must_be_team_members: false }]);
});

test("branding: a light accent is refused with the nearest that is not; the preview shows what was typed and saves nothing", async () => {
  const links = {
    "links.0.label": "Shop",
    "links.0.url": "javascript:alert(1)",
    "links.3.label": "",
    "links.3.url": "https://x.example",
  };
  const refused = await send(admin, `${home}/branding`, { form: "branding", accent: "#ffee00", ...links });
  expect(refused.text).toMatch(/nearest readable colour is #[0-9a-f]{6}/);
  for (const name of ["links-0-url", "links-3-label"]) expect(refused.text).toContain(`id="branding-${name}-error"`);
  const typed = {
    form: "branding",
    accent: "#224488",
    "links.2.label": "<b>Shop</b>",
    "links.2.url": "https://shop.example/?a=1",
    footer: "Acme Ltd. [Imprint](https://acme.example/imprint) <script>alert(1)</script>",
  };
  const foot = '<a href="https://acme.example/imprint"';
  const preview = await send(admin, `${home}/branding`, { ...typed, intent: "preview" });
  const source = /src="([^"]*preview[^"]*)"/.exec(preview.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const frame = await (admin as Browser).go(source);
  const drawn = await frame.text();
  expect([preview.status, drawn.includes("#224488"), drawn.includes("&lt;b&gt;Shop")]).toEqual([200, true, true]);
  expect(frame.headers.get("content-security-policy")).toContain("sandbox");
  expect(preview.text).toContain(foot);
  const wholeSource = source.replace("part=head", "part=whole");
  expect(preview.text).toContain(`href="${wholeSource.replaceAll("&", "&amp;")}"`);
  const whole = await (admin as Browser).go(wholeSource);
  const wholeText = await whole.text();
  expect(["#224488", "&lt;b&gt;Shop", "noindex", "<main"].map((part) => wholeText.includes(part))).toEqual(
    Array(4).fill(true),
  );
  expect([whole.headers.get("cache-control"), whole.headers.get("etag")]).toEqual(["no-store", null]);
  const long = await send(admin, `${home}/branding`, { ...typed, footer: "x".repeat(2001) });
  expect([long.status, long.text.includes("Enter at most 2,000 characters.")]).toEqual([422, true]);
  expect((await rowOf()).accent).toBe("#1f5f4a");
  const picked = { ...typed, accent: "#1f5f4a", accentShown: "#1f5f4a", accentPicked: "#224488" };
  expect((await send(admin, `${home}/branding`, picked)).status).toBe(303);
  expect((await rowOf()).accent).toBe("#224488");
  deployment.clock.now += 2000;
  const page = await (await go("/acme")).text();
  expect(page).toContain('<a href="https://shop.example/?a=1" dir="auto" rel="noopener">&lt;b&gt;Shop&lt;/b&gt;</a>');
  expect(page).toMatch(/<footer>.*<a href="https:\/\/acme.example\/imprint".*<\/footer>/s);
  expect(page).not.toContain("<script>alert");
});

async function upload(kind: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Response> {
  const body = new FormData();
  const fields = { form: kind, intent: "image", version: await versionOf(), nonce: "01kfw3m9y80000000000000000" };
  for (const [key, value] of Object.entries(fields)) body.set(key, value);
  body.set(kind, new Blob([bytes], { type: "image/png" }), name);
  return (admin as Browser).go(`${home}/branding`, {
    method: "POST",
    body,
    headers: { "sec-fetch-site": "same-origin" },
  });
}

test("an image is known by its bytes, kept forever by its hash, harmless, and goes when it is taken away", async () => {
  const text = (words: string) => new TextEncoder().encode(words);
  for (const [bytes, message] of [
    [text("<html><script>"), "Use a PNG, JPEG, WebP or SVG image"],
    [new Uint8Array(256 * 1024), "Use a PNG, JPEG, WebP or SVG image"],
    [new Uint8Array(256 * 1024 + 1), "at most 256 KB; this one is 257 KB"],
    [new Uint8Array(), "Choose a file first"],
  ] as const) {
    const refused = await upload("logo", bytes, "logo.png");
    expect([refused.status, (await refused.text()).includes(message)]).toEqual([422, true]);
  }
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const kind of ["logo", "favicon", "logo_dark"]) expect((await upload(kind, svg, "a.png")).status).toBe(303);
  const page = await (await go("/acme")).text();
  const [, path = ""] = /<img src="(\/acme\/images\/[0-9a-f]{64})" alt=""/.exec(page) ?? [];
  expect(page).toContain(`<link rel="icon" href="${path}">`);
  const image = await go(path);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(image.headers.get("cache-control")).toBe("public, max-age=31536000, s-maxage=60, immutable");
  expect(image.headers.get("content-security-policy")).toMatch(/default-src 'none';.*sandbox/);
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(svg);
  const other = text('<svg xmlns="http://www.w3.org/2000/svg"><!-- for the dark --></svg>');
  expect((await upload("logo_dark", other, "b.svg")).status).toBe(303);
  deployment.clock.now += 1000;
  expect(await (await go("/acme")).text()).toMatch(
    /<picture><source srcset="\/acme\/images\/[0-9a-f]{64}" media="screen and \(prefers-color-scheme:dark\)"><img/,
  );
  for (const kind of ["logo", "logo_dark"]) {
    const taken = { form: `${kind}-off`, intent: "image-off", kind };
    expect((await send(admin, `${home}/branding`, taken)).status).toBe(303);
  }
  deployment.clock.now += 1000;
  expect(await (await go("/acme")).text()).not.toContain("<img");
});

test("a passphrase opens every format of a page until it is another one; without it nobody knows the page", async () => {
  const paths = [
    "",
    "/history",
    `/incidents/${stage.incident}`,
    "/feed.atom",
    "/feed.rss",
    "/api/v2/summary.json",
    "/api/v2/incidents.json",
  ];
  const image = /href="(\/acme\/images\/\w+)"/.exec(await (await go("/acme")).text())?.[1]?.slice(5) ?? "";
  paths.push(image, `/components/${stage.components[0]}/feed.atom`);
  expect((await send(owner, `${home}/visibility`, { form: "visibility", visibility: "passphrase" })).status).toBe(303);
  const told = async () =>
    /[0-9a-z]{4}(?:-[0-9a-z]{4}){4}/.exec(await (await (owner as Browser).go(`${home}/visibility`)).text())?.[0] ?? "";
  const passphrase = await told();
  const statuses = async (cookie: string) =>
    Promise.all(
      paths.map(async (path) => {
        const answer = await go(`/acme${path}`, cookie ? { headers: { cookie } } : {});
        return `${answer.status} ${answer.headers.get("cache-control")}`;
      }),
    );
  const shut = paths.map(() => "404 no-store");
  expect(await statuses("")).toEqual(shut);
  const type = (slug: string, words: string, more = {}) =>
    (visitor as Browser).post(`/${slug}/unlock`, { passphrase: words }, more);
  const answers = await Promise.all(
    ["acme", "other", "nobody"].map(async (slug) => {
      const [form, wrong] = [await go(`/${slug}/unlock`), await type(slug, "0000-0000-0000-0000-0000")];
      const plain = (await wrong.text()).replaceAll(slug, "…").replace(/name="_token" value="[^"]*"/, "");
      return [form.status, wrong.status, plain];
    }),
  );
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(answers[0]?.slice(0, 2)).toEqual([200, 422]);
  expect(
    (await type("acme", passphrase, { "sec-fetch-site": "cross-site", origin: "https://evil.example" })).status,
  ).toBe(403);
  expect((await go("/acme/unlock", { method: "POST", body: new URLSearchParams({ passphrase }) })).status).toBe(403);
  const opened = await type("acme", ` ${passphrase.toUpperCase().replaceAll("-", " ")}`);
  const line = opened.headers.get("set-cookie") ?? "";
  expect([opened.status, opened.headers.get("location")]).toEqual([303, "/acme"]);
  expect(line).toMatch(/^__Host-page-[\w-]+=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
  const cookie = line.split(";")[0] as string;
  expect(await statuses(cookie)).toEqual(paths.map(() => "200 no-store"));
  expect((await (admin as Browser).go("/acme")).status).toBe(200);
  const { status } = await send(owner, `${home}/visibility`, { form: "rotate", sure: "on" });
  expect([status, await statuses(cookie)]).toEqual([303, shut]);
  expect([(await told()) !== passphrase, (await type("acme", passphrase)).status]).toEqual([true, 422]);
  expect(await (await (admin as Browser).go(home)).text()).not.toContain(await told());
  for (let tries = 0; tries < 12; tries++) await type("acme", "wrong");
  const limited = await type("acme", await told());
  expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
  await send(owner, `${home}/visibility`, { form: "visibility", visibility: "public" });
  expect((await go("/acme")).status).toBe(200);
});

test("a host is the page's once its DNS says so, and serves nothing but the page; what asks with another name gets 421", async () => {
  const ask = (host: string) => send(owner, `${home}/domain`, { form: "ask", host });
  for (const host of ["localhost", "192.0.2.1", "*.acme.com", "intranet", "https://acme.com"]) {
    const refused = await ask(host);
    expect([host, refused.status, refused.text.includes('id="ask-host-error"')]).toEqual([host, 422, true]);
  }
  expect((await ask("Status.Acme.com")).status).toBe(303);
  const page = await (await (owner as Browser).go(`${home}/domain`)).text();
  const proof = /upfront-proof=[\w-]{43}/.exec(page)?.[0] ?? "";
  const check = () => send(owner, `${home}/domain`, { form: "check" });
  const early = await check();
  expect([early.status, early.text.includes("The record was not found yet")]).toEqual([422, true]);
  expect((await go("https://status.acme.com/")).status).toBe(421);
  texts.set("_upfront.status.acme.com", ["v=spf1 -all", proof]);
  resetIsolate();
  expect((await check()).status).toBe(303);
  deployment.clock.now += 1000;
  const front = await go("https://status.acme.com/");
  expect([front.status, (await front.text()).includes('href="https://status.acme.com"')]).toEqual([200, true]);
  expect((await go("https://status.acme.com/feed.atom")).status).toBe(200);
  for (const path of ["/other", "/acme", "/manage", "/manage/sign-in", "/api/v1/pages", "/metrics"]) {
    expect([path, (await go(`https://status.acme.com${path}`)).status]).toEqual([path, 404]);
  }
  const other = { form: "ask", host: "status.acme.com", version: "0" };
  expect((await (owner as Browser).post("/manage/other/settings/domain", other)).status).toBe(303);
  const record =
    /upfront-proof=[\w-]{43}/.exec(await (await (owner as Browser).go("/manage/other/settings/domain")).text())?.[0] ??
    "";
  texts.set("_upfront.status.acme.com", [record]);
  const taken = await (owner as Browser).post("/manage/other/settings/domain", { form: "check", version: "1" });
  expect([taken.status, (await taken.text()).includes("Another page already uses this domain.")]).toEqual([409, true]);
  expect((await send(owner, `${home}/domain`, { form: "remove" })).status).toBe(303);
  resetIsolate();
  expect((await go("https://status.acme.com/")).status).toBe(421);
});
