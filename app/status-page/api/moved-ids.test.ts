import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { componentGroupTable, componentTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import {
  aForeignId,
  aMaintenance,
  anIncident,
  aPage,
  arrange,
  put,
  type TestPage,
} from "../../../tests/support/scenario";
import { stampKnown } from "../../../tests/support/stamp-known";
import { openBrowser } from "../../../tests/support/worker";
import { publishPage } from "../publishing/engine/publish";
import { readPublishedView } from "../view-page";

const theirs = {
  page: "y2j98763l56x",
  group: "b13yz5g2cw10",
  component: "j2mfxwj97wnj",
  open: "k1mlxlmdhqqp",
  old: "p31zjtct2jer",
  work: "w1zdr745wmfy",
};

let deployment: TestDeployment;
let page: TestPage;
let component0: string;
beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
  component0 = page.components[0] ?? "";
  const born = { createdAt: deployment.clock.now, updatedAt: deployment.clock.now };
  await put(deployment, componentGroupTable, [
    { id: "group", pageId: page.id, name: "Platform", position: 0, ...born },
  ]);
  await runBatch(
    deployment.ctx(),
    updateRowsStatements(componentTable, page.id, [{ id: component0, groupId: "group" }]),
  );
  const changes = JSON.stringify([
    { componentId: component0, name: "API", from: "operational", to: "major_outage" },
    { componentId: page.components[1], name: "Web", from: "operational", to: "major_outage" },
  ]);
  await arrange(
    deployment,
    anIncident(page, { id: "open" }),
    anIncident(page, { id: "native" }),
    anIncident(page, { id: "old", daysAgo: 400 }),
    aMaintenance(page.id, { id: "work", daysAgo: -2, components: [component0] }),
    ...[
      { kind: "page", theirId: theirs.page, ourId: page.id },
      { kind: "group", theirId: theirs.group, ourId: "group" },
      { kind: "component", theirId: theirs.component, ourId: component0 },
      { kind: "incident", theirId: theirs.open, ourId: "open" },
      { kind: "incident", theirId: theirs.old, ourId: "old" },
      { kind: "maintenance", theirId: theirs.work, ourId: "work" },
      // Another origin's ids are no programs' business.
      { kind: "component", theirId: "7", ourId: page.components[1] ?? "", origin: "uptime-kuma" },
      { kind: "incident", theirId: "8", ourId: "native", origin: "cachet" },
    ].map((each) => aForeignId(page.id, each)),
  );
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE incident_update SET changes = ?1 WHERE incident_id = 'open'", params: [changes] },
  ]);
  await publishPage(deployment.ctx(), page.id);
});
beforeEach(() => resetIsolate());
afterAll(() => deployment.close());

