import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeNarrowedRemixHandlers } from "~/door/route-handlers";
import { unguardedRoutes } from "~/http/route-table";
import { resetIsolate } from "~/platform/isolate";
import { publicRoutes } from "~/public-routes";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { makeUpfrontWorker } from "~/worker";
import { openDeployment, type TestDeployment } from "../support/database";
import { faulty } from "../support/faults";
import { remixBuild } from "../support/remix-build";
import { aPage, arrange } from "../support/scenario";
import { openSignedIn, signIn } from "../support/sign-in";
import { type Browser, openBrowser, origin } from "../support/worker";

let deployment: TestDeployment;
let visitor: Browser;

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_METER: "1" });
  visitor = await openBrowser(deployment);
  const { id } = await arrange(deployment, aPage({ slug: "acme" }));
  await publishPage(deployment.ctx(), id);
});
afterAll(() => deployment.close());

const header = (response: Response, name: string) => response.headers.get(name);

test("every route module declares its guard", async () => {
  const { routes } = await remixBuild();
  expect(unguardedRoutes(routes)).toEqual([]);
});

test("the deployment does not start with a route that has no guard", async () => {
  const build = await remixBuild();
  const bare = { id: "routes/bare", parentId: "root", path: "bare", module: { default: () => null } };
  const { makePageHandler: makePeople } = await import("~/door/people");
  const way = { handlers: makeNarrowedRemixHandlers(build), refuse: async () => new Response() };
  expect(() => makePeople({ ...build.routes, bare }, way)).toThrow("routes/bare");
});

test.each(["/acme", "/nowhere", "/manage/sign-in", "/manage", "/healthz", "/api/v1/pages", "/acme/api/v2/status.json"])(
  "%s: every answer is dressed",
  async (path) => {
    const response = await visitor.go(path);
    expect(header(response, "content-security-policy")).toContain("default-src 'none'");
    expect(header(response, "content-security-policy")).not.toContain("unsafe");
    expect(header(response, "x-content-type-options")).toBe("nosniff");
    expect(header(response, "referrer-policy")).toBe("same-origin");
    expect(header(response, "x-frame-options")).toBe("DENY");
    expect(header(response, "x-request-id")).toMatch(/^[0-9a-z]{26}$/);
    const timing = response.status < 400 ? /^d1;desc="read=\d+ written=\d+ statements=\d+"$/ : /^null$/;
    expect(String(header(response, "server-timing"))).toMatch(timing);
    expect([...response.headers.keys()].filter((name) => /^x-upfront-(cache|style|failure)$/.test(name))).toEqual([]);
  },
);

test("only public snapshots may be kept", async () => {
  const kept = async (path: string) => header(await visitor.go(path), "cache-control");
  expect([await kept("/acme"), await kept("/acme/api/v2/summary.json")]).toEqual([
    "public, max-age=0, must-revalidate",
    "public, max-age=0, must-revalidate",
  ]);
  for (const path of ["/nowhere", "/manage/sign-in", "/manage/acme", "/readyz", "/api/v1/pages"]) {
    expect(await kept(path)).toBe("no-store");
  }
});

test("https is remembered where the deployment speaks it", async () => {
  const secure = await openBrowser(deployment, { settings: { UPFRONT_URL: "https://status.example.com" } });
  const answer = await secure.go("https://status.example.com/acme");
  expect([answer.status, header(answer, "strict-transport-security")]).toEqual([200, "max-age=31536000"]);
});

test("names below the deployment's own are promised to speak https only where that is set", async () => {
  const settings = { UPFRONT_URL: "https://status.example.com", UPFRONT_HSTS_SUBDOMAINS: "1" };
  const secure = await openBrowser(deployment, { settings });
  const said = async (address: string) => header(await secure.go(address), "strict-transport-security");
  expect(await said("https://status.example.com/acme")).toBe("max-age=31536000; includeSubDomains");
  expect(await said("https://status.example.com/nowhere")).toBe("max-age=31536000; includeSubDomains");
});

test("who shows a page reads nothing of the rest; who asks for a form does", async () => {
  const alone = makeUpfrontWorker(publicRoutes, () => Promise.reject(new Error("the rest was read")));
  const around = { now: () => deployment.clock.now, defer: () => undefined };
  const asked = (path: string) => alone.fetch(new Request(new URL(path, origin)), deployment.bindings, around);
  const statuses = ["/acme", "/acme/history", "/acme/uptime", "/acme/subscribe", "/manage/sign-in", "/acme/x/y"].map(
    async (path) => (await asked(path)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 500, 500, 500]);
});

