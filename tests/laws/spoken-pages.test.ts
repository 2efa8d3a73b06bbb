import { afterEach, beforeEach, expect, test } from "vitest";
import { createComponent } from "~/components/create";
import { setComponentStatus } from "~/components/set-status";
import { updateComponent } from "~/components/update";
import { moveComponent } from "~/components/verbs";
import { runBatch } from "~/db/run-batch";
import { backfillIncident } from "~/incidents/backfill";
import { editIncident } from "~/incidents/edit";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishIncident } from "~/incidents/verbs";
import { planMaintenance } from "~/maintenances/plan";
import { completeMaintenance, startMaintenance } from "~/maintenances/verbs";
import { deleteMonitor } from "~/monitors/verbs";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { readVisiblePage } from "~/status-page/see";
import { type Desk, good, openDesk } from "../support/desk";
import { watch } from "../support/monitors";
import { incidentsOf, later, say } from "../support/own-alerts";
import { overtaken, timelineFaults } from "../support/timeline";

const minute = 60_000;
const day = 24 * 60 * minute;

let desk: Desk;
/** Two that nothing observes and of which nobody has said a word; those of the desk are kept by hand. */
let shop: string;
let mail: string;
beforeEach(async () => {
  resetIsolate();
  desk = await openDesk();
  const make = (name: string) => good(createComponent(desk.as("admin"), { pageId: desk.pageId, name }));
  shop = (await make("Shop")).id;
  mail = (await make("Mail")).id;
});
afterEach(async () => {
  await desk.deployment.settled();
  expect(await timelineFaults(desk.deployment, desk.pageId)).toEqual([]);
  await desk.close();
});

/** What is published of the page after everything that was done to it. */
async function shown() {
  const { deployment, pageId, slug } = desk;
  await deployment.settled();
  deployment.clock.now += 2000;
  const wanted = "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1 AND part = 'home'";
  await runBatch(desk.owner(), [{ sql: wanted, params: [pageId] }]);
  await publishPage(desk.owner(), pageId);
  const { snapshot } = await good(readVisiblePage(desk.owner(), { slug }));
  return snapshot;
}

/** How the page shows both. */
async function statuses() {
  const { components } = await shown();
  const of = (id: string) => {
    const found = components.find((each) => each.id === id);
    return found?.unmonitored ? "not monitored" : found?.status;
  };
  return { shop: of(shop), mail: of(mail) };
}
const nobodyKnows = { shop: "not monitored", mail: "not monitored" };

async function rowsIn(sql: string) {
  return (await desk.deployment.bindings.DB.prepare(sql).bind(shop).all()).results;
}

const ofShop = () => ({ pageId: desk.pageId, id: shop });
const trouble = (status: "major_outage" | "operational" = "major_outage", id = shop) => ({
  pageId: desk.pageId,
  title: "Down",
  components: { [id]: status },
});
const maintenanceOf = (startsAt: number) => ({
  ...trouble(),
  startsAt,
  endsAt: startsAt + day,
  components: { [shop]: "under_maintenance" as const },
});
const draft = () => good(openIncident(desk.as("admin"), { ...trouble(), visibility: "draft" }));
const resolve = (id: string) =>
  good(postIncidentUpdate(desk.as("responder"), { pageId: desk.pageId, id, status: "resolved", body: "Mended." }));

test.each<[string, () => Promise<unknown>]>([
  ["renames it", () => good(updateComponent(desk.as("admin"), { ...ofShop(), name: "Store" }))],
  ["moves it", () => good(moveComponent(desk.as("admin"), { ...ofShop(), direction: "up" }))],
  ["says that they say nothing", () => good(setComponentStatus(desk.as("admin"), { ...ofShop(), status: null }))],
  ["drafts an incident", draft],
  ["adds an incident of the past", () => good(backfillIncident(desk.as("admin"), pastTrouble()))],
  ["opens one that is over", () => good(openIncident(desk.as("admin"), { ...trouble(), status: "resolved" }))],
  ["schedules maintenance", () => good(planMaintenance(desk.as("admin"), maintenanceOf(inADay())))],
  ["opens an incident of another", () => good(openIncident(desk.as("admin"), trouble("operational", otherId())))],
  ["says that another works", () => good(setComponentStatus(desk.as("admin"), ofOther()))],
])("who %s has said nothing of how it is", async (_, act) => {
  expect(await statuses()).toEqual(nobodyKnows);
  await act();
  expect(await statuses()).toEqual(nobodyKnows);
});

const inADay = () => desk.deployment.clock.now + day;
const otherId = () => desk.components[0];
const ofOther = () => ({ pageId: desk.pageId, id: otherId(), status: "operational" as const });
const pastTrouble = () => {
  const now = desk.deployment.clock.now;
  return { ...trouble(), startedAt: now - 2 * day, endsAt: now - day };
};

/** Of an incident that names another; the act adds this one to it. */
async function ofAnother(act: (id: string) => Promise<unknown>) {
  const { id } = await good(openIncident(desk.as("admin"), trouble("major_outage", otherId())));
  await act(id);
  return id;
}
const both = () => ({ [otherId()]: "major_outage" as const, [shop]: "major_outage" as const });

