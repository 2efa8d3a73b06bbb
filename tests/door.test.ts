import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInLink } from "~/db/schema";
import { unguarded } from "~/http/route-table";
import { forgetHosts } from "~/usecases/deployment/host-page";
import { publish } from "~/usecases/pages/publish";
import { openDeployment, type TestDeployment } from "./support/database";
import { faulty } from "./support/faults";
import { makePage, put } from "./support/page";
import { remixBuild } from "./support/remix-build";
import { type Browser, openBrowser, origin } from "./support/worker";

const day = 86_400_000;
let deployment: TestDeployment;
let visitor: Browser;

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_METER: "1" });
  visitor = await openBrowser(deployment);
  const { id } = await makePage(deployment, { slug: "acme" });
  await publish(deployment.ctx(), id);
});
afterAll(() => deployment.close());

async function printLink(): Promise<string> {
  const token = deployment.ctx().token();
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const { now } = deployment.clock;
  await put(deployment, signInLink, [{ tokenHash, kind: "console", createdAt: now, expiresAt: now + 3_600_000 }]);
  return `/manage/sign-in/${token}`;
}

async function signIn(): Promise<string> {
  const answer = await visitor.post(await printLink());
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!cookie) throw new Error(`not signed in: ${answer.status}`);
  return cookie;
}

const header = (response: Response, name: string) => response.headers.get(name);
const codeOf = (problem: unknown) => (problem as { type: string }).type.split("/").at(-1);

test("every route module declares its guard", async () => {
  const { routes } = await remixBuild();
  expect(unguarded(routes)).toEqual([]);
});