test("a public view is one row, then none", async () => {
  deployment.clock.now += 5000;
  expect(header(await visitor.go("/acme"), "server-timing")).toContain("read=1 written=0 statements=1");
  expect(header(await visitor.go("/acme?x=1"), "server-timing")).toContain("read=0 written=0 statements=0");
});

test("row 38: an unknown host is 421, and no header of a proxy makes it known", async () => {
  for (const path of ["/", "/acme", "/manage", "/api/v1/pages", "/ingest/x", "/ping/x", "/acme/api/v2/status.json"]) {
    const answer = await visitor.go(`http://evil.example${path}`, {
      headers: { "x-forwarded-host": "localhost:8787", forwarded: "host=localhost:8787", host: "localhost:8787" },
    });
    expect([answer.status, header(answer, "cache-control")]).toEqual([421, "no-store"]);
  }
  const forwarded = await visitor.go("/acme/api/v2/summary.json", { headers: { "x-forwarded-host": "evil.example" } });
  const text = await forwarded.text();
  expect(text).toContain(origin);
  expect(text).not.toContain("evil.example");
  expect((await visitor.go("http://127.0.0.1:8787/acme")).status).toBe(200);
});

test("two pages published in one instant have tags of their own: what is at / or at a host may become another page", async () => {
  const slugs = ["twin-one", "twin-two"];
  for (const slug of slugs) await publishPage(deployment.ctx(), (await arrange(deployment, aPage({ slug }))).id);
  const paths = ["", "/embed", "/badge.svg", "/feed.atom", "/calendar.ics", "/sitemap.xml", "/api/v2/status.json"];
  expect(paths).toHaveLength(7);
  for (const path of paths) {
    const tags = await Promise.all(slugs.map(async (slug) => header(await visitor.go(`/${slug}${path}`), "etag")));
    expect(tags, path).not.toContain(null);
    expect(new Set(tags).size, path).toBe(2);
  }
});

test("a page's own host serves its public routes and nothing else", async () => {
  const { id } = await arrange(deployment, aPage({ slug: "hosted" }));
  const ctx = deployment.ctx();
  const host = "status.hosted.example";
  await ctx.d1.prepare("UPDATE page SET host = ?1 WHERE id = ?2").bind(host, id).run();
  await ctx.d1.prepare("UPDATE snapshot SET host = ?1 WHERE page_id = ?2").bind(host, id).run();
  await publishPage(ctx, id);
  resetIsolate();
  const cookie = await signIn(deployment);
  const owner = await openBrowser(deployment, { cookie });
  const status = async (path: string) => (await owner.go(`https://${host}${path}`)).status;
  expect([await status("/"), await status("/history"), await status("/api/v2/status.json")]).toEqual([200, 200, 200]);
  const feed = await (await owner.go(`https://${host}/feed.atom`)).text();
  expect(feed).toContain(`href="https://${host}/feed.atom" rel="self"`);
  expect(await (await owner.go(`https://${host}/nothing`)).text()).toContain('<a href="/">');
  for (const path of [
    "/manage",
    "/manage/acme",
    "/api/v1/pages",
    "/ingest/x",
    "/ping/x",
    "/acme",
    "/hosted",
    "/manage/sign-in",
  ]) {
    expect([path, await status(path)]).toEqual([path, 404]);
  }
  expect(await status("/healthz")).toBe(200);
});

test("alive on any host; ready while the database answers and the clock ticks", async () => {
  expect((await visitor.go("http://10.0.0.7/healthz")).status).toBe(200);
  expect((await visitor.go("/healthz", { method: "POST" })).status).toBe(405);
  expect((await visitor.go("/readyz")).status).toBe(503);
  const ctx = deployment.ctx();
  await ctx.d1.prepare("UPDATE deployment SET tick_at = ?1").bind(deployment.clock.now).run();
  expect((await visitor.go("http://10.0.0.7/readyz")).status).toBe(200);
  deployment.clock.now += 15 * 60_000;
  expect((await visitor.go("/readyz")).status).toBe(503);
});

