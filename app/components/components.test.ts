import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { componentTable, statusChangeTable } from "~/db/schema";
import { auditEntriesOfPage } from "../../tests/support/audit-entries";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { createComponent } from "./create";
import { createComponentGroup, deleteComponentGroup, moveComponentGroup, updateComponentGroup } from "./groups/verbs";
import { listComponents } from "./list";
import { setComponentStatus } from "./set-status";
import { updateComponent } from "./update";
import { archiveComponent, moveComponent } from "./verbs";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const minute = 60_000;
const list = async () => good(listComponents(desk.as("viewer"), { pageId: desk.pageId }));
const one = async (id: string) => {
  const found = (await list()).components.find((each) => each.id === id);
  if (!found) throw new Error(`${id} is not there`);
  return found;
};

test("a manual status is its own layer, with reason and end, and clears when set operational", async () => {
  const [website] = desk.components;
  const target = { pageId: desk.pageId, id: website };
  const until = desk.deployment.clock.now + 30 * minute;
  await good(
    setComponentStatus(desk.as("responder"), { ...target, status: "partial_outage", reason: "Fire drill", until }),
  );
  expect(await one(website)).toMatchObject({
    effective: "partial_outage",
    manualReason: "Fire drill",
    manualUntil: until,
    layers: { manual: "partial_outage", observed: "operational" },
  });
  desk.deployment.clock.now += minute;
  await good(setComponentStatus(desk.as("responder"), { ...target, status: "operational" }));
  expect(await one(website)).toMatchObject({ effective: "operational", manualReason: null, layers: { manual: null } });
  desk.deployment.clock.now += minute;
  await good(setComponentStatus(desk.as("responder"), { ...target, status: "operational", until: until + minute }));
  expect((await one(website)).layers.manual).toBe("operational");
  desk.deployment.clock.now += minute;
  await good(setComponentStatus(desk.as("responder"), { ...target, status: null }));
  const ctx = desk.owner();
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(statusChangeTable).where(eq(statusChangeTable.componentId, website)),
  );
  expect(rows.map((each) => [each.layer, each.fromStatus, each.toStatus])).toEqual([
    ["manual", null, "partial_outage"],
    ["manual", "partial_outage", null],
    ["manual", null, "operational"],
    ["manual", "operational", null],
  ]);
  const past = { ...target, status: "major_outage", until: desk.deployment.clock.now };
  expect(await failureOf(setComponentStatus(desk.as("responder"), past))).toMatchObject({ fields: { until: /past/ } });
  const far = { ...past, until: 8.64e15 + 1 };
  expect(await failureOf(setComponentStatus(desk.as("responder"), far))).toMatchObject({
    fields: { until: "time.too_far" },
  });
});

test("components are moved within their group, regrouped, and stand in the order asked for", async () => {
  const [website, api, signIn] = desk.components;
  await good(moveComponent(desk.as("admin"), { pageId: desk.pageId, id: signIn, direction: "up" }));
  const ids = async () => (await list()).components.map((each) => each.id);
  expect(await ids()).toEqual([website, signIn, api]);
  const group = { pageId: desk.pageId, name: "Core", components: [api, website] };
  const { id } = await good(createComponentGroup(desk.as("admin"), group));
  expect((await list()).components.filter((each) => each.groupId === id).map((each) => each.id)).toEqual([
    api,
    website,
  ]);
  await good(moveComponent(desk.as("admin"), { pageId: desk.pageId, id: website, direction: "up" }));
  await good(
    updateComponentGroup(desk.as("admin"), {
      pageId: desk.pageId,
      id,
      version: 0,
      name: "Heart",
      components: [website],
    }),
  );
  expect(await one(api)).toMatchObject({ groupId: null });
  const stale = { pageId: desk.pageId, id, version: 0, name: "Lost" };
  expect(await failureOf(updateComponentGroup(desk.as("admin"), stale))).toMatchObject({
    name: "conflict",
    current: { name: "Heart" },
  });
  await good(deleteComponentGroup(desk.as("admin"), { pageId: desk.pageId, id, version: 1 }));
  expect(await list()).toMatchObject({ groups: [] });
  expect(await one(website)).toMatchObject({ groupId: null });
});

test("a group is moved a place, or to the place of another of its page alone", async () => {
  const ids: string[] = [];
  for (const name of ["A", "B", "C"])
    ids.push((await good(createComponentGroup(desk.as("admin"), { pageId: desk.pageId, name, components: [] }))).id);
  const [a = "", b = "", c = ""] = ids;
  const order = async () => (await list()).groups.map(({ name }) => name).join("");
  await good(moveComponentGroup(desk.as("admin"), { pageId: desk.pageId, id: a, onto: c }));
  expect(await order()).toBe("BCA");
  await good(moveComponentGroup(desk.as("admin"), { pageId: desk.pageId, id: a, onto: b }));
  expect(await order()).toBe("ABC");
  await good(moveComponentGroup(desk.as("admin"), { pageId: desk.pageId, id: c, direction: "up" }));
  expect(await order()).toBe("ACB");
  for (const onto of [c, "elsewhere"])
    await good(moveComponentGroup(desk.as("admin"), { pageId: desk.pageId, id: c, onto }));
  expect(await order()).toBe("ACB");
  for (const id of ids) await good(deleteComponentGroup(desk.as("admin"), { pageId: desk.pageId, id }));
});

