import { afterEach, beforeEach, expect, test } from "vitest";
import { setComponentStatus } from "~/components/set-status";
import { runBatch } from "~/db/run-batch";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { planMaintenance } from "~/maintenances/plan";
import { startMaintenance } from "~/maintenances/verbs";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { pageStateOf } from "~/status-page/rules/head-state";
import { readVisiblePage } from "~/status-page/see";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { readNowView } from "./read";

/** Now computes the page's state from the database, the page from its document: both must agree. */
let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => {
  await desk.deployment.settled();
  await desk.close();
});

type Components = Record<string, "major_outage" | "partial_outage" | "operational">;

const open = (title: string, components: Components, more: object = {}) =>
  good(openIncident(desk.as("responder"), { pageId: desk.pageId, title, components, notify: false, ...more }));

const forget = (id: string) =>
  runBatch(desk.owner(), [
    { sql: "UPDATE component SET kept_by = NULL, coverage = 'no_data' WHERE id = ?1", params: [id] },
    { sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] },
  ]);

const situations: [string, (website: string, api: string) => Promise<unknown>, string][] = [
  ["all well", async () => undefined, "o"],
  ["one not monitored", (website) => forget(website), "o"],
  ["an outage", (website) => open("Down", { [website]: "major_outage" }), "m"],
  ["an announcement", () => open("Hello", {}, { impactOverride: "none" }), "o"],
  ["an impact without components", () => open("Slow", {}, { impactOverride: "major" }), "p"],
  [
    "a status set by hand",
    (_, api) =>
      good(setComponentStatus(desk.as("responder"), { pageId: desk.pageId, id: api, status: "degraded_performance" })),
    "d",
  ],
  [
    "all recovered, and not over",
    async (website) => {
      const { id } = await open("Down", { [website]: "major_outage" });
      const update = { pageId: desk.pageId, id, status: "monitoring" as const, body: "Watching", notify: false };
      await good(postIncidentUpdate(desk.as("responder"), { ...update, components: { [website]: "operational" } }));
    },
    "a",
  ],
  [
    "maintenance under way",
    async (website) => {
      const { now } = desk.deployment.clock;
      const window = {
        startsAt: now,
        endsAt: now + 3_600_000,
        components: { [website]: "under_maintenance" as const },
      };
      const { id } = await good(
        planMaintenance(desk.as("responder"), { pageId: desk.pageId, title: "Move", ...window }),
      );
      await good(startMaintenance(desk.as("responder"), { pageId: desk.pageId, id }));
    },
    "x",
  ],
];

test.each(situations)("Now says what the page says: %s", async (_, happen, letter) => {
  const [website, api] = desk.components;
  await happen(website, api);
  await desk.deployment.settled();
  desk.deployment.clock.now += 2000;
  await publishPage(desk.owner(), desk.pageId);
  resetIsolate();
  const seen = await good(readVisiblePage(desk.deployment.ctx(), { slug: desk.slug }, new Map() as never));
  const { head } = await good(readNowView(desk.as("viewer"), { pageId: desk.pageId }));
  expect(head).toEqual(pageStateOf(seen.snapshot));
  expect(head.letter).toBe(letter);
});
