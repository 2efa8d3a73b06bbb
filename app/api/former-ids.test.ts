import { afterAll, beforeAll, expect, test } from "vitest";
import { handleRestApi } from "~/rest-api";
import { type Desk, openDesk } from "../../tests/support/desk";
import { ownerToken } from "../../tests/support/owner-token";
import { aForeignId, aMaintenance, anIncident, aPage, arrange } from "../../tests/support/scenario";

const theirs = {
  page: "y2j98763l56x",
  component: "j2mfxwj97wnj",
  incident: "k1mlxlmdhqqp",
  work: "w1zdr745wmfy",
};

let desk: Desk;
let component: string;
beforeAll(async () => {
  desk = await openDesk();
  component = desk.components[0] ?? "";
  const page = { id: desk.pageId, components: desk.components };
  await arrange(
    desk.deployment,
    anIncident(page, { id: "moved", daysAgo: 30 }),
    aMaintenance(page.id, { id: "work", daysAgo: -2, components: [component] }),
    ...[
      { kind: "page", theirId: theirs.page, ourId: desk.pageId },
      { kind: "component", theirId: theirs.component, ourId: component },
      { kind: "incident", theirId: theirs.incident, ourId: "moved" },
      { kind: "maintenance", theirId: theirs.work, ourId: "work" },
    ].map((each) => aForeignId(page.id, each)),
  );
  // Another person's page moved here too: its ids are known to its members alone.
  await arrange(
    desk.deployment,
    aPage({ slug: "foreign" }),
    aForeignId("page-foreign", { kind: "page", theirId: "strangerpage", ourId: "page-foreign" }),
  );
});
afterAll(() => desk.close());

interface AnswerBody {
  id: string;
  components: { id: string }[];
}

async function ask<Body = AnswerBody>(path: string, method = "GET", body?: unknown, more: Record<string, string> = {}) {
  const headers = { "content-type": "application/json", ...more };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const request = new Request(`http://localhost:8787/api/v1${path}`, { method, headers, ...sent });
  // The door finds the membership of a page that is named by our id or slug.
  const isOwn = path.startsWith(`/pages/${desk.pageId}`);
  const member = isOwn ? { pageId: desk.pageId, role: "owner" as const } : null;
  const response = await handleRestApi(request, { ...desk.deployment.ctx(ownerToken), member });
  await desk.deployment.settled();
  return { status: response.status, body: (await response.json()) as Body };
}

test("a script that keeps the ids of Statuspage reads the page, its components, incidents and maintenance", async () => {
  const at = `/pages/${theirs.page}`;
  expect((await ask(`${at}.json`)).body).toMatchObject({ id: theirs.page });
  const component = (await ask(`${at}/components/${theirs.component}.json`)).body;
  expect(component).toMatchObject({ id: theirs.component, page_id: theirs.page });
  const incident = (await ask(`${at}/incidents/${theirs.incident}`)).body;
  expect(incident).toMatchObject({
    id: theirs.incident,
    page_id: theirs.page,
    components: [{ id: theirs.component }],
    incident_updates: [{ incident_id: theirs.incident }],
  });
  expect((await ask(`${at}/incidents/${theirs.work}`)).body).toMatchObject({ id: theirs.work });
  const ids = async (path: string) => (await ask<AnswerBody[]>(path)).body.map(({ id }) => id);
  expect(await ids(`${at}/components`)).toContain(theirs.component);
  expect(await ids(`${at}/incidents`)).toContain(theirs.incident);
  expect(await ids(`${at}/incidents/scheduled`)).toEqual([theirs.work]);
});

test("it opens an incident of a component by its id, twice with one key, and sets its status", async () => {
  const at = `/pages/${theirs.page}`;
  const sent = { incident: { name: "API is slow", status: "investigating", component_ids: [theirs.component] } };
  const [first, again] = [
    await ask(`${at}/incidents`, "POST", sent, { "idempotency-key": "one" }),
    await ask(`${at}/incidents`, "POST", sent, { "idempotency-key": "one" }),
  ];
  expect([first.status, first.body.components[0]?.id, again.body.id]).toEqual([201, theirs.component, first.body.id]);
  const below = {
    incident: { ...sent.incident, name: "By our page", components: { [theirs.component]: "major_outage" } },
  };
  const mixed = await ask(`/pages/${desk.pageId}/incidents`, "POST", below, { "idempotency-key": "two" });
  expect(mixed.body).toMatchObject({ name: "By our page" });
  const change = { component: { status: "partial_outage" } };
  const changed = await ask(`${at}/components/${theirs.component}`, "PATCH", change);
  expect(changed.body).toMatchObject({ id: theirs.component, page_id: theirs.page });
});

test("under our ids an answer has ours, and what is not found is looked up once", async () => {
  const own = await ask(`/pages/${desk.pageId}/components/${component}`);
  expect(own.body).toMatchObject({ id: component, page_id: desk.pageId });
  for (const path of ["/pages/strangerpage", "/pages/zzzzzzzzzzzz", `/pages/${theirs.page}/incidents/zzzzzzzzzzzz`]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
  const refused = await ask(`/pages/${theirs.page}/incidents`, "POST", { incident: { status: "investigating" } });
  expect(refused.status).toBe(422);
});
