import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { statusChangeTable } from "~/db/schema";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { openIncident } from "./open";
import { postIncidentUpdate } from "./post-update";
import { readIncident } from "./read";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const minute = 60_000;

const tick = () => {
  desk.deployment.clock.now += minute;
};

/** Returns the incident layer's records of a component, in order. */
async function layerOf(componentId: string): Promise<string[]> {
  const ctx = desk.owner();
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(statusChangeTable).where(eq(statusChangeTable.componentId, componentId)),
  );
  return rows.flatMap(({ layer, toStatus }) => (layer === "incident" ? [toStatus ?? "nothing"] : []));
}

test("an update that resolves says of a component that alerts hold nothing", async () => {
  const [website, api] = desk.components;
  await desk.owner().d1.prepare("UPDATE component SET observed_status = 'major_outage' WHERE id = ?1").bind(api).run();
  tick();
  const components = { [website]: "major_outage", [api]: "major_outage" } as const;
  const opening = { pageId: desk.pageId, title: "Checkout fails", body: "We look.", components };
  const { id } = await good(openIncident(desk.as("responder"), opening));
  const target = { pageId: desk.pageId, id };
  tick();
  await good(postIncidentUpdate(desk.as("responder"), { ...target, status: "resolved", body: "Over." }));
  const [over] = (await good(readIncident(desk.as("viewer"), target))).updates;
  expect(over?.changes.map(({ name, from, to }) => [name, from, to])).toEqual([
    ["Website", "major_outage", "operational"],
  ]);
  expect(await layerOf(api)).toEqual(["major_outage", "nothing"]);
  tick();
  const reopened = { status: "investigating", body: "It is back.", components: { [website]: "major_outage" } } as const;
  await good(postIncidentUpdate(desk.as("responder"), { ...target, ...reopened }));
  expect(await layerOf(website)).toEqual(["major_outage", "nothing", "major_outage"]);
  expect(await layerOf(api)).toEqual(["major_outage", "nothing"]);
});
