import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../support/database";
import { credentialsOf, makePeople, signedInAs, type Who } from "../support/matrix-cast";
import { aPage, arrange, membersOf, type TestPage } from "../support/scenario";
import { printLink } from "../support/sign-in";
import { root } from "../support/sources";
import { type Browser, openBrowser } from "../support/worker";

/** Whoever has an old cookie or token, or sits at the browser of somebody who is gone. */
let deployment: TestDeployment;
let page: TestPage;
beforeAll(async () => {
  deployment = await openDeployment();
  const acme = aPage({ slug: "acme" });
  page = acme;
  await arrange(deployment, acme);
  await makePeople(deployment);
  await publishPage(deployment.ctx(), page.id);
  await arrange(deployment, membersOf(page.id, { owner: "owner" }));
  const [owner] = await opened("owner");
  await owner.post("/manage/acme/settings/visibility", { form: "visibility", visibility: "members" });
});
afterAll(() => deployment.close());

const run = (sql: string) => runBatch(deployment.ctx(), [{ sql, params: [] }]);
const opened = async (who: Who): Promise<[Browser, string]> => {
  const cookie = await signedInAs(deployment, who);
  return [await openBrowser(deployment, { cookie }), cookie];
};

beforeEach(async () => {
  deployment.clock.now += 1000;
  await run("DELETE FROM membership");
  await arrange(deployment, membersOf(page.id, { owner: "owner", admin: "admin", viewer: "viewer" }));
});

/** What a session opens: pages and their data, downloads, what members alone see, in every format. */
const doors = [
  "/manage",
  "/manage/account",
  "/manage/acme/incidents",
  "/manage/acme/incidents?_data=desk%2Fincidents%2Fincidents.route",
  "/manage/acme/audit/export",
  "/manage/acme/subscribers/export",
  "/manage/acme/settings/export",
  "/manage/acme/search?q=a",
  "/acme",
  "/acme/history",
  "/acme/history.atom",
  "/acme/api/v2/summary.json",
  "/acme/badge.svg",
];
/** What opens, and what leads to the sign-in or is as if it weren't there. */
const seen = async (browser: Browser) => {
  const found: string[] = [];
  for (const door of doors) {
    const { status, headers } = await browser.go(door);
    if (status === 200) found.push(door);
    expect([door, headers.get("cache-control")]).toEqual([door, "no-store"]);
  }
  return found;
};

test("a session opens its doors, none of which may be kept; once it is signed out, ended everywhere, or its person is shut out, none", async () => {
  const endings: ((browser: Browser) => Promise<unknown>)[] = [
    (browser) => browser.post("/manage/sign-out"),
    (browser) => browser.post("/manage/account", { intent: "all" }),
    async () =>
      (await opened("operator"))[0].post("/manage/deployment/people", { intent: "end-sessions", id: "owner" }),
    async () => (await opened("operator"))[0].post("/manage/deployment/people", { intent: "disable", id: "owner" }),
  ];
  const said = `${doors.length} doors after ${endings.length} ends of a session`;
  expect(readFileSync(join(root, "docs/security.md"), "utf8")).toContain(said);
  for (const end of endings) {
    const [browser, cookie] = await opened("owner");
    expect((await seen(browser)).length).toBeGreaterThan(8);
    await end(browser);
    const again = await openBrowser(deployment, { cookie });
    expect(await seen(again)).toEqual([]);
    const forms = ["/manage/acme/incidents/new", "/manage/account", "/manage/acme/people"];
    for (const form of forms) expect((await again.post(form, { intent: "all" })).status).toBe(401);
  }
  await run("UPDATE person SET disabled_at = NULL");
});

test("a role that is lowered, or a place that is gone, counts for the session and the token at the very next request", async () => {
  const [owner] = await opened("owner");
  const [admin] = await opened("admin");
  const program = await openBrowser(deployment);
  const asAdmin = { headers: { ...credentialsOf("admin"), "content-type": "application/json" } };
  const body = JSON.stringify({ component: { name: "Search" } });
  const asked = async () => [
    (await admin.go("/manage/acme/subscribers/new")).status,
    (await admin.go("/manage/acme/incidents")).status,
    (await admin.go("/acme")).status,
    (await program.go("/api/v1/pages/acme/components", { method: "POST", ...asAdmin, body })).status,
    (await program.go("/api/v1/pages/acme/incidents", asAdmin)).status,
  ];
  expect(await asked()).toEqual([200, 200, 200, 201, 200]);
  await owner.post("/manage/acme/people", { intent: "role", person: "admin", role: "viewer" });
  expect(await asked()).toEqual([403, 200, 200, 403, 200]);
  await owner.post("/manage/acme/people", { intent: "remove", person: "admin", sure: "on" });
  expect(await asked()).toEqual([404, 404, 404, 404, 404]);
});

test("nobody is signed out, or in, by another site or a link; a cookie that was planted before is not the session", async () => {
  const [owner] = await opened("owner");
  for (const path of ["/manage/sign-out", "/manage/account"]) {
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await owner.post(path, { intent: "all" }, foreign)).status).toBe(403);
    expect((await owner.go(path)).status).toBe(200);
  }
  const planted = "A".repeat(43);
  const fixed = await openBrowser(deployment, { cookie: `__Host-session=${planted}` });
  const link = await printLink(deployment);
  expect((await fixed.post(link, {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  const made = (await fixed.post(link)).headers.getSetCookie().join();
  expect(made).toMatch(/__Host-session=[\w-]{43};/);
  expect(made).not.toContain(planted);
  expect((await fixed.go("/manage/account")).status).toBe(303);
});

test("a clock that jumps makes no proof fresh and no ended session live", async () => {
  const [owner, cookie] = await opened("owner");
  const dangerous = () => owner.go("/manage/acme/subscribers/export");
  expect((await dangerous()).status).toBe(200);
  const { now } = deployment.clock;
  for (const jump of [-3_600_000, -86_400_000, 11 * 60_000, 86_400_000]) {
    deployment.clock.now = now + jump;
    expect([jump, (await dangerous()).status]).toEqual([jump, 303]);
  }
  deployment.clock.now = now + 1000;
  await owner.post("/manage/sign-out");
  for (const jump of [-86_400_000, -1000, 3_600_000]) {
    deployment.clock.now = now + jump;
    expect((await (await openBrowser(deployment, { cookie })).go("/manage/account")).status).toBe(303);
  }
  deployment.clock.now = now + 2000;
});
