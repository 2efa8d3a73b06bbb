import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { maintenanceTable } from "~/db/schema/index";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aMaintenance, anIncident, aPage, arrange, put, type TestPage } from "../../../../tests/support/scenario";
import { stampKnown } from "../../../../tests/support/stamp-known";
import { visit } from "../../../../tests/support/visitor";
import { feedResponse } from "../../api/feeds";
import { publishPage } from "../../publishing/engine/publish";
import { loader as showComponent } from "../component/component.route";
import { loader as showPage } from "../front/page.route";
import { loader as showIncident } from "../incident/incident.route";
import { loader as showMaintenance } from "../maintenance/maintenance.route";
import { loader as showHistory } from "./history.route";

const day = 24 * 3_600_000;
let deployment: TestDeployment;
let page: TestPage;

beforeEach(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ components: 5 }));
  resetIsolate();
});
afterEach(() => deployment.close());

const addIncident = (planned: Parameters<typeof anIncident>[1]) => arrange(deployment, anIncident(page, planned));
const addWork = (title: string, daysAgo: number) =>
  arrange(deployment, aMaintenance(page.id, { id: title, title, daysAgo, components: page.components.slice(0, 1) }));
const front = () => visit(deployment, `/${page.slug}`, { page: page.slug });
const below = (folder: string, id: string) =>
  visit(deployment, `/${page.slug}/${folder}/${id}`, { page: page.slug, id });
const history = (query = "") => visit(deployment, `/${page.slug}/history${query}`, { page: page.slug });

