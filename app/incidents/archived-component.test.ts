import { afterAll, beforeAll, expect, test } from "vitest";
import { createComponent } from "~/components/create";
import { archiveComponent } from "~/components/verbs";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { editIncident } from "./edit";
import { openIncident } from "./open";
import { postIncidentUpdate } from "./post-update";
import { readIncident } from "./read";
import { publishIncident } from "./verbs";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const by = () => desk.as("responder");

/** Opens an incident of Website and of a component that is archived afterwards. */
async function withArchived(visibility: "published" | "draft" = "published") {
  const { pageId } = desk;
  const [website] = desk.components;
  const { id: gone } = await good(createComponent(desk.as("admin"), { pageId, name: "Old API" }));
  const components = { [website]: "degraded_performance" as const, [gone]: "major_outage" as const };
  const given = { pageId, title: "Slow", body: "Looking.", visibility, components };
  const { id } = await good(openIncident(by(), given));
  await good(archiveComponent(desk.as("admin"), { pageId, id: gone }));
  desk.deployment.clock.now += 60_000;
  return { target: { pageId, id }, website, gone };
}

const shown = (target: { pageId: string; id: string }) => good(readIncident(desk.as("viewer"), target));

test("an update whose form lists only shown components says nothing of an archived one; its end is told by name", async () => {
  const { target, website, gone } = await withArchived();
  await good(postIncidentUpdate(by(), { ...target, body: "Worse.", components: { [website]: "partial_outage" } }));
  const { updates, incident } = await shown(target);
  expect(updates[0]?.changes.map((each) => [each.name, each.to])).toEqual([["Website", "partial_outage"]]);
  expect(incident.components).toEqual({ [website]: "partial_outage", [gone]: "major_outage" });
  desk.deployment.clock.now += 60_000;
  const end = { body: "Over.", status: "resolved" as const, components: { [website]: "partial_outage" as const } };
  await good(postIncidentUpdate(by(), { ...target, ...end }));
  const names = (await shown(target)).updates[0]?.changes.map((each) => [each.name, each.from, each.to]);
  expect(names?.sort()).toEqual([
    ["Old API", "major_outage", "operational"],
    ["Website", "partial_outage", "operational"],
  ]);
});

test("a correction of what is over leaves an archived component as it was", async () => {
  const { target, website, gone } = await withArchived();
  await good(postIncidentUpdate(by(), { ...target, body: "Over.", status: "resolved" }));
  await good(editIncident(by(), { ...target, components: { [website]: "partial_outage" } }));
  const { updates, incident } = await shown(target);
  expect(incident.components).toEqual({ [website]: "partial_outage", [gone]: "major_outage" });
  const named = updates.flatMap((each) => each.changes.map((change) => change.name));
  expect(new Set(named)).toEqual(new Set(["Website", "Old API"]));
});

test("a draft that is published names what was archived meanwhile", async () => {
  const { target } = await withArchived("draft");
  await good(publishIncident(by(), { ...target, version: 0 }));
  const { updates } = await shown(target);
  expect(updates[0]?.changes.map((each) => each.name).sort()).toEqual(["Old API", "Website"]);
});

test("a program that says which components stay may drop an archived one, by name", async () => {
  const { target, website } = await withArchived();
  await good(postIncidentUpdate(by(), { ...target, body: "Less.", merge: true, componentIds: [website] }));
  const { updates, incident } = await shown(target);
  expect(Object.keys(incident.components)).toEqual([website]);
  expect(updates[0]?.changes.map((each) => [each.name, each.to])).toEqual([["Old API", "operational"]]);
});
