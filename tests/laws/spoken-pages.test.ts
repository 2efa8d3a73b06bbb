import { afterEach, beforeEach, expect, test } from "vitest";
import { moveComponent } from "~/components/move";
import { setComponentStatus } from "~/components/set-status";
import { updateComponent } from "~/components/update";
import { runBatch } from "~/db/run-batch";
import { backfillIncident } from "~/incidents/backfill";
import { openIncident } from "~/incidents/open";
import { postUpdate } from "~/incidents/post-update";
import { publishIncident } from "~/incidents/publish";
import { planMaintenance } from "~/maintenances/plan";
import { deleteMonitor } from "~/monitors/delete";
import { readNow } from "~/now/read";
import { forgetIsolate } from "~/platform/isolate";
import { publish } from "~/status-page/publishing/engine/publish";
import { seePage } from "~/status-page/see";
import { type Desk, good, openDesk } from "../support/desk";
import { watch } from "../support/monitors";
import { incidentsOf, later, say } from "../support/own-alerts";

const minute = 60_000;
const day = 24 * 60 * minute;

let desk: Desk;
beforeEach(async () => {
  forgetIsolate();
  desk = await openDesk();
});
afterEach(async () => {
  await desk.deployment.settled();
  await desk.close();
});

/** What is published of the page after everything that was done to it. */
async function shown() {
  const { deployment, pageId, slug } = desk;
  await deployment.settled();
  deployment.clock.now += 2000;
  const wanted = "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1 AND part = 'home'";
  await runBatch(desk.owner(), [{ sql: wanted, params: [pageId] }]);
  await publish(desk.owner(), pageId);
  const { snapshot } = await good(seePage(desk.owner(), { slug }));
  return snapshot;
}

const isUnmonitored = async () => (await shown()).unmonitored === true;

/** A page with nothing but a monitor that saw something down, and then well again. */
async function watchedOutage(mode: "publish" | "draft" | "none") {
  const id = await watch(desk, { mode, hold: 0, resolveAfter: 60 });
  await say(desk, id, "firing");
  await later(desk, minute);
  return id;
}

async function forget(id: string) {
  await later(desk, minute);
  await good(deleteMonitor(desk.as("admin"), { pageId: desk.pageId, id }));
}

const ofComponent = () => ({ pageId: desk.pageId, id: desk.components[0] });
const someTrouble = () => ({
  pageId: desk.pageId,
  title: "Down",
  components: { [desk.components[0]]: "major_outage" as const },
});

test.each<[string, () => Promise<unknown>]>([
  ["renames a component", () => good(updateComponent(desk.as("admin"), { ...ofComponent(), name: "Shop" }))],
  ["moves a component", () => good(moveComponent(desk.as("admin"), { ...ofComponent(), direction: "down" }))],
  ["says that it says nothing", () => good(setComponentStatus(desk.as("admin"), { ...ofComponent(), status: null }))],
  ["drafts an incident", () => good(openIncident(desk.as("admin"), { ...someTrouble(), visibility: "draft" }))],
])("who %s has said nothing of how anything is", async (_, act) => {
  await act();
  expect(await isUnmonitored()).toBe(true);
});

test.each<[string, () => Promise<unknown>]>([
  [
    "says that a component works",
    () => good(setComponentStatus(desk.as("admin"), { ...ofComponent(), status: "operational" })),
  ],
  [
    "says so while changing it",
    () => good(updateComponent(desk.as("admin"), { ...ofComponent(), status: "operational" })),
  ],
  ["publishes an incident", () => good(openIncident(desk.as("admin"), someTrouble()))],
  [
    "publishes a draft",
    async () => {
      const { id } = await good(openIncident(desk.as("admin"), { ...someTrouble(), visibility: "draft" }));
      await good(publishIncident(desk.as("admin"), { pageId: desk.pageId, id, notify: false }));
    },
  ],
  [
    "adds an incident of the past",
    () => {
      const now = desk.deployment.clock.now;
      return good(
        backfillIncident(desk.as("admin"), {
          ...someTrouble(),
          startedAt: now - 2 * day,
          endsAt: now - day,
        }),
      );
    },
  ],
  [
    "plans maintenance",
    () => {
      const startsAt = desk.deployment.clock.now + day;
      const components = { [desk.components[0]]: "under_maintenance" as const };
      return good(
        planMaintenance(desk.as("admin"), {
          pageId: desk.pageId,
          title: "Move",
          startsAt,
          endsAt: startsAt + day,
          components,
        }),
      );
    },
  ],
])("who %s vouches for the page, for good", async (_, act) => {
  expect(await isUnmonitored()).toBe(true);
  await act();
  expect(await isUnmonitored()).toBe(false);
  desk.deployment.clock.now += 400 * day;
  expect(await isUnmonitored()).toBe(false);
});

test.each(["publish", "draft", "none"] as const)(
  "an outage that a monitor saw, and that it may %s, vouches for nothing once the monitor is gone",
  async (mode) => {
    const id = await watchedOutage(mode);
    await say(desk, id, "resolved");
    await later(desk, 2 * minute);
    expect((await shown()).unmonitored).toBeUndefined();
    await forget(id);
    const snapshot = await shown();
    expect(snapshot.components[0]?.days).toMatch(/m$/);
    expect(snapshot).toMatchObject({ unmonitored: true, banner: { indicator: "minor", state: "unknown" } });
    expect((await good(readNow(desk.as("viewer"), { pageId: desk.pageId }))).banner).toBeNull();
  },
);

test("what a monitor opened and people went on with is their word, too", async () => {
  const id = await watchedOutage("publish");
  const [incident] = await incidentsOf(desk);
  const update = {
    pageId: desk.pageId,
    id: incident?.id ?? "",
    status: "resolved" as const,
    body: "Mended.",
    notify: false,
  };
  await good(postUpdate(desk.as("responder"), update));
  await say(desk, id, "resolved");
  await forget(id);
  desk.deployment.clock.now += 400 * day;
  const snapshot = await shown();
  expect([snapshot.unmonitored, snapshot.banner.state]).toEqual([undefined, "operational"]);
});