test("a cookie opens no API, a token no page", async () => {
  const person = await openSignedIn(deployment);
  expect((await person.go("/api/v1/pages")).status).toBe(401);
  const token = "a-bootstrap-token-that-is-long-enough";
  const program = await openBrowser(deployment, { settings: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  for (const scheme of ["Bearer", "OAuth"]) {
    const headers = { authorization: `${scheme} ${token}` };
    expect((await program.go("/api/v1/pages", { headers })).status).toBe(200);
    expect((await program.go("/manage", { headers })).status).toBe(303);
  }
  expect((await program.go(`/api/v1/pages?api_key=${encodeURIComponent(token)}`)).status).toBe(401);
});

test("a token stands in an address only where its maker allowed it, only where Statuspage has it, and in no log", async () => {
  const person = await openSignedIn(deployment);
  const make = async (more: object) => {
    deployment.clock.now += 1000;
    const form = { intent: "token-create", name: "Old client", role: "viewer", life: "30", ...more };
    return /upfront_[\w-]{43}/.exec(await (await person.post("/manage/account", form)).text())?.[0] ?? "";
  };
  const [plain, allowed] = [await make({}), await make({ in_url: "on" })];
  const lines: unknown[] = [];
  const spies = (["log", "warn", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...line) => void lines.push(line)),
  );
  const ask = async (path: string) => (await visitor.go(path)).status;
  expect(await ask(`/api/v1/pages?api_key=${allowed}`)).toBe(200);
  expect(await ask(`/api/v1/pages?api_key=${plain}`)).toBe(401);
  expect(await ask(`/api/v1/tokens?api_key=${allowed}`)).toBe(401);
  expect(await ask(`/metrics?api_key=${allowed}`)).toBe(401);
  const program = { headers: { authorization: `Bearer ${plain}` } };
  const listed = (await (await visitor.go("/api/v1/tokens", program)).json()) as { in_url: boolean }[];
  await deployment.settled();
  for (const spy of spies) spy.mockRestore();
  expect(listed.map((each) => each.in_url)).toEqual([true, false]);
  expect(JSON.stringify(lines)).not.toMatch(/upfront_|api_key/);
  expect(await (await person.go("/manage/account")).text()).toContain("Accepted in URLs");
});

test("a page of others is as one that is not there", async () => {
  const person = await openSignedIn(deployment);
  await arrange(deployment, aPage({ slug: "others" }));
  const strip = async (response: Response) =>
    [response.status, (await response.text()).replaceAll(header(response, "x-request-id") ?? "", "")] as const;
  const [theirs, nowhere] = [await person.go("/manage/others/incidents"), await person.go("/manage/nowhere/incidents")];
  expect(theirs.status).toBe(404);
  const anonymous = ([status, html]: readonly [number, string]) => [
    status,
    html.replaceAll(/(others|nowhere)/g, "").replaceAll(/value="[^"]*"/g, ""),
  ];
  expect(anonymous(await strip(theirs))).toEqual(anonymous(await strip(nowhere)));
});

test("the viewer's zone is the network's word, if there is such a zone", async () => {
  const { readerSettingsOf: readerOf } = await import("~/http/reader");
  const from = (timezone: unknown) => {
    const request = Object.assign(new Request(origin), { cf: { timezone } }) as unknown as Request;
    return readerOf(request, origin).timeZone;
  };
  expect([from("Asia/Tokyo"), from("Mars/Olympus"), from(7), from(undefined)]).toEqual([
    "Asia/Tokyo",
    null,
    null,
    null,
  ]);
});

test("what is private is as if it were not there, in every format", async () => {
  const { id } = await arrange(deployment, aPage({ slug: "secret" }));
  await publishPage(deployment.ctx(), id);
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1").bind(id).run();
  await d1.prepare("UPDATE page SET visibility = 'members' WHERE id = ?1").bind(id).run();
  for (const path of ["", "/history", "/incidents/x", "/components/secret-a0", "/api/v2/summary.json"]) {
    const [hidden, nowhere] = [await visitor.go(`/secret${path}`), await visitor.go(`/nothing${path}`)];
    const text = async (response: Response) =>
      (await response.text())
        .replaceAll(header(response, "x-request-id") ?? "", "")
        .replaceAll(/"\/\w+\/unlock"/g, "what was asked for");
    expect([path, hidden.status, header(hidden, "cache-control")]).toEqual([path, 404, "no-store"]);
    expect(await text(hidden)).toBe(await text(nowhere));
  }
});

test("an address that is none is as a page that is not there; below /manage one signs in first", async () => {
  const text = async (path: string) =>
    (await (await visitor.go(path)).text()).replaceAll(/"\/\w+\/unlock"/g, "what was asked for");
  expect(await text("/no/such/address")).toBe(await text("/nowhere"));
  const [below, form] = [await visitor.go("/manage/a/b/c/d"), await visitor.post("/no/such/address")];
  expect([below.status, form.status]).toEqual([303, 404]);
  expect(header(below, "location")).toContain("/manage/sign-in?next=");
});

test("a page's own host is served while the database is away, once it was known", async () => {
  const host = "https://status.hosted.example";
  expect((await visitor.go(`${host}/`)).status).toBe(200);
  deployment.clock.now += 120_000;
  const { database } = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before");
  const away = await openBrowser(deployment, { settings: { DB: database } });
  const answer = await away.go(`${host}/`);
  expect([answer.status, header(answer, "x-upfront-stale") !== null]).toEqual([200, true]);
  expect((await away.go("https://never.seen.example/")).status).toBe(503);
});
