import { afterAll, beforeAll, expect, test } from "vitest";
import { componentGroupTable, componentTable } from "~/db/schema";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople } from "../support/matrix-cast";
import { aPage, arrange, membersOf, put, someMonitors } from "../support/scenario";
import type { Browser } from "../support/worker";

/** The table of components as the server prints it: its order, filters, boxes, and what its bar does. */
let deployment: TestDeployment;
let admin: Browser;
let viewer: Browser;
const here = "/manage/shop/components";

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  const page = aPage({ slug: "shop", components: 0 });
  const roles = Object.fromEntries(["viewer", "responder", "admin", "owner"].map((who) => [who, who]));
  await arrange(deployment, page, membersOf(page.id, roles as never));
  const now = deployment.clock.now;
  const times = { createdAt: now, updatedAt: now };
  await put(deployment, componentGroupTable, [
    { id: "front", pageId: page.id, name: "Front", position: 1, ...times },
    { id: "back", pageId: page.id, name: "Back", position: 2, ...times },
    { id: "bare", pageId: page.id, name: "Bare", position: 3, ...times },
  ]);
  const own = { pageId: page.id, startDate: "2020-01-01", observedSince: now, coverageSince: now, ...times };
  const manual = { keptBy: "manual", coverage: "operational" } as const;
  await put(deployment, componentTable, [
    { ...own, ...manual, id: "web", name: "Website", groupId: "front", position: 0, manualStatus: "major_outage" },
    {
      ...own,
      keptBy: "watched",
      coverage: null,
      id: "pay",
      name: "Payments",
      groupId: "back",
      position: 1,
      mutedUntil: now + 3_600_000,
    },
    { ...own, id: "api", name: "API", groupId: "front", position: 2 },
    {
      ...own,
      ...manual,
      id: "alone",
      name: "Alone",
      position: 3,
      manualStatus: "degraded_performance",
      manualUntil: now + 3_600_000,
    },
  ]);
  await arrange(
    deployment,
    someMonitors(page.id, [
      { name: "Ping", components: ["pay"] },
      { name: "Second", components: ["pay"] },
    ]),
  );
  await deployment.ctx().d1.prepare("UPDATE component SET coverage = NULL WHERE id = 'pay'").run();
  await publishPage(deployment.ctx(), page.id);
  [admin, viewer] = [await browserOf(deployment, "admin"), await browserOf(deployment, "viewer")];
}, 120_000);
afterAll(() => deployment.close());

/** What is seen: what the script is handed says more. */
const htmlOf = async (query = "", who: Browser = admin) =>
  (await (await who.go(`${here}${query}`)).text()).replaceAll(/<script[\s\S]*?<\/script>/g, "");
const namesIn = (html: string) => [...html.matchAll(/id="component-\w+"[^>]*><bdi>([^<]+)/g)].map(([, name]) => name);
const headsIn = (html: string) => [...html.matchAll(/scope="rowgroup"[^>]*>.*?<bdi>([^<]+)/g)].map(([, name]) => name);
const sortIn = (html: string) => [...html.matchAll(/aria-sort="(\w+)"/g)].map(([, sort]) => sort);
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const tickedIn = (html: string) => [...html.matchAll(/name="component-(\w+)"[^>]* checked=""/g)].map(([, id]) => id);

test("a group folds without script, its head has the worst status in it, and a link leads to what is affected", async () => {
  const html = await htmlOf("", viewer);
  const folds = [...html.matchAll(/<details open="" class="group-fold">([\s\S]*?)<\/details>/g)].map(
    ([, fold = ""]) => fold,
  );
  expect(folds.map((fold) => textOf(fold).trim())).toEqual([
    "Ungrouped 1 component 1 Degraded performance",
    "Front 2 components 2 Major outage",
    "Back 1 component 1",
    "Bare 0 components 0",
  ]);
  const affected = /href="[^"]*\?status=affected"[^>]*>Affected \(2\)</;
  expect(html).toMatch(affected);
  expect(await htmlOf("?status=affected", viewer)).not.toMatch(affected);
});

test("the page's own order has a head for each group, and what watches each component", async () => {
  const html = await htmlOf();
  expect(namesIn(html)).toEqual(["Alone", "Website", "API", "Payments"]);
  expect(headsIn(html)).toEqual(["Ungrouped", "Front", "Back", "Bare"]);
  expect(sortIn(html)).toEqual(["none", "none", "none", "none"]);
  const text = textOf(html);
  expect(text).toMatch(/Website Major outage Set manually Uptime .*? Updated manually/);
  expect(text).toMatch(/API Not monitored Uptime .*? Not monitored/);
  expect(text).toMatch(/Payments Muted until [\d:]+ Operational Uptime 100\.00% Ping \+1 /);
  expect(text).toMatch(/Alone Degraded performance Set manually until [\d:]+/);
  expect(html).toMatch(/aria-label="\+1 more"/);
  expect(
    [...html.matchAll(/aria-label="Move (\w+ ?\w+) (up|down)"/g)].map(([, name, way]) => `${name} ${way}`),
  ).toEqual(
    [...["Website down", "API up"], ...["group Front down", "group Back up", "group Back down", "group Bare up"]].sort(
      (one, other) => html.indexOf(`Move ${one}`) - html.indexOf(`Move ${other}`),
    ),
  );
});

