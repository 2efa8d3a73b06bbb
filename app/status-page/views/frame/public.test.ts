import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { incidentTable } from "~/db/schema/index";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { faulty } from "../../../../tests/support/faults";
import { anIncident, aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { stampKnown } from "../../../../tests/support/stamp-known";
import { type Visit, visit } from "../../../../tests/support/visitor";
import { publishPage } from "../../publishing/engine/publish";
import { loader as showComponent } from "../component/component.route";
import { loader as showHome } from "../front/home.route";
import { loader as showPage } from "../front/page.route";
import { loader as showHistory } from "../history/history.route";
import { loader as showIncident } from "../incident/incident.route";
import { findCachedFrontPageResponse } from "./memory";

let deployment: TestDeployment;
let page: TestPage;

beforeEach(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ components: 5 }));
  resetIsolate();
});
afterEach(() => deployment.close());

const addIncident = (planned: Parameters<typeof anIncident>[1]) => arrange(deployment, anIncident(page, planned));

const bump = () =>
  runBatch(deployment.ctx(), [
    { sql: "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] },
  ]);

async function republish() {
  await bump();
  await publishPage(deployment.ctx(), page.id);
}

const front = (options: Visit = {}) => visit(deployment, `/${page.slug}`, { page: page.slug }, options);
const below = (folder: string, id: string, options: Visit = {}) =>
  visit(deployment, `/${page.slug}/${folder}/${id}`, { page: page.slug, id }, options);
const history = (query = "", options: Visit = {}) =>
  visit(deployment, `/${page.slug}/history${query}`, { page: page.slug }, options);

async function told(loader: (args: LoaderFunctionArgs) => Promise<Response>, args: LoaderFunctionArgs) {
  const response = await loader(args);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const asked = (options: Visit = {}) => {
  const { context, request } = front(options);
  const { ctx, hostPage, reader } = context;
  return { ctx, response: findCachedFrontPageResponse(request, { ctx, pathname: `/${page.slug}`, hostPage, reader }) };
};

test("the front page costs one row, then none", async () => {
  await publishPage(deployment.ctx(), page.id);
  await stampKnown(deployment.ctx());
  const first = front();
  expect((await told(showPage, first)).status).toBe(200);
  expect(first.context.ctx.meter).toMatchObject({ read: 1, written: 0, statements: 1 });
  const { ctx, response } = asked();
  expect(response?.status).toBe(200);
  expect(ctx.meter).toMatchObject({ read: 0, statements: 0 });
});

test("what is printed is handed out again only for the same zone and host, and only while its document is fresh", async () => {
  await publishPage(deployment.ctx(), page.id);
  const { text } = await told(showPage, front({ reader: { timeZone: "Asia/Tokyo" } }));
  expect(await asked({ reader: { timeZone: "Asia/Tokyo" } }).response?.text()).toBe(text);
  expect(asked({ reader: { timeZone: "Europe/Paris" } }).response).toBeNull();
  expect(asked({ reader: { timeZone: "Asia/Tokyo" }, hostPage: true }).response).toBeNull();
  deployment.clock.now += 1000;
  expect(asked({ reader: { timeZone: "Asia/Tokyo" } }).response).toBeNull();
});

test("a second after a publish was answered nobody sees what was before", async () => {
  await publishPage(deployment.ctx(), page.id);
  await told(showPage, front());
  await addIncident({ id: "fresh", daysAgo: 0, closed: false });
  await republish();
  deployment.clock.now += 1000;
  expect(asked().response).toBeNull();
  expect((await told(showPage, front())).text).toContain("Trouble fresh");
  expect(await asked().response?.text()).toContain("Trouble fresh");
});

test("who has this very page is told so; who has another one gets it", async () => {
  await publishPage(deployment.ctx(), page.id);
  const etag = (await told(showPage, front())).headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"/);
  const unchanged = asked({ headers: { "if-none-match": `"other", ${etag}` } }).response;
  expect(unchanged?.status).toBe(304);
  expect(unchanged?.headers.get("x-upfront-style")).toMatch(/^'sha256-[^' ]+'$/);
  expect((await told(showPage, front({ headers: { "if-none-match": etag } }))).status).toBe(304);
  expect(
    (await told(showPage, front({ headers: { "if-none-match": etag }, reader: { timeZone: "Asia/Tokyo" } }))).status,
  ).toBe(200);
  await republish();
  deployment.clock.now += 1000;
  expect((await told(showPage, front({ headers: { "if-none-match": etag } }))).status).toBe(200);
});

test("after a quarter of an hour without a tick the printed page is not handed out again", async () => {
  await publishPage(deployment.ctx(), page.id);
  deployment.clock.now += 14 * 60_000 + 59_500;
  const running = await told(showPage, front());
  expect(running.text).not.toContain("Automatic checks stopped");
  deployment.clock.now += 600;
  expect(asked().response).toBeNull();
  expect((await told(showPage, front())).text).toContain("Automatic checks stopped on Nov 20, 12:00");
});

test("an unknown page and a private one are one and the same answer", async () => {
  await publishPage(deployment.ctx(), page.id);
  const unknown = await told(showPage, visit(deployment, "/nobody", { page: "nobody" }));
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1", params: [page.id] },
  ]);
  deployment.clock.now += 1000;
  const hidden = await told(showPage, front());
  const unsigned = (text: string) => text.replace(/name="_token" value="[^"]*"/, "");
  const same = unsigned(unknown.text.replaceAll("/nobody/unlock", "/acme/unlock"));
  expect([hidden.status, unsigned(hidden.text)]).toEqual([404, same]);
  expect(unsigned((await told(showIncident, below("incidents", "x"))).text)).toBe(same);
  expect(unsigned((await told(showHistory, history())).text)).toBe(same);
  expect(asked().response).toBeNull();
});

