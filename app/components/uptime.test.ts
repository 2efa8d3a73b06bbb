import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { backfillIncident } from "~/incidents/backfill";
import { openIncident } from "~/incidents/open";
import { resetIsolate } from "~/platform/isolate";
import { readPublishedView } from "~/status-page/view-page";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { createComponent } from "./create";
import { createComponentGroup } from "./groups/verbs";
import { updateComponent } from "./update";
import { readComponentUptime } from "./uptime";

const hour = 3600_000;
let desk: Desk;
/** Ids of the incident of the 15th, of the one that is open today, and of the group. */
let past: string;
let open: string;
let group: string;
const at = (text: string) => Date.parse(text);

beforeAll(async () => {
  desk = await openDesk();
  const { pageId, components } = desk;
  const [website, api] = components;
  for (const id of [website, api])
    await good(updateComponent(desk.as("admin"), { pageId, id, startDate: "2026-11-10" }));
  const spans = { startedAt: at("2026-11-15T10:00:00Z"), endsAt: at("2026-11-15T12:00:00Z") };
  const gone = { pageId, title: "Gone", resolution: "", components: { [website]: "major_outage" } as const };
  past = (await good(backfillIncident(desk.as("responder"), { ...gone, ...spans }))).id;
  desk.deployment.clock.now += 1000;
  const slow = { pageId, title: "Slow", body: "We look.", status: "investigating" as const };
  open = (await good(openIncident(desk.as("responder"), { ...slow, components: { [api]: "partial_outage" } }))).id;
  desk.deployment.clock.now += hour;
  const both = { pageId, name: "Shop", components: [website, api] };
  group = (await good(createComponentGroup(desk.as("admin"), both))).id;
});
afterAll(() => desk.close());

const read = (target: { componentId: string } | { groupId: string }, asked: { start?: string; end?: string } = {}) => {
  const ctx = desk.as("viewer");
  const answer = readComponentUptime(ctx, { pageId: desk.pageId, ...target, ...asked });
  return good(answer).then((view) => ({ ...view, statements: ctx.meter.statements }));
};

test("outages, share, incidents and why the range is another; in five statements", async () => {
  const [website = "", api = ""] = desk.components;
  const whole = await read({ componentId: website });
  expect(whole).toMatchObject({ name: "Website", major: 2 * hour, partial: 0, incidents: [past], warnings: [] });
  expect(whole).toMatchObject({ from: at("2026-11-10T00:00:00Z"), to: desk.deployment.clock.now, statements: 5 });
  const known = whole.to - whole.from;
  expect(whole.uptime).toBe(Math.floor(((known - 2 * hour) * 10_000) / known));
  const day = await read({ componentId: website }, { start: "2026-11-15", end: "2026-11-15" });
  expect(day).toMatchObject({ uptime: 9166, major: 2 * hour, incidents: [past] });
  expect(await read({ componentId: website }, { start: "2026-11-16" })).toMatchObject({
    uptime: 10_000,
    incidents: [],
  });
  expect(await read({ componentId: api })).toMatchObject({ major: 0, partial: hour, incidents: [open] });
  const early = await read({ componentId: website }, { start: "2026-10", end: "2026-10" });
  expect(early).toMatchObject({ uptime: null, major: 0, incidents: [] });
  expect(early.warnings).toHaveLength(2);
});

test("a group is the average of its components, their outages together; as visitors see it, packed or not", async () => {
  const [website = "", api = ""] = desk.components;
  const fresh = await good(createComponent(desk.as("admin"), { pageId: desk.pageId, name: "New" }));
  const compare = async () => {
    resetIsolate();
    const { snapshot } = await good(readPublishedView(desk.deployment.ctx(), { slug: desk.slug }));
    for (const id of [website, api, fresh.id])
      expect((await read({ componentId: id })).uptime).toBe(snapshot.components.find((each) => each.id === id)?.uptime);
    const together = await read({ groupId: group });
    expect(together.uptime).toBe(snapshot.groups[0]?.uptime);
    return together;
  };
  await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
  expect(await compare()).toMatchObject({ name: "Shop", major: 2 * hour, partial: hour, incidents: [past, open] });
  desk.deployment.clock.now += 24 * hour;
  await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
  expect(await compare()).toMatchObject({ major: 2 * hour, partial: 25 * hour, statements: 5 });
});

test("rights, what is not there, and ranges that are none", async () => {
  const [componentId = ""] = desk.components;
  const { pageId } = desk;
  expect(await failureOf(readComponentUptime(desk.as(null), { pageId, componentId }))).not.toBeNull();
  expect(await failureOf(readComponentUptime(desk.as("viewer"), { pageId, componentId: "none" }))).toEqual({
    name: "missing",
  });
  expect(await failureOf(readComponentUptime(desk.as("viewer"), { pageId, groupId: "none" }))).toEqual({
    name: "missing",
  });
  const wide = { pageId, componentId, start: "2020", end: "2026-11-30" };
  expect((await good(readComponentUptime(desk.as("viewer"), wide))).warnings).toHaveLength(2);
  const bad = await failureOf(readComponentUptime(desk.as("viewer"), { pageId, componentId, start: "soon" }));
  expect(bad).toMatchObject({ name: "invalid", fields: { start: expect.any(String) } });
});