async function told(loader: (args: LoaderFunctionArgs) => Promise<Response>, args: LoaderFunctionArgs) {
  const response = await loader(args);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test("an old incident is read live with few statements; drafts are not there, withdrawn ones are gone", async () => {
  await addIncident({ id: "old", daysAgo: 100 });
  await addIncident({ id: "draft", daysAgo: 1, visibility: "draft", closed: false });
  await addIncident({ id: "withdrawn", daysAgo: 1, visibility: "withdrawn" });
  await addIncident({ id: "recent", daysAgo: 2 });
  await publishPage(deployment.ctx(), page.id);
  const old = below("incidents", "old");
  const shown = await told(showIncident, old);
  expect(shown).toMatchObject({ status: 200 });
  expect(shown.text).toContain("Update of old");
  expect(shown.headers.get("etag")).toBeNull();
  expect(old.context.ctx.meter.statements).toBeLessThanOrEqual(1 + 5);
  const recent = below("incidents", "recent");
  expect((await told(showIncident, recent)).text).toContain("Update of recent");
  expect(recent.context.ctx.meter.statements).toBe(0);
  expect((await told(showIncident, below("incidents", "draft"))).status).toBe(404);
  expect((await told(showIncident, below("incidents", "nothing"))).status).toBe(404);
  const withdrawn = await told(showIncident, below("incidents", "withdrawn"));
  expect(withdrawn.status).toBe(410);
  expect(withdrawn.text).not.toContain("Trouble");
});

test("an incident of another page is not there", async () => {
  await arrange(deployment, aPage({ slug: "other" }));
  await publishPage(deployment.ctx(), "page-other");
  await addIncident({ id: "ours", daysAgo: 100 });
  const elsewhere = visit(deployment, "/other/incidents/ours", { page: "other", id: "ours" });
  expect((await told(showIncident, elsewhere)).status).toBe(404);
});

test("a maintenance shows its plan; finished long ago it is read live", async () => {
  const { now } = deployment.clock;
  const times = { createdAt: now, updatedAt: now };
  const plan = { pageId: page.id, bodyHtml: "<p>Disks</p>", bodyText: "Disks", ...times };
  const past = { startsAt: now - 60 * day, endsAt: now - 60 * day + 3_600_000 };
  await put(deployment, maintenanceTable, [
    { id: "ahead", title: "Ahead", status: "scheduled", startsAt: now + day, endsAt: now + day + 3_600_000, ...plan },
    { id: "past", title: "Past", status: "completed", ...past, ...plan },
  ]);
  await publishPage(deployment.ctx(), page.id);
  expect((await told(showPage, front())).text).toContain("Scheduled maintenance");
  expect((await told(showMaintenance, below("maintenances", "ahead"))).text).toContain("<p>Disks</p>");
  expect((await told(showMaintenance, below("maintenances", "past"))).text).toContain("Completed");
  expect((await told(showMaintenance, below("maintenances", "nothing"))).status).toBe(404);
});

test("a component's page has its bars, its days as a table, and its incidents of all times", async () => {
  await addIncident({ id: "old", daysAgo: 400 });
  await addIncident({ id: "draft", daysAgo: 3, visibility: "draft" });
  await addWork("Disks of old", 200);
  await publishPage(deployment.ctx(), page.id);
  const [first = "", second = ""] = page.components;
  await stampKnown(deployment.ctx());
  const args = below("components", first);
  const { text } = await told(showComponent, args);
  expect(text).toContain('<svg class="b"');
  expect(text).toContain("<table ");
  expect(text).toContain("Trouble old");
  expect(text).not.toContain("Trouble draft");
  expect(text).toContain("Disks of old");
  expect(text).toContain(`href="/acme/components/${first}/calendar.ics"`);
  expect(text).toContain(`href="/acme/components/${first}/feed.atom"`);
  expect(text).toContain(`href="/acme/uptime#component-${first}"`);
  expect(args.context.ctx.meter.statements).toBeLessThanOrEqual(1 + 5);
  expect((await told(showComponent, below("components", second))).text).toContain("No incidents have affected");
  expect((await told(showComponent, below("components", "nothing"))).status).toBe(404);
});

test("history goes month by month to the first thing that happened, and no other parameter counts", async () => {
  await addIncident({ id: "first", daysAgo: 75 });
  await addIncident({ id: "second", daysAgo: 10 });
  await addIncident({ id: "draft", daysAgo: 5, visibility: "draft" });
  await publishPage(deployment.ctx(), page.id);
  const args = history("?x=1&month=never&y=2");
  const present = await told(showHistory, args);
  expect(present.text).toContain("<h2>November 2026</h2>");
  expect(present.text).toContain("Trouble second");
  expect(present.text).not.toMatch(/Trouble (first|draft)/);
  expect(present.text).toContain('href="/acme/history?month=2026-10"');
  expect(present.text).not.toContain("month=2026-12");
  expect(args.context.ctx.meter.statements).toBeLessThanOrEqual(2 + 5);
  expect(present.text).toContain('<strong aria-current="true">Nov</strong>');
  expect(present.text).toContain("noindex");
  expect((await told(showHistory, history("?month=2026-11"))).text).not.toContain("noindex");
  for (const [month, why] of [
    ["2026-08", "There are no records before September 2026."],
    ["2026-12", "This month hasn’t started yet."],
  ] as const) {
    const beyond = await told(showHistory, history(`?month=${month}`));
    expect([beyond.status, beyond.text.includes(why), beyond.text.includes("noindex")]).toEqual([404, true, true]);
  }
  const oldest = await told(showHistory, history("?month=2026-09"));
  expect(oldest.text).toContain("Trouble first");
  expect(oldest.text).not.toContain("month=2026-08");
  expect((await told(showHistory, history("?month=2026-10"))).text).toContain(
    "No incidents or maintenance in this month.",
  );
});

test("a month shows incidents, announcements and maintenance side by side, and what was told later where it belongs", async () => {
  await addIncident({ id: "trouble", daysAgo: 10 });
  await addIncident({ id: "news", daysAgo: 8, impact: "none" });
  await addWork("Disks", 9);
  await publishPage(deployment.ctx(), page.id);
  await addIncident({ id: "late", daysAgo: 9.5 });
  const { text, headers } = await told(showHistory, history("?month=2026-11"));
  const order = ["Trouble news", "Disks", "Trouble late", "Trouble trouble"].map((title) => text.indexOf(title));
  expect(order.every((at) => at > 0)).toBe(true);
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(text).toContain("Announcement");
  expect(text).toContain('href="/acme/incidents/late"');
  expect(text).toContain('href="/acme/maintenances/Disks"');
  expect(headers.get("etag")).toBeNull();
  expect(text).toContain('rel="canonical" href="http://localhost:8787/acme/history?month=2026-11"');
});

test("twenty years of history are as many statements, and a short list of years", async () => {
  await addIncident({ id: "new", daysAgo: 1 });
  await publishPage(deployment.ctx(), page.id);
  const young = history();
  await told(showHistory, young);
  for (let year = 1; year <= 20; year++) await addIncident({ id: `y${year}`, daysAgo: 365 * year });
  const old = history("?month=2006-11");
  const { text } = await told(showHistory, old);
  expect(text).toContain("Trouble y20");
  expect(text.match(/history\?month=/g)?.length).toBeLessThan(20 + 12 + 4);
  const [before, after] = [young.context.ctx.meter, old.context.ctx.meter];
  expect(after.statements).toBeLessThanOrEqual(before.statements);
  expect(after.read).toBeLessThan(before.read + 10);
  const component = below("components", page.components[0] ?? "");
  expect((await told(showComponent, component)).text).toContain("Trouble y20");
  console.log(`twenty years: a month ${after.read} rows read, a component ${component.context.ctx.meter.read}`);
});

test("a published postmortem is read on its incident, linked from everywhere and an entry of the feed; a draft is nowhere", async () => {
  await addIncident({ id: "fuse", daysAgo: 2 });
  const state = (word: string) =>
    runBatch(deployment.ctx(), [
      {
        sql: "UPDATE incident SET postmortem = ?1, postmortem_html = '<p>A fuse blew.</p>', postmortem_text = 'A fuse blew.', postmortem_published_at = ?2, postmortem_updated_at = ?2",
        params: [word, deployment.clock.now],
      },
      { sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] },
    ]);
  const seen = async () => {
    await publishPage(deployment.ctx(), page.id);
    deployment.clock.now += 1000;
    resetIsolate();
    const component = below("components", page.components[0] ?? "");
    const links = await Promise.all([
      told(showPage, front()),
      told(showHistory, history()),
      told(showComponent, component),
    ]);
    const url = new URL("http://localhost:8787/acme/feed.atom");
    const feed = await (await feedResponse(new Request(url), deployment.ctx({ kind: "visitor" }), url)).text();
    const incident = await told(showIncident, below("incidents", "fuse"));
    const texts = [incident.text.includes("A fuse blew."), feed.includes("A fuse blew.")];
    return [...links.map(({ text }) => text.includes("Read the postmortem")), ...texts];
  };
  await state("draft");
  expect(await seen()).toEqual([false, false, false, false, false]);
  await state("published");
  expect(await seen()).toEqual([true, true, true, true, true]);
});
