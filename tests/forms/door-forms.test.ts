import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { faulty } from "../support/faults";
import { openSignedIn, printLink, signIn } from "../support/sign-in";
import { countWaiting } from "../support/waited";
import { type Browser, openBrowser } from "../support/worker";

const day = 86_400_000;
let deployment: TestDeployment;
let visitor: Browser;

beforeAll(async () => {
  deployment = await openDeployment();
  visitor = await openBrowser(deployment);
});
afterAll(() => deployment.close());

const header = (response: Response, name: string) => response.headers.get(name);
const codeOf = (problem: unknown) => (problem as { type: string }).type.split("/").at(-1);

test("a sign-in link changes nothing until its button is pressed, and then works once", async () => {
  const link = await printLink(deployment);
  for (const method of ["GET", "HEAD", "GET"]) {
    const answer = await visitor.go(link, { method });
    expect([answer.status, header(answer, "set-cookie")]).toEqual([200, null]);
  }
  const pressed = await visitor.post(link);
  expect([pressed.status, header(pressed, "location")]).toEqual([303, "/manage"]);
  const [session = "", ...others] = pressed.headers.getSetCookie();
  expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
  expect(others).toEqual([
    expect.stringMatching(/^__Host-device=/),
    "__Host-asked=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  ]);
  const again = await visitor.post(link);
  expect([again.status, header(again, "set-cookie")]).toEqual([410, null]);
});

test("who is not signed in goes to sign-in and comes back", async () => {
  const answer = await visitor.go("/manage/acme/incidents?filter=open");
  expect([answer.status, header(answer, "location")]).toEqual([
    303,
    "/manage/sign-in?next=%2Fmanage%2Facme%2Fincidents%3Ffilter%3Dopen",
  ]);
  const signedIn = await openSignedIn(deployment);
  const back = await signedIn.go(header(answer, "location") ?? "");
  expect([back.status, header(back, "location")]).toEqual([303, "/manage/acme/incidents?filter=open"]);
});

test.each(["//evil.example", "/\\evil.example", "https:evil.example", "https://evil.example"])(
  "row 37: ?next=%s leads to the own start page",
  async (next) => {
    const signedIn = await openSignedIn(deployment);
    const answer = await signedIn.go(`/manage/sign-in?next=${encodeURIComponent(next)}`);
    expect([answer.status, header(answer, "location")]).toEqual([303, "/manage"]);
  },
);

test("row 41: a cookie from before the sign-out is worth nothing", async () => {
  const cookie = await signIn(deployment);
  const person = await openBrowser(deployment, { cookie });
  expect((await person.go("/manage/account")).status).toBe(200);
  const out = await person.post("/manage/sign-out");
  expect([out.status, header(out, "set-cookie")]).toEqual([
    303,
    ["session", "last-page"]
      .map((each) => `__Host-${each}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`)
      .join(", "),
  ]);
  expect((await person.go("/manage/account")).status).toBe(303);
  expect((await person.go("/manage/acme")).status).toBe(303);
  expect((await person.go("/api/v1/pages")).status).toBe(401);
});

test("a session goes on while it is used, and its cookie with it", async () => {
  const cookie = await signIn(deployment);
  const person = await openBrowser(deployment, { cookie });
  expect(header(await person.go("/manage"), "set-cookie")).toBeNull();
  deployment.clock.now += 20 * day;
  expect(header(await person.go("/manage"), "set-cookie")).toContain(cookie);
  deployment.clock.now += 20 * day;
  expect((await person.go("/manage/account")).status).toBe(200);
  deployment.clock.now += 31 * day;
  expect((await person.go("/manage/account")).status).toBe(303);
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
  const person = await openSignedIn(deployment);
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
  const cookie = await signIn(deployment);
  const person = await openBrowser(deployment, { cookie });
  const html = await (await person.go("/manage/new")).text();
  const token = /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const send = (_token: string) =>
    person.go("/manage/new", { method: "POST", body: new URLSearchParams({ ...making, _token }) });
  expect((await send("")).status).toBe(403);
  expect((await send(`${token}x`)).status).toBe(403);
  const stranger = await openSignedIn(deployment);
  const others = /name="_token" value="([^"]+)"/.exec(await (await stranger.go("/manage/new")).text())?.[1] ?? "";
  expect((await send(others)).status).toBe(403);
  expect((await send(token)).status).toBe(303);
  expect(await made()).toBe(1);
});

test("methods and bodies that an address does not take", async () => {
  const person = await openSignedIn(deployment);
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
  const cookie = await signIn(deployment);
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
  const cookie = await signIn(deployment);
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

test("a page's data has the guard of the page", async () => {
  const answer = await visitor.go("/manage/acme.data");
  const text = await answer.text();
  expect([answer.status, text.includes("unauthenticated"), text.includes("Acme")]).toEqual([401, true, false]);
  const person = await openSignedIn(deployment);
  expect((await person.go("/manage/nowhere.data")).status).toBe(404);
});

test("a database that never answers keeps nobody waiting longer than five seconds", async () => {
  const cookie = await signIn(deployment);
  const { database } = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "stall");
  const person = await openBrowser(deployment, { cookie, settings: { DB: database } });
  const timers = countWaiting();
  const posting = () => person.post("/manage/new", { form: "page", name: "Patience", slug: "patience" });
  const { value: answer, waited } = await timers.waitedBy(posting).finally(timers.stop);
  expect([answer.status, waited > 0, waited <= 5000]).toEqual([503, true, true]);
  expect(await answer.text()).toContain("Patience");
});