const speaking: [string, () => Promise<string | undefined>][] = [
  [
    "says that it works",
    async () => {
      await good(setComponentStatus(desk.as("admin"), { ...ofShop(), status: "operational" }));
      return undefined;
    },
  ],
  [
    "says so while changing it",
    async () => {
      await good(updateComponent(desk.as("admin"), { ...ofShop(), status: "operational" }));
      return undefined;
    },
  ],
  ["publishes an incident", async () => (await good(openIncident(desk.as("admin"), trouble()))).id],
  [
    "publishes a draft",
    async () => {
      const { id } = await draft();
      await good(publishIncident(desk.as("admin"), { pageId: desk.pageId, id, notify: false }));
      return id;
    },
  ],
  [
    "adds it with an update",
    () =>
      ofAnother((id) =>
        good(postIncidentUpdate(desk.as("admin"), { pageId: desk.pageId, id, body: "Shop, too.", components: both() })),
      ),
  ],
  [
    "adds it to an incident",
    () => ofAnother((id) => good(editIncident(desk.as("admin"), { pageId: desk.pageId, id, components: both() }))),
  ],
];

test.each(speaking)("who %s keeps it by hand, for good, and no other", async (_, act) => {
  expect(await statuses()).toEqual(nobodyKnows);
  const incidentId = await act();
  const status = incidentId === undefined ? "operational" : "major_outage";
  expect(await statuses()).toEqual({ shop: status, mail: "not monitored" });
  if (incidentId !== undefined) await resolve(incidentId);
  desk.deployment.clock.now += 400 * day;
  expect(await statuses()).toEqual({ shop: "operational", mail: "not monitored" });
});

test("maintenance is shown while it lasts, and vouches for nothing", async () => {
  const { id } = await good(planMaintenance(desk.as("admin"), maintenanceOf(inADay())));
  const target = { pageId: desk.pageId, id };
  await good(startMaintenance(desk.as("admin"), target));
  expect(await statuses()).toEqual({ ...nobodyKnows, shop: "under_maintenance" });
  await good(completeMaintenance(desk.as("admin"), target));
  expect(await statuses()).toEqual(nobodyKnows);
});

/** A monitor of it that saw it down. */
async function watchedOutage(mode: "publish" | "draft" | "none") {
  const id = await watch(desk, { mode, hold: 0, resolveAfter: 60, components: { [shop]: "major_outage" } });
  await say(desk, id, "firing");
  await later(desk, minute);
  return id;
}

async function forget(id: string) {
  await later(desk, minute);
  await good(deleteMonitor(desk.as("admin"), { pageId: desk.pageId, id }));
  await later(desk, minute);
}

test.each(["publish", "draft", "none"] as const)(
  "an outage that a monitor saw, and that it may %s, vouches for nothing once the monitor is gone",
  async (mode) => {
    const id = await watchedOutage(mode);
    await say(desk, id, "resolved");
    await later(desk, 2 * minute);
    expect(await statuses()).toEqual({ shop: "operational", mail: "not monitored" });
    await forget(id);
    expect((await shown()).components.find((each) => each.id === shop)?.days).toMatch(/m$/);
    expect(await statuses()).toEqual(nobodyKnows);
  },
);

/** The one incident of the page gets an update by a person. */
async function goOn(status: "identified" | "resolved") {
  const [incident] = await incidentsOf(desk);
  await good(
    postIncidentUpdate(desk.as("responder"), { pageId: desk.pageId, id: incident?.id ?? "", status, body: "We." }),
  );
}

test("what people say of a watched component is of it while that lasts, and no longer than its monitor", async () => {
  const id = await watchedOutage("publish");
  await goOn("resolved");
  await say(desk, id, "resolved");
  await later(desk, 2 * minute);
  expect(await statuses()).toEqual({ shop: "operational", mail: "not monitored" });
  await forget(id);
  expect(await statuses()).toEqual(nobodyKnows);
});

test("who goes on with a monitor's incident after the monitor is gone keeps its component by hand", async () => {
  const id = await watchedOutage("publish");
  await forget(id);
  await goOn("identified");
  await goOn("resolved");
  expect(await statuses()).toEqual({ shop: "operational", mail: "not monitored" });
});

test("an update of an incident that is over, and stays so, is no word", async () => {
  const { id } = await good(openIncident(desk.as("admin"), { ...trouble(), status: "resolved" }));
  await good(postIncidentUpdate(desk.as("responder"), { pageId: desk.pageId, id, body: "A report follows." }));
  expect(await statuses()).toEqual(nobodyKnows);
});

test("a word that a monitor overtakes between reading and writing leaves its component watched", async () => {
  const { actor, member } = desk.as("admin");
  const observed = async () =>
    say(desk, await watch(desk, { mode: "none", components: { [shop]: "major_outage" } }), "resolved");
  const database = overtaken(desk.deployment.bindings.DB, observed);
  await good(openIncident({ ...desk.deployment.ctx(actor, { database }), member }, trouble("operational")));
  const [found] = await rowsIn("SELECT kept_by, coverage FROM component WHERE id = ?1");
  expect(found).toEqual({ kept_by: "watched", coverage: null });
});