test("the root shows the page that the operator chose, else it leads to sign-in", async () => {
  await publishPage(deployment.ctx(), page.id);
  const nothing = await told(showHome, visit(deployment, "/", {}));
  expect([nothing.status, nothing.headers.get("location")]).toEqual([303, "/manage/sign-in"]);
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE deployment SET home_page_id = ?1 WHERE id = 1", params: [page.id] },
  ]);
  deployment.clock.now += 60_000;
  const chosen = await told(showHome, visit(deployment, "/", {}));
  expect(chosen.text).toContain('href="/acme/history"');
  const args = visit(deployment, "/", {});
  const { ctx, hostPage, reader } = args.context;
  const printed = findCachedFrontPageResponse(args.request, { ctx, pathname: "/", hostPage, reader });
  expect(await printed?.text()).toBe(chosen.text);
  deployment.clock.now += 2000;
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE page SET slug = 'moved' WHERE id = ?1", params: [page.id] },
    { sql: "UPDATE snapshot SET slug = 'moved', wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] },
  ]);
  await publishPage(deployment.ctx(), page.id);
  expect((await told(showHome, visit(deployment, "/", {}))).text).toContain('href="/moved/history"');
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1", params: [page.id] },
  ]);
  deployment.clock.now += 60_000;
  const locked = await told(showHome, visit(deployment, "/", {}));
  expect([locked.status, locked.text.includes("moved")]).toEqual([404, false]);
});

/** A database that never answers, for all later requests. */
const away = () => ({ database: faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database });

test("while the database is away the last copy is shown and marked; archives say so and lead home", async () => {
  await addIncident({ id: "old", daysAgo: 100 });
  await addIncident({ id: "new", daysAgo: 3 });
  await publishPage(deployment.ctx(), page.id);
  await told(showPage, front());
  deployment.clock.now += 2000;
  const stale = await told(showPage, front(away()));
  expect(stale.status).toBe(200);
  expect(stale.text).toContain("As of Nov 20, 12:00");
  expect(stale.headers.get("x-upfront-stale")).toBe("2026-11-20T12:00:00.000Z");
  expect(stale.headers.get("etag")).toBeNull();
  expect(asked(away()).response).toBeNull();
  const archive = await told(showIncident, below("incidents", "old", away()));
  expect([archive.status, archive.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(archive.text).toContain('<a href="/acme">Go to current status</a>');
  expect((await told(showHistory, history("", away()))).status).toBe(503);
  const component = await told(showComponent, below("components", page.components[0] ?? "", away()));
  expect(component.text).toContain("Incidents can’t be loaded right now.");
  expect(component.text).toContain("Trouble new");
  expect(component.text).toContain("<table ");
});

test("without a copy the answer is that nobody knows, never green", async () => {
  await publishPage(deployment.ctx(), page.id);
  const unknown = await told(showPage, front(away()));
  expect(unknown.status).toBe(503);
  expect(unknown.text).toContain("Status unknown");
  expect(unknown.text).not.toContain("Operational");
});

test("a withdrawn incident leaves the page with the next publish", async () => {
  await addIncident({ id: "wrong", daysAgo: 0, closed: false });
  await publishPage(deployment.ctx(), page.id);
  expect((await told(showPage, front())).text).toContain("Trouble wrong");
  const ctx = deployment.ctx();
  await ctx.db
    .update(incidentTable)
    .set({ visibility: "withdrawn", closed: true })
    .where(eq(incidentTable.id, "wrong"));
  await republish();
  deployment.clock.now += 1000;
  expect((await told(showPage, front())).text).not.toContain("Trouble wrong");
  expect((await told(showIncident, below("incidents", "wrong"))).status).toBe(410);
});
