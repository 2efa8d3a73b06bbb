import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { componentTable } from "~/db/schema";
import type { Result } from "~/failures/failure";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import type { Ctx } from "~/platform/ctx";
import { failureOf, good } from "../../tests/support/desk";
import { watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import { overtaken } from "../../tests/support/timeline";
import { createComponent } from "./create";
import { setComponentStatus } from "./set-status";
import { updateComponent } from "./update";

/**
 * A person sets the status of a component without an observer while, between the read and the write, an admin attaches
 * a monitor.
 */
const desk = deskOfFile({ UPFRONT_PLAN: "own" });

/** Creates a component that an admin wants watched, and that nothing watches yet. */
async function unwatched(name: string): Promise<string> {
  desk.deployment.clock.now += 1000;
  return (await good(createComponent(desk.as("admin"), { pageId: desk.pageId, name, keptBy: "watched" }))).id;
}

async function stored(id: string) {
  const ctx = desk.as("admin");
  const [[row]] = await readBatch(ctx, ctx.db.select().from(componentTable).where(eq(componentTable.id, id)));
  return row && { keptBy: row.keptBy, coverage: row.coverage };
}

/** Attaches a monitor that has not checked anything yet, and settles. */
async function attaches(id: string): Promise<void> {
  await watch(desk, { interval: 1, components: { [id]: "major_outage" } });
  await desk.deployment.settled();
}

function overtakenBy(meanwhile: () => Promise<unknown>): Ctx {
  const { actor, member } = desk.as("admin");
  const database = overtaken(desk.deployment.bindings.DB, meanwhile);
  return { ...desk.deployment.ctx(actor, { database }), ...(member ? { member } : {}) };
}

type Word = (ctx: Ctx, id: string) => Promise<Result<unknown>>;
const words: Record<string, Word> = {
  "a status": (ctx, id) => setComponentStatus(ctx, { pageId: desk.pageId, id, status: "operational" }),
  "a status that comes with a change": (ctx, id) =>
    updateComponent(ctx, { pageId: desk.pageId, id, status: "operational" }),
  "an incident that is opened": (ctx, id) => openIncident(ctx, incidentOn(id)),
};

const incidentOn = (id: string) => ({
  pageId: desk.pageId,
  title: "Down",
  body: "We look.",
  components: { [id]: "major_outage" as const },
  notify: false,
});

test.each(Object.keys(words))("%s makes nothing green that a monitor watches since", async (name) => {
  const id = await unwatched(name);
  await good(
    (words[name] as Word)(
      overtakenBy(() => attaches(id)),
      id,
    ),
  );
  await desk.deployment.settled();
  expect(await stored(id)).toEqual({ keptBy: "watched", coverage: "no_data" });
});

test("nor does an update of an incident", async () => {
  const id = await unwatched("updated");
  const { id: incidentId } = await good(openIncident(desk.as("admin"), incidentOn(desk.components[0])));
  const components = { [id]: "partial_outage" as const };
  const update = { pageId: desk.pageId, id: incidentId, body: "Worse.", components };
  await good(
    postIncidentUpdate(
      overtakenBy(() => attaches(id)),
      update,
    ),
  );
  expect(await stored(id)).toEqual({ keptBy: "watched", coverage: "no_data" });
});

test("what a monitor watches since is not kept by hand either, and the admin who chose that is told", async () => {
  const id = await unwatched("chosen");
  const ctx = overtakenBy(() => attaches(id));
  const failure = await failureOf(updateComponent(ctx, { pageId: desk.pageId, id, keptBy: "manual" }));
  expect(failure).toMatchObject({ name: "invalid" });
  expect(await stored(id)).toEqual({ keptBy: "watched", coverage: "no_data" });
});