test("the deployment does not start with a route that has no guard", async () => {
  const build = await remixBuild();
  const bare = { id: "routes/bare", parentId: "root", path: "bare", module: { default: () => null } };
  const { makePeople } = await import("~/http/people");
  expect(() => makePeople({ ...build, routes: { ...build.routes, bare } })).toThrow("routes/bare");
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
    expect(header(response, "server-timing")).toMatch(/^d1;desc="read=\d+ written=\d+ statements=\d+"$/);
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

test("a public view is one row, then none", async () => {
  deployment.clock.now += 5000;
  expect(header(await visitor.go("/acme"), "server-timing")).toContain("read=1 written=0 statements=1");
  expect(header(await visitor.go("/acme?x=1"), "server-timing")).toContain("read=0 written=0 statements=0");
});

test("row 38: an unknown host is 421, and no header of a proxy makes it known", async () => {
  for (const path of ["/", "/acme", "/manage", "/api/v1/pages", "/ingest/x", "/acme/api/v2/status.json"]) {
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

test("a page's own host serves its public routes and nothing else", async () => {
  const { id } = await makePage(deployment, { slug: "hosted" });
  const ctx = deployment.ctx();
  const host = "status.hosted.example";
  await ctx.d1.prepare("UPDATE page SET host = ?1 WHERE id = ?2").bind(host, id).run();
  await ctx.d1.prepare("UPDATE snapshot SET host = ?1 WHERE page_id = ?2").bind(host, id).run();
  await publish(ctx, id);
  forgetHosts();
  const cookie = await signIn();
  const owner = await openBrowser(deployment, { cookie });
  const status = async (path: string) => (await owner.go(`https://${host}${path}`)).status;
  expect([await status("/"), await status("/history"), await status("/api/v2/status.json")]).toEqual([200, 200, 200]);
  for (const path of ["/manage", "/manage/acme", "/api/v1/pages", "/ingest/x", "/acme", "/hosted", "/manage/sign-in"]) {
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

test("a sign-in link changes nothing until its button is pressed, and then works once", async () => {
  const link = await printLink();
  for (const method of ["GET", "HEAD", "GET"]) {
    const answer = await visitor.go(link, { method });
    expect([answer.status, header(answer, "set-cookie")]).toEqual([200, null]);
  }
  const pressed = await visitor.post(link);
  expect([pressed.status, header(pressed, "location")]).toEqual([303, "/manage"]);
  expect(header(pressed, "set-cookie")).toMatch(
    /^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
  );
  const again = await visitor.post(link);
  expect([again.status, header(again, "set-cookie")]).toEqual([410, null]);
});

test("who is not signed in goes to sign-in and comes back", async () => {
  const answer = await visitor.go("/manage/acme/incidents?filter=open");
  expect([answer.status, header(answer, "location")]).toEqual([
    303,
    "/manage/sign-in?next=%2Fmanage%2Facme%2Fincidents%3Ffilter%3Dopen",
  ]);
  const signedIn = await openBrowser(deployment, { cookie: await signIn() });
  const back = await signedIn.go(header(answer, "location") ?? "");
  expect([back.status, header(back, "location")]).toEqual([303, "/manage/acme/incidents?filter=open"]);
});

test.each(["//evil.example", "/\\evil.example", "https:evil.example", "https://evil.example"])(
  "row 37: ?next=%s leads to the own start page",
  async (next) => {
    const signedIn = await openBrowser(deployment, { cookie: await signIn() });
    const answer = await signedIn.go(`/manage/sign-in?next=${encodeURIComponent(next)}`);
    expect([answer.status, header(answer, "location")]).toEqual([303, "/manage"]);
  },
);

test("row 41: a cookie from before the sign-out is worth nothing", async () => {
  const cookie = await signIn();
  const person = await openBrowser(deployment, { cookie });
  expect((await person.go("/manage")).status).toBe(200);
  const out = await person.post("/manage/sign-out");
  expect([out.status, header(out, "set-cookie")]).toEqual([
    303,
    "__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  ]);
  expect((await person.go("/manage")).status).toBe(303);
  expect((await person.go("/manage/acme")).status).toBe(303);
  expect((await person.go("/api/v1/pages")).status).toBe(401);
});

test("a session goes on while it is used, and its cookie with it", async () => {
  const cookie = await signIn();
  const person = await openBrowser(deployment, { cookie });
  expect(header(await person.go("/manage"), "set-cookie")).toBeNull();
  deployment.clock.now += 20 * day;
  expect(header(await person.go("/manage"), "set-cookie")).toContain(cookie);
  deployment.clock.now += 20 * day;
  expect((await person.go("/manage")).status).toBe(200);
  deployment.clock.now += 31 * day;
  expect((await person.go("/manage")).status).toBe(303);
});

test("a cookie opens no API, a token no page", async () => {
  const person = await openBrowser(deployment, { cookie: await signIn() });
  expect((await person.go("/api/v1/pages")).status).toBe(401);
  const token = "a-bootstrap-token-that-is-long-enough";
  const program = await openBrowser(deployment, { settings: { UPFRONT_BOOTSTRAP_TOKEN: token } });
  for (const scheme of ["Bearer", "OAuth"]) {
    const headers = { authorization: `${scheme} ${token}` };
    expect((await program.go("/api/v1/pages", { headers })).status).toBe(200);
    expect((await program.go("/manage", { headers })).status).toBe(303);
  }
  expect((await program.go(`/api/v1/pages?api_key=${encodeURIComponent(token)}`)).status).toBe(200);
});

const making = { form: "page", name: "Foreign", slug: "foreign" };
const made = async () =>
  (await deployment.ctx().d1.prepare("SELECT count(*) AS n FROM page WHERE slug = 'foreign'").first<{ n: number }>())
    ?.n;

test.each([
  { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  { "sec-fetch-site": "same-site", origin: "http://evil.localhost:8787" },
  { "sec-fetch-site": "", origin: "https://evil.example" },
  { "sec-fetch-site": "", origin: "http://localhost:8788" },
  { "sec-fetch-site": "", origin: "null" },
  { "sec-fetch-site": "" },
])("row 36: a form from elsewhere is 403 bad_origin: %j", async (headers) => {
  const person = await openBrowser(deployment, { cookie: await signIn() });
  for (const path of ["/manage/new", "/manage/new.data", "/manage/new?_data=routes%2Fmanage%2Fpage-new"]) {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
    const answer = await person.go(path, { method: "POST", body: new URLSearchParams(making), headers: given });
    const text = await answer.text();
    expect([path, answer.status]).toEqual([path, 403]);
    if (path.endsWith(".data")) expect(codeOf(JSON.parse(text))).toBe("bad_origin");
    else expect(text).toContain("This form came from another site");
    expect(text).not.toContain("Send it again");
  }
  expect(await made()).toBe(0);
});

test("a form whose browser says nothing needs the token of its page", async () => {
  const cookie = await signIn();
  const person = await openBrowser(deployment, { cookie });
  const html = await (await person.go("/manage/new")).text();
  const token = /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const send = (_token: string) =>
    person.go("/manage/new", { method: "POST", body: new URLSearchParams({ ...making, _token }) });
  expect((await send("")).status).toBe(403);
  expect((await send(`${token}x`)).status).toBe(403);
  const stranger = await openBrowser(deployment, { cookie: await signIn() });
  const others = /name="_token" value="([^"]+)"/.exec(await (await stranger.go("/manage/new")).text())?.[1] ?? "";
  expect((await send(others)).status).toBe(403);
  expect((await send(token)).status).toBe(303);
  expect(await made()).toBe(1);
});

test("methods and bodies that an address does not take", async () => {
  const person = await openBrowser(deployment, { cookie: await signIn() });
  const put = await person.go("/manage/new", { method: "PUT", headers: { "sec-fetch-site": "same-origin" } });
  expect([put.status, header(put, "allow")]).toEqual([405, "GET, HEAD, POST"]);
  const read = await person.post("/acme");
  expect([read.status, header(read, "allow")]).toEqual([405, "GET, HEAD"]);
  const large = await person.post("/manage/new", { name: "x".repeat(1_100_000) });
  expect(large.status).toBe(413);
  const json = await person.go("/manage/new", {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
  });
  expect(json.status).toBe(415);
});

test("while the database is away nobody is let in, and what was typed comes back", async () => {
  const cookie = await signIn();
  const { database } = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before");
  const person = await openBrowser(deployment, { cookie, settings: { DB: database } });
  const read = await person.go("/manage/new");
  expect([read.status, header(read, "retry-after")]).toEqual([503, "10"]);
  const sent = await person.post("/manage/new", { form: "page", name: "A long day's <work>", slug: "work" });
  const html = await sent.text();
  expect(sent.status).toBe(503);
  expect(html).toContain("A long day&#x27;s &lt;work&gt;");
  expect(html).toContain("Send it again");
  expect(html).toContain(header(sent, "x-request-id") ?? "no id");
  const api = await person.go("/api/v1/pages", { headers: { authorization: "Bearer something" } });
  expect([api.status, header(api, "retry-after"), header(api, "content-type")]).toEqual([
    503,
    "10",
    "application/problem+json",
  ]);
  expect((await person.go("/readyz")).status).toBe(503);
  expect((await person.go("/healthz")).status).toBe(200);
});

test("when the database goes away on the way to the commit, what was typed comes back", async () => {
  const cookie = await signIn();
  const real = deployment.bindings.DB;
  let calls = 0;
  const batch = (statements: D1PreparedStatement[]) => {
    calls += 1;
    return calls === 1 ? real.batch(statements) : Promise.reject(new Error("D1_ERROR: Network connection lost."));
  };
  const DB = { prepare: (query: string) => real.prepare(query), batch } as unknown as D1Database;
  const person = await openBrowser(deployment, { cookie, settings: { DB } });
  const sent = await person.post("/manage/new", { form: "page", name: "Nearly there", slug: "nearly" });
  const html = await sent.text();
  expect([sent.status, header(sent, "retry-after"), calls]).toEqual([503, "10", 5]);
  expect(html).toContain("Nearly there");
  expect(html).toContain("Send it again");
});

test("a form after the session ended comes back too", async () => {
  const answer = await visitor.post("/manage/new", { form: "page", name: "Typed for an hour", slug: "work" });
  expect(answer.status).toBe(401);
  expect(await answer.text()).toContain("Typed for an hour");
});

test("a page of others is as one that is not there", async () => {
  const person = await openBrowser(deployment, { cookie: await signIn() });
  await makePage(deployment, { slug: "others" });
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

test("a page's data has the guard of the page", async () => {
  const answer = await visitor.go("/manage/acme.data");
  expect([answer.status, codeOf(await answer.json())]).toEqual([401, "unauthenticated"]);
  const person = await openBrowser(deployment, { cookie: await signIn() });
  expect((await person.go("/manage/nowhere.data")).status).toBe(404);
});

test("the viewer's zone is the network's word, if there is such a zone", async () => {
  const { viewerZoneOf } = await import("~/http/call");
  const from = (timezone: unknown) =>
    viewerZoneOf(Object.assign(new Request(origin), { cf: { timezone } }) as unknown as Request);
  expect([from("Asia/Tokyo"), from("Mars/Olympus"), from(7), viewerZoneOf(new Request(origin))]).toEqual([
    "Asia/Tokyo",
    null,
    null,
    null,
  ]);
});

test("what is private is as if it were not there, in every format", async () => {
  const { id } = await makePage(deployment, { slug: "secret" });
  await publish(deployment.ctx(), id);
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1").bind(id).run();
  await d1.prepare("UPDATE page SET visibility = 'members' WHERE id = ?1").bind(id).run();
  for (const path of ["", "/history", "/incidents/x", "/components/secret-a0", "/api/v2/summary.json"]) {
    const [hidden, nowhere] = [await visitor.go(`/secret${path}`), await visitor.go(`/nothing${path}`)];
    const text = async (response: Response) =>
      (await response.text()).replaceAll(header(response, "x-request-id") ?? "", "");
    expect([path, hidden.status, header(hidden, "cache-control")]).toEqual([path, 404, "no-store"]);
    expect(await text(hidden)).toBe(await text(nowhere));
  }
});