async function answer(path: string) {
  const response = await (await openBrowser(deployment)).go(path);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

test("v2 says the ids that Statuspage gave, and ours for the rest", async () => {
  const { body } = await answer("/acme/api/v2/summary.json");
  expect(body.page.id).toBe(theirs.page);
  const shown = body.components.map(({ id, group_id, page_id, components }: Record<string, unknown>) => ({
    id,
    group_id,
    page_id,
    ...(components ? { components } : {}),
  }));
  expect(shown).toEqual([
    { id: page.components[1], group_id: null, page_id: theirs.page },
    { id: theirs.group, group_id: null, page_id: theirs.page, components: [theirs.component] },
    { id: theirs.component, group_id: theirs.group, page_id: theirs.page },
  ]);
  const incidents = new Map(body.incidents.map((each: { id: string }) => [each.id, each]));
  expect([...incidents.keys()].sort()).toEqual([theirs.open, "native"]);
  expect(incidents.get(theirs.open)).toMatchObject({
    page_id: theirs.page,
    components: [{ id: theirs.component }],
    incident_updates: [
      {
        incident_id: theirs.open,
        affected_components: [
          { code: theirs.component, name: "Platform - API" },
          { code: page.components[1], name: "Web" },
        ],
      },
    ],
  });
  expect(body.scheduled_maintenances).toMatchObject([
    { id: theirs.work, incident_updates: [{ incident_id: theirs.work }], components: [{ id: theirs.component }] },
  ]);
});

test("the lists of v2 say them too, for old incidents as well", async () => {
  const incidents = (await answer("/acme/api/v2/incidents.json")).body.incidents;
  expect(incidents.map(({ id }: { id: string }) => id).sort()).toEqual([theirs.open, "native", theirs.old].sort());
  const works = (await answer("/acme/api/v2/scheduled-maintenances.json")).body.scheduled_maintenances;
  expect(works.map(({ id }: { id: string }) => id)).toEqual([theirs.work]);
});

test.each([
  ["open", theirs.open],
  ["old", theirs.old],
  ["work", theirs.work],
])("v2 answers for one event by our id and by theirs: %s", async (ours, their) => {
  const [one, other] = [
    await answer(`/acme/api/v2/incidents/${their}.json`),
    await answer(`/acme/api/v2/incidents/${ours}.json`),
  ];
  expect([one.status, one.body.incident.id, one.body.page.id]).toEqual([200, their, theirs.page]);
  expect([other.status, other.body.incident.name]).toEqual([200, one.body.incident.name]);
  expect(one.headers.get("access-control-allow-origin")).toBe("*");
});

test("an event that nobody may know, and one of another page, are not there", async () => {
  await arrange(deployment, anIncident(page, { id: "hidden", visibility: "draft" }));
  await arrange(deployment, aForeignId(page.id, { kind: "incident", theirId: "hiddenhidden", ourId: "hidden" }));
  await arrange(deployment, aPage({ slug: "other" }));
  await publishPage(deployment.ctx(), "page-other");
  for (const path of [
    "acme/api/v2/incidents/hiddenhidden",
    "acme/api/v2/incidents/none",
    `other/api/v2/incidents/${theirs.old}`,
  ]) {
    expect([path, (await answer(`/${path}.json`)).status]).toEqual([path, 404]);
  }
});

test("badges, feeds, calendars and pages of a component accept both ids", async () => {
  for (const file of ["badge.svg", "badge.json", "feed.atom", "calendar.ics"]) {
    const [ours, moved] = [
      await answer(`/acme/components/${component0}/${file}`),
      await answer(`/acme/components/${theirs.component}/${file}`),
    ];
    expect([file, moved.status, moved.body]).toEqual([file, 200, ours.body]);
    expect((await answer(`/acme/components/7/${file}`)).status).toBe(404);
  }
  const shown = await answer(`/acme/components/${theirs.component}`);
  expect([shown.status, shown.headers.get("location")]).toEqual([301, `/acme/components/${component0}`]);
});

test("a view still reads one row, and a page without an import has nothing of this in its document", async () => {
  await stampKnown(deployment.ctx());
  const ctx = deployment.ctx({ kind: "visitor" });
  const view = await readPublishedView(ctx, { slug: "acme" });
  expect(ctx.meter).toMatchObject({ read: 1, statements: 1 });
  expect(view.ok && Object.keys(view.value.snapshot.foreignIds ?? {})).toHaveLength(3);
  const other = await readPublishedView(deployment.ctx({ kind: "visitor" }), { slug: "other" });
  expect(other.ok && JSON.stringify(other.value.snapshot)).not.toContain("foreignId");
});

test("feeds keep the ids that Statuspage's had, once the page has a host of its own", async () => {
  const guids = async (path: string) =>
    [...String((await answer(path)).body).matchAll(/<guid[^>]*>([^<]+)<\/guid>/g)].map(([, guid]) => guid).sort();
  const isOurs = expect.stringMatching(/^tag:upfront\.invalid,2026:/);
  const tags = async (path: string) =>
    [...String((await answer(path)).body).matchAll(/<id>([^<]+)<\/id>/g)]
      .slice(1)
      .map(([, tag]) => tag)
      .sort();
  expect(await guids("/acme/history.rss")).toEqual([isOurs, isOurs, isOurs, isOurs]);
  expect(await tags("/acme/history.atom")).toEqual([isOurs, isOurs, isOurs, isOurs]);
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE page SET host = 'status.example.com' WHERE id = ?1", params: [page.id] },
    { sql: "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] },
  ]);
  await publishPage(deployment.ctx(), page.id);
  resetIsolate();
  const host = "http://status.example.com";
  expect(await guids(`${host}/history.rss`)).toEqual([
    ...[theirs.open, theirs.old, theirs.work].map((id) => `https://status.example.com/incidents/${id}`).sort(),
    isOurs,
  ]);
  // Without the numbers of their feed, entries have ids of our own.
  expect(await tags(`${host}/history.atom`)).toEqual([isOurs, isOurs, isOurs, isOurs]);
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE foreign_id SET feed_tag = '2005:Incident/7' WHERE their_id = ?1", params: [theirs.open] },
    { sql: "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] },
  ]);
  await publishPage(deployment.ctx(), page.id);
  resetIsolate();
  // An older one than all that their feed had is no news to its readers, who know it by a number that nobody says.
  expect(await tags(`${host}/history.atom`)).toEqual(["tag:status.example.com,2005:Incident/7", isOurs, isOurs]);
  expect(await guids(`${host}/history.rss`)).toHaveLength(4);
});
