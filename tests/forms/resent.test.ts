import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createComponent } from "~/components/create";
import { createComponentGroup } from "~/components/groups/verbs";
import { archiveComponent } from "~/components/verbs";
import { readBatch } from "~/db/read";
import { componentTable, subscriberTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { planMaintenance } from "~/maintenances/plan";
import { importSubscribers } from "~/subscribers/import";
import { setSubscriberComponents } from "~/subscribers/set-components";
import { type Desk, failureOf, good, openDesk } from "../support/desk";
import { put } from "../support/scenario";

/** A form that is sent again after something else has changed is answered as the first time. */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const hour = 3_600_000;
const now = () => desk.deployment.clock.now;
const by = () => desk.as("admin");

async function fresh(name: string): Promise<string> {
  return (await good(createComponent(by(), { pageId: desk.pageId, name }))).id;
}

const archive = (id: string) => good(archiveComponent(by(), { pageId: desk.pageId, id }));

test("an incident, of a component that was archived since", async () => {
  const { pageId } = desk;
  const id = await fresh("Opened");
  const given = { pageId, title: "Slow", body: "Looking.", components: { [id]: "major_outage" as const } };
  const first = await good(openIncident(by(), { ...given, commitId: "resent-open" }));
  await archive(id);
  expect(await good(openIncident(by(), { ...given, commitId: "resent-open" }))).toEqual(first);
  expect(await failureOf(openIncident(by(), given))).toMatchObject({ name: "invalid" });
});

test("a maintenance that is over by now", async () => {
  const [startsAt, endsAt] = [now() + hour, now() + 2 * hour];
  const given = { pageId: desk.pageId, title: "Upgrade", body: "Soon.", startsAt, endsAt, commitId: "resent-plan" };
  const planned = () => planMaintenance(by(), { ...given, components: { [desk.components[0]]: "under_maintenance" } });
  const first = await good(planned());
  desk.deployment.clock.now += 3 * hour;
  expect(await good(planned())).toEqual(first);
});

test("a group, of a component that was archived since", async () => {
  const id = await fresh("Grouped");
  const given = { pageId: desk.pageId, name: "Group", components: [id], commitId: "resent-group" };
  const first = await good(createComponentGroup(by(), given));
  await archive(id);
  expect(await good(createComponentGroup(by(), given))).toEqual(first);
});

test("a subscriber's components, one of which was archived since", async () => {
  const { pageId } = desk;
  const id = await fresh("Followed");
  const times = { createdAt: 1, updatedAt: 1 };
  const person = { id: "sam", pageId, address: "sam@example.org", state: "active", language: "en", timeZone: "UTC" };
  await put(desk.deployment, subscriberTable, [
    { ...person, ...times, scope: "page", componentIds: [], confirmationsAt: [] },
  ]);
  const given = { pageId, id: "sam", componentIds: [id], commitId: "resent-scope" };
  const first = await good(setSubscriberComponents(by(), given));
  await archive(id);
  expect(await good(setSubscriberComponents(by(), given))).toEqual(first);
});

test("an import says what it added, not that all of them are known", async () => {
  const id = await fresh("Imported");
  const file = "email,components\na@example.org,Imported\nb@example.org,\n";
  const given = { pageId: desk.pageId, file, agreement: "given", commitId: "resent-import" };
  const first = await good(importSubscribers(by(), given));
  expect(first).toEqual({ added: 2, unchanged: 0 });
  await archive(id);
  expect(await good(importSubscribers(by(), given))).toEqual(first);
  const ctx = desk.owner();
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(subscriberTable).where(eq(subscriberTable.address, "a@example.org")),
  );
  expect(rows).toHaveLength(1);
});

test("the last component that a page may have", async () => {
  const { pageId } = desk;
  const ctx = desk.owner();
  const [there] = await readBatch(ctx, ctx.db.select().from(componentTable).where(eq(componentTable.pageId, pageId)));
  const shown = there.filter((each) => each.archivedAt === null).length;
  const times = { createdAt: 1, updatedAt: 1, observedSince: 1, startDate: "2026-11-20" };
  const rows = Array.from({ length: 499 - shown }, (_, index) => ({ id: `c-${index}`, pageId, name: `c-${index}` }));
  await put(
    desk.deployment,
    componentTable,
    rows.map((row, position) => ({ ...row, position: position + 99, ...times })),
  );
  const given = { pageId, name: "The 500th", commitId: "resent-component" };
  const first = await good(createComponent(by(), given));
  expect(await good(createComponent(by(), given))).toEqual(first);
  expect(await failureOf(createComponent(by(), { pageId, name: "One more" }))).toMatchObject({ name: "invalid" });
});
