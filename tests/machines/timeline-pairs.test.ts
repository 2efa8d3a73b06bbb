import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { setComponentStatus } from "~/components/set-status";
import { archiveComponent } from "~/components/verbs";
import { maintenanceComponentTable, maintenanceTable } from "~/db/schema";
import type { Result } from "~/failures/failure";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { advanceMaintenances } from "~/maintenances/engine/advance-maintenance";
import { endManualStatuses } from "~/maintenances/engine/end-manual";
import { completeMaintenance } from "~/maintenances/verbs";
import type { Ctx } from "~/platform/ctx";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { asOwner } from "../support/every-fault";
import { type KeptWorld, keepWorld } from "../support/kept-world";
import { aPage, arrange, put, type TestPage } from "../support/scenario";
import { fires, overtaken, timelineFaults } from "../support/timeline";
import { unitDue } from "../support/unit-due";

/** Two who write one timeline, one of them held between its reading and its writing while the other does all of it. */
let deployment: TestDeployment;
let arranged: World;
let kept: KeptWorld;
beforeAll(async () => {
  deployment = await openDeployment();
  arranged = await openWorld();
  kept = await keepWorld(deployment);
});
afterAll(async () => {
  await kept.end();
  await deployment.close();
});

const minute = 60_000;
const midnight = Date.UTC(2026, 10, 21);

interface World {
  page: TestPage;
  component: string;
  incidents: string[];
}

const works = (page: TestPage) => [`${page.id}-one`, `${page.id}-two`] as [string, string];

/** Planned from 22:00 to midnight, both of them, and begun by the clock. */
async function maintain(page: TestPage): Promise<void> {
  const [startsAt, endsAt] = [midnight - 120 * minute, midnight];
  const times = { createdAt: startsAt, updatedAt: startsAt };
  const plan = { pageId: page.id, title: "Move", status: "scheduled", startsAt, endsAt, dueAt: startsAt, ...times };
  await put(
    deployment,
    maintenanceTable,
    works(page).map((id) => ({ id, ...plan, tellStart: false, tellEnd: false })),
  );
  const [componentId = ""] = page.components;
  const touched = { pageId: page.id, componentId, status: "under_maintenance" };
  await put(
    deployment,
    maintenanceComponentTable,
    works(page).map((maintenanceId) => ({ maintenanceId, ...touched })),
  );
  for (const id of works(page)) await advanceMaintenances(deployment.ctx(), [unitDue("maintenance", page.id, id)]);
}

async function open(page: TestPage, status: "major_outage" | "partial_outage"): Promise<string> {
  const components = { [page.components[0] as string]: status };
  const given = { pageId: page.id, title: status, body: "We look.", components, notify: false };
  return (await good(openIncident(asOwner(deployment.ctx(), page), given))).id;
}

/** One component on which everything stands at once; the day is over by a minute and nothing that is due is done. */
async function openWorld(): Promise<World> {
  deployment.clock.now = midnight - 120 * minute;
  const page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 0, components: 1 }));
  await maintain(page);
  deployment.clock.now = midnight - 60 * minute;
  const incidents = [await open(page, "major_outage"), await open(page, "partial_outage")];
  const [component = ""] = page.components;
  const until = midnight - minute;
  const wish = { pageId: page.id, id: component, status: "degraded_performance" as const, until };
  await good(setComponentStatus(asOwner(deployment.ctx(), page), wish));
  await fires(deployment, page, midnight - 2 * minute);
  deployment.clock.now = midnight + minute;
  return { page, component, incidents };
}

/** The same for each two. */
async function world(): Promise<World> {
  await kept.restore();
  return arranged;
}

type Writer = (ctx: Ctx, world: World) => Promise<Result<unknown> | undefined>;

const resolve =
  (which: 0 | 1): Writer =>
  (ctx, { page, incidents }) =>
    postIncidentUpdate(ctx, { pageId: page.id, id: incidents[which] as string, status: "resolved", body: "Over." });
const edge =
  (which: 0 | 1): Writer =>
  async (ctx, { page }) => {
    await advanceMaintenances(ctx, [unitDue("maintenance", page.id, works(page)[which])]);
    return undefined;
  };
const complete =
  (which: 0 | 1): Writer =>
  (ctx, { page }) =>
    completeMaintenance(ctx, { pageId: page.id, id: works(page)[which] });

const writers: Record<string, Writer> = {
  "the clock ends one maintenance": edge(0),
  "the clock ends the other": edge(1),
  "a person completes the other": complete(1),
  "a person resolves one incident": resolve(0),
  "a person resolves the other": resolve(1),
  "a status of a person ends": async (ctx, { page }) =>
    void (await endManualStatuses(ctx, [unitDue("manual", page.id)])),
  "a person says another status": (ctx, { page, component }) =>
    setComponentStatus(ctx, { pageId: page.id, id: component, status: "partial_outage" }),
  "an alert is settled": async (ctx, { page }) => void (await settlePage(ctx, page.id)),
  "the day is closed": async (ctx, { page }) => void (await closePageDays(ctx, [unitDue("day", page.id)])),
  "the component is archived": (ctx, { page, component }) => archiveComponent(ctx, { pageId: page.id, id: component }),
};

/** Whom the other leaves nothing to do: the same maintenance, or a component that is gone. */
const idle = new Set([
  "a person completes the other, while the clock ends the other",
  "a person says another status, while the component is archived",
]);

const both = (held: string, other: string) => `${held}, while ${other}`;

async function run(writer: Writer, ctx: Ctx, at: World): Promise<void> {
  const result = await writer(asOwner(ctx, at.page), at);
  if (result) expect(result).toMatchObject({ ok: true });
}

describe("two who write one timeline", () => {
  test.each(Object.keys(writers))("%s, overtaken by each of the others", async (held) => {
    for (const other of Object.keys(writers).filter((each) => each !== held && !idle.has(both(held, each)))) {
      const at = await world();
      const { DB } = deployment.bindings;
      const database = overtaken(DB, () => run(writers[other] as Writer, deployment.ctx(), at));
      await run(writers[held] as Writer, deployment.ctx(undefined, { database }), at);
      await deployment.settled();
      expect(await timelineFaults(deployment, at.page.id), both(held, other)).toEqual([]);
    }
  });

  test("two maintenances of one component that end at once leave it: by the clock, by people, by both", async () => {
    for (const [one, other] of [
      [edge(0), edge(1)],
      [edge(0), complete(1)],
      [complete(0), edge(1)],
      [complete(0), complete(1)],
    ] as const) {
      const at = await world();
      const database = overtaken(deployment.bindings.DB, () => run(other, deployment.ctx(), at));
      await run(one, deployment.ctx(undefined, { database }), at);
      for (const which of [0, 1] as const) await run(resolve(which), deployment.ctx(), at);
      await settlePage(deployment.ctx(), at.page.id);
      await endManualStatuses(deployment.ctx(), [unitDue("manual", at.page.id)]);
      deployment.clock.now += 10 * 60 * minute;
      await publishPage(deployment.ctx(), at.page.id);
      expect(await timelineFaults(deployment, at.page.id)).toEqual([]);
    }
  });
});