test.each([
  ["?sort=name", ["Alone", "API", "Payments", "Website"], ["ascending", "none", "none", "none"]],
  ["?sort=-status", ["Website", "Alone", "API", "Payments"], ["none", "descending", "none", "none"]],
  ["?sort=-uptime", ["Alone", "API", "Payments", "Website"], ["none", "none", "descending", "none"]],
])("sorted by %s it is flat, and nothing moves", async (query, names, sorts) => {
  const html = await htmlOf(query);
  expect([namesIn(html), sortIn(html), headsIn(html)]).toEqual([names, sorts, []]);
  expect(html).not.toContain('aria-label="Move ');
  expect(html).toContain("Show in the page’s own order");
});

test.each([
  ["?text=pay", ["Payments"]],
  ["?group=front", ["Website", "API"]],
  ["?group=none", ["Alone"]],
  ["?status=affected", ["Alone", "Website"]],
  ["?status=no_data", ["API"]],
  ["?status=major_outage", ["Website"]],
  ["?watch=watched", ["Payments"]],
  ["?watch=unwatched", ["API"]],
])("filtered by %s it shows what fits, and cannot be ordered", async (query, names) => {
  const html = await htmlOf(query);
  expect(namesIn(html)).toEqual(names);
  expect(html).not.toContain('aria-label="Move ');
});

test("a filter without results offers all; a viewer has no boxes and no buttons", async () => {
  const none = await htmlOf("?text=nothing");
  expect(textOf(none)).toContain("No components match these filters Show all");
  const seen = await htmlOf("", viewer);
  expect([seen.includes('type="checkbox"'), seen.includes('aria-label="Move '), seen.includes("bulk-bar")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("all boxes are ticked by the link, of the rows shown", async () => {
  expect(tickedIn(await htmlOf("?group=front&select=all"))).toEqual(["web", "api"]);
});

test("the number of selected rows is announced beside the bar, where it is empty before a row is selected", async () => {
  const [, form = ""] = (await htmlOf()).split('class="bulk-form');
  const [said, bar] = [form.indexOf('<p aria-live="polite" class="sr-only"></p>'), form.indexOf('class="bulk-bar')];
  expect([said > 0, bar > said]).toEqual([true, true]);
});

const post = (query: string, fields: Record<string, string>) =>
  admin.post(`${here}${query}`, { form: "bulk", ...fields });

test("an action leads back to the same view, says what was done, and is refused beside its field", async () => {
  const none = await post("?group=front", { deed: "unmute" });
  expect([none.status, (await none.text()).includes("Select at least one component.")]).toEqual([422, true]);
  const untyped = await post("", { deed: "mute", "component-web": "on", mute_minutes: "until", mute_until: "" });
  const again = await untyped.text();
  expect([untyped.status, again.includes('id="bulk-mute_until-error"'), tickedIn(again)]).toEqual([422, true, ["web"]]);
  const set = await post("?group=front&sort=name", {
    deed: "set_status",
    "component-web": "on",
    "component-api": "on",
    status: "partial_outage",
    status_minutes: "60",
  });
  const back = `${here}?group=front&sort=name&done=`;
  expect([set.status, set.headers.get("location")]).toEqual([303, `${back}statuses-set-kept`]);
  expect(textOf(await htmlOf("?group=front&sort=name"))).toMatch(/API Front Partial outage Set manually until/);
  const moved = await post("", { deed: "regroup", "component-alone": "on", group: "back" });
  expect(moved.headers.get("location")).toBe(`${here}?done=components-moved`);
  expect(namesIn(await htmlOf("?group=back"))).toEqual(["Payments", "Alone"]);
  expect((await post("", { deed: "", "component-web": "on" })).status).toBe(422);
});

test.each(["145000000000", "527041", "NaN"])("an end in %s minutes is refused, and the list stays", async (length) => {
  const given = { deed: "set_status", "component-web": "on", status: "degraded_performance", status_minutes: length };
  const refused = await post("", given);
  expect([refused.status, (await refused.text()).includes('id="bulk-status_until-error"')]).toEqual([422, true]);
  expect(namesIn(await htmlOf())).toContain("Website");
});

test("a stored end that no date can hold fails neither the list nor the component's page", async () => {
  const setEnd = (end: number) =>
    deployment.ctx().d1.prepare("UPDATE component SET manual_until = ?1 WHERE id = 'alone'").bind(end).run();
  await setEnd(8.64e15 + 1);
  const pages = [await admin.go(here), await admin.go(`${here}/alone`)];
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
  await setEnd(deployment.clock.now + 3_600_000);
});

test("archiving asks first, with what watches them", async () => {
  const asked = await post("?text=pay", { deed: "archive", "component-pay": "on" });
  const html = await asked.text();
  expect([
    asked.status,
    textOf(html).includes("Archive 1 component?"),
    html.includes("Watched by Ping and Second"),
  ]).toEqual([200, true, true]);
  const done = await post("?text=pay", { deed: "archive_sure", "component-pay": "on" });
  expect(done.headers.get("location")).toBe(`${here}?text=pay&done=components-archived`);
  expect(namesIn(await htmlOf())).not.toContain("Payments");
});

test("who moves a component that someone else changed meanwhile is asked", async () => {
  const lost = await admin.post(here, { form: "order", move: "up api 0" });
  const html = await lost.text();
  expect([lost.status, html.includes("Someone else changed this")]).toEqual([409, true]);
  const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
  const moved = await admin.post(here, { form: "order", move: "up api 0", version });
  expect(moved.headers.get("location")).toBe(`${here}?done=order-changed#component-api`);
  expect(namesIn(await htmlOf("?group=front"))).toEqual(["API", "Website"]);
});
