import { afterAll, beforeAll, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { signFormTimeStamp } from "~/subscribers/form-time";
import { startReceivers } from "../support/receivers";
import { openSignedIn } from "../support/sign-in";
import { addPerson } from "../support/sign-in-mail";
import { execute, openTold, type Told } from "../support/told";
import { type Browser, openBrowser, origin } from "../support/worker";

/** What a request says of the host that it was sent to is in no email, message, redirect or answer. */
const evil = "evil.example";
const forged: Record<string, string> = {
  host: evil,
  forwarded: `for=203.0.113.9;host=${evil};proto=https`,
  origin,
  ...Object.fromEntries(
    ["host", "x-forwarded-host", "x-forwarded-server", "x-host", "x-original-host", "x-http-host-override"].map(
      (name) => [name, evil],
    ),
  ),
  ...{ "x-forwarded-proto": "gopher", "x-forwarded-scheme": "gopher", "x-forwarded-port": "6666" },
  ...{
    "x-forwarded-prefix": "/evil-path",
    "x-original-url": "/evil-path",
    "x-rewrite-url": "/evil-path",
    via: `1.1 ${evil}`,
  },
  ...{ "x-http-method-override": "DELETE", "x-method-override": "DELETE", "x-http-method": "DELETE" },
};
/** Other names of this machine are the deployment's own, and in no link either. */
const names = ["http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"];
const webhook = "https://hooks.visitor.example/status";

let told: Told;
const receivers = startReceivers();
let visitor: Browser;
let owner: Browser;
const answers: string[] = [];

/** Every request forged, each to another name of the deployment; every answer looked at later. */
function lying(browser: Browser): Browser {
  let asked = 0;
  const go: Browser["go"] = async (path, init = {}) => {
    asked += 1;
    const headers = new Headers(forged);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const name = names[asked % names.length] ?? origin;
    const answer = await browser.go(path.startsWith("/") ? `${name}${path}` : path, { ...init, headers });
    const copy = answer.clone();
    answers.push(JSON.stringify([path, answer.status, [...copy.headers], await copy.text()]));
    return answer;
  };
  const post: Browser["post"] = (path, fields = {}) =>
    go(path, { method: "POST", body: new URLSearchParams(fields), headers: { "sec-fetch-site": "same-origin" } });
  return { go, post };
}

beforeAll(async () => {
  told = await openTold();
  told.deployment.way.outbound = receivers.outbound;
  await publishPage(told.deployment.ctx(), told.pageId);
  resetIsolate();
  visitor = lying(await openBrowser(told.deployment));
  owner = lying(await openSignedIn(told.deployment));
});
afterAll(() => told.close());

const mailTo = (address: string) => told.smtp.mails.findLast(({ recipient }) => recipient === address);
const linksIn = (text: string): URL[] => [...text.matchAll(/https?:\/\/[^\s"'<>)\]]+/g)].map(([url]) => new URL(url));

/** The path of the first link to such an address; every link is to the deployment, or to a page's own host. */
function linkOf(text: string | undefined, path: string, own = origin): string {
  const links = linksIn(text ?? "");
  expect(links.length).toBeGreaterThan(0);
  expect(links.map((link) => link.origin).filter((each) => each !== own && each !== origin)).toEqual([]);
  const found = links.find(({ pathname }) => pathname.includes(path));
  if (!found) throw new Error(`no link to ${path} in ${text}`);
  return found.pathname;
}

async function subscribe(fields: Record<string, string>, base = ""): Promise<Response> {
  const since = await signFormTimeStamp(told.deployment.ctx());
  told.deployment.clock.now += 5000;
  const page = base === "" ? "/acme" : base;
  const answer = await visitor.post(`${page}/subscribe`, { scope: "page", since, ...fields });
  await told.sendAll();
  return answer;
}

test("a subscription's email and message lead to the deployment, and so does what confirms it", async () => {
  const asked = await subscribe({ email: "ann@mail.example" });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, "/acme/subscribe?sent"]);
  const link = linkOf(mailTo("ann@mail.example")?.text, "/subscriptions/");
  expect((await visitor.post(link, { act: "confirm" })).headers.get("location")).toMatch(/^\/acme\/subscriptions\//);
  const hook = await subscribe({ way: "webhook", address: webhook, body: "standard" });
  expect(hook.status).toBe(200);
  const proof = /name="proof" value="([^"]*)"/.exec(await hook.text())?.[1] ?? "";
  const { raw = "" } = receivers.received.at(-1) ?? {};
  linkOf(raw, "/acme");
  const code = /\w{4}-\w{4}/.exec(raw)?.[0] ?? "";
  const proven = await visitor.post("/acme/subscribe", { way: "prove", act: "prove", proof, code });
  expect(proven.headers.get("location")).toMatch(/^\/acme\/subscriptions\//);
});

test("sign-in, an invitation, the proof of an address: their emails lead to the deployment", async () => {
  const address = { form: "address", intent: "address", address: "olga@mail.example" };
  expect((await owner.post("/manage/account", address)).headers.get("location")).toMatch(/^\/manage\/account\?/);
  await told.sendAll();
  linkOf(mailTo("olga@mail.example")?.text, "/manage/");
  await addPerson(told.deployment, { id: "ada", email: "ada@mail.example", pageId: told.pageId });
  const asked = await visitor.post("/manage/sign-in", { form: "address", address: "ada@mail.example" });
  expect(asked.headers.get("location")).toMatch(/^\/manage\/sign-in\/code\?/);
  await told.sendAll();
  linkOf(mailTo("ada@mail.example")?.text, "/manage/sign-in/");
  const invited = await owner.post("/manage/acme/people", {
    intent: "invite",
    email: "ivy@mail.example",
    role: "viewer",
  });
  expect(invited.status).toBe(303);
  await told.sendAll();
  linkOf(mailTo("ivy@mail.example")?.text, "/manage/invitations/");
});

test("an incident that is opened by such a request is told with links to the deployment, by email and to a webhook", async () => {
  const form = { intent: "token-create", name: "Client", role: "admin", life: "30" };
  const token = /upfront_[\w-]{43}/.exec(await (await owner.post("/manage/account", form)).text())?.[0];
  const incident = {
    name: "Orders are late",
    status: "investigating",
    body: "We look into it.",
    impact_override: "minor",
  };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const base = `/api/v1/pages/${told.pageId}/incidents`;
  const made = await visitor.go(base, { method: "POST", headers, body: JSON.stringify({ incident }) });
  expect([made.status, made.status === 201 ? "" : await made.text()]).toEqual([201, ""]);
  const { shortlink } = (await made.json()) as { shortlink: string };
  expect(new URL(shortlink).origin).toBe(origin);
  await told.sendAll();
  linkOf(mailTo("ann@mail.example")?.text, "/incidents/");
  linkOf(String(receivers.received.at(-1)?.raw), "/incidents/");
  for (const path of [base, "/api/v1/pages", `${base}?per_page=1`, "/api/v1/openapi.json", "/metrics"])
    expect((await visitor.go(path, { headers })).status).toBe(200);
});

test("on a page's own host the links of emails are to that host, whatever else the request says", async () => {
  const host = "https://status.acme.example";
  await execute(told, "UPDATE page SET host = 'status.acme.example' WHERE id = ?1", told.pageId);
  await execute(told, "UPDATE snapshot SET wanted = wanted + 1");
  await publishPage(told.deployment.ctx(), told.pageId);
  told.deployment.clock.now += 61_000;
  resetIsolate();
  const asked = await subscribe({ email: "bob@mail.example" }, host);
  expect([asked.status, asked.headers.get("location")]).toEqual([303, "/subscribe?sent"]);
  linkOf(mailTo("bob@mail.example")?.text, "/subscriptions/", host);
  const paths = [
    "",
    "/feed.atom",
    "/calendar.ics",
    "/sitemap.xml",
    "/robots.txt",
    "/api/v2/summary.json",
    "/preferences",
  ];
  for (const path of paths) expect([path, (await visitor.go(`${host}${path}`)).status]).toEqual([path, 200]);
  const front = await (await visitor.go(`${host}/`)).text();
  expect(front).toContain(`<link rel="canonical" href="${host}"`);
});

test("nothing that was answered or sent names what the requests claimed", () => {
  const sent = [...told.smtp.mails.map(({ raw }) => raw), ...receivers.received.map((each) => JSON.stringify(each))];
  expect([answers.length > 20, sent.length > 4]).toEqual([true, true]);
  const claims = /evil\.example|\/evil-path|gopher:|:6666/i;
  const named = [...answers, ...sent].filter((text) => claims.test(text));
  expect(named.map((text) => text.slice(0, 200))).toEqual([]);
});
