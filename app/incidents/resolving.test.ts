import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { read } from "~/db/read";
import { statusChange } from "~/db/schema";
import type { Status } from "~/status/status";
import { type Change, layersAt } from "~/status-page/timeline/rules/timeline";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { openIncident } from "./open";
import { postUpdate } from "./post-update";
import { readIncident } from "./read";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const minute = 60_000;

const shown = async (id: string) => good(readIncident(desk.as("viewer"), { pageId: desk.pageId, id }));

const tick = (milliseconds: number) => {
  desk.deployment.clock.now += milliseconds;
  return desk.deployment.clock.now;
};

/** What the incident layer says of a component at an instant, by the appended rows. */
async function layerAt(componentId: string, at: number): Promise<Status | null> {
  const ctx = desk.owner();
  const [rows] = await read(ctx, ctx.db.select().from(statusChange).where(eq(statusChange.componentId, componentId)));
  const changes = rows.map(
    (row): Change => ({
      layer: row.layer as Change["layer"],
      from: row.fromStatus as Status | null,
      to: row.toStatus as Status | null,
      at: row.at,
      recordedAt: row.recordedAt,
      sequence: row.sequence,
    }),
  );
  return layersAt(
    changes,
    { manual: null, observed: "operational", incident: null, maintenance: null, coverage: null },
    at,
  ).incident;
}

test("an update that resolves says of a component that alerts hold nothing", async () => {
  const [website, api] = desk.components;
  await desk.owner().d1.prepare("UPDATE component SET observed_status = 'major_outage' WHERE id = ?1").bind(api).run();
  const start = tick(minute);
  const components = { [website]: "major_outage", [api]: "major_outage" } as const;
  const opening = { pageId: desk.pageId, title: "Checkout fails", body: "We look.", components };
  const { id } = await good(openIncident(desk.as("responder"), opening));
  const target = { pageId: desk.pageId, id };
  tick(minute);
  await good(postUpdate(desk.as("responder"), { ...target, status: "resolved", body: "Over." }));
  const [over] = (await shown(id)).updates;
  expect(over?.changes.map(({ name, from, to }) => [name, from, to])).toEqual([
    ["Website", "major_outage", "operational"],
  ]);
  expect(await layerAt(api, desk.deployment.clock.now)).toBeNull();
  expect(await layerAt(api, start)).toBe("major_outage");
  const back = tick(minute);
  const reopened = { status: "investigating", body: "It is back.", components: { [website]: "major_outage" } } as const;
  await good(postUpdate(desk.as("responder"), { ...target, ...reopened }));
  expect([await layerAt(website, back), await layerAt(api, back)]).toEqual(["major_outage", null]);
});