test("50 saves of one component: one wins, 49 conflict and nothing is overwritten", async () => {
  const { id } = await good(createComponent(desk.as("admin"), { pageId: desk.pageId, name: "Race" }));
  const save = (index: number) =>
    updateComponent(desk.as("admin"), { pageId: desk.pageId, id, version: 0, name: `Race ${index}` });
  const results = await Promise.all(Array.from({ length: 50 }, (_, index) => save(index)));
  const lost = results.flatMap((each) => (each.ok ? [] : [each.failure]));
  expect(lost).toHaveLength(49);
  const { name, version } = await one(id);
  expect(version).toBe(1);
  for (const failure of lost) expect(failure).toMatchObject({ name: "conflict", current: { name } });
  await good(archiveComponent(desk.as("admin"), { pageId: desk.pageId, id, version: 1 }));
  expect((await list()).components.some((each) => each.id === id)).toBe(false);
  const ctx = desk.owner();
  const [rows] = await readBatch(ctx, ctx.db.select().from(componentTable).where(eq(componentTable.id, id)));
  expect(rows[0]?.archivedAt).toBe(desk.deployment.clock.now);
});

test("bad input and low roles change nothing", async () => {
  const made = (more: object) =>
    failureOf(createComponent(desk.as("admin"), { pageId: desk.pageId, name: "X", ...more }));
  expect(await made({ name: "a\nb" })).toMatchObject({ code: "control_chars" });
  expect(await made({ name: " " })).toMatchObject({ name: "invalid" });
  expect(await made({ groupId: "nowhere" })).toMatchObject({ fields: { groupId: "component.no_group" } });
  expect(await made({ startDate: "2026-02-30" })).toMatchObject({ fields: { startDate: expect.any(String) } });
  expect(await made({ shownWhen: "never" })).toMatchObject({ fields: { shownWhen: expect.any(String) } });
  const component = { pageId: desk.pageId, name: "X" };
  expect(await failureOf(createComponent(desk.as("responder"), component))).toMatchObject({ name: "forbidden" });
});

test("another page's component and group do not exist here", async () => {
  const other = await openDesk(desk.deployment, "globex");
  const [theirs] = other.components;
  const group = await good(
    createComponentGroup(other.as("admin"), { pageId: other.pageId, name: "G", components: [theirs] }),
  );
  const target = { pageId: desk.pageId, id: theirs };
  const answers = [
    updateComponent(desk.owner(), { ...target, name: "Mine" }),
    archiveComponent(desk.owner(), target),
    moveComponent(desk.owner(), { ...target, direction: "up" }),
    setComponentStatus(desk.owner(), { ...target, status: "major_outage" }),
    updateComponentGroup(desk.owner(), { pageId: desk.pageId, id: group.id, name: "Mine" }),
    deleteComponentGroup(desk.owner(), { pageId: desk.pageId, id: group.id }),
  ];
  for (const answer of answers) expect(await failureOf(answer)).toEqual({ name: "missing" });
  const mixed = createComponentGroup(desk.owner(), { pageId: desk.pageId, name: "Mixed", components: [theirs] });
  expect(await failureOf(mixed)).toMatchObject({ name: "invalid" });
  expect(await failureOf(listComponents(desk.owner(), { pageId: other.pageId }))).toEqual({ name: "missing" });
});

test("the same form twice is one component", async () => {
  const given = { pageId: desk.pageId, name: "Twice", commitId: "01component0nonce000000000" };
  const [one, two] = [await createComponent(desk.as("admin"), given), await createComponent(desk.as("admin"), given)];
  expect(one).toEqual(two);
  expect((await list()).components.filter((each) => each.name === "Twice")).toHaveLength(1);
});

test("every verb leaves its audit entry", async () => {
  const entries = await auditEntriesOfPage(desk.owner(), desk.pageId);
  const actions = new Set(entries.map((each) => each.action));
  const verbs = ["component.create", "component.update", "component.move", "component.set_status", "component.archive"];
  for (const action of [...verbs, "group.create", "group.update", "group.delete", "page.create"]) {
    expect(actions).toContain(action);
  }
  const set = entries.find((each) => each.action === "component.set_status");
  expect(set).toMatchObject({ before: { manualStatus: null }, after: { manualStatus: "partial_outage" } });
});
