import { afterEach, beforeEach, expect, test } from "vitest";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { wholeDatabase } from "../../tests/support/page-traces";
import { editIncidentDraft } from "./edit-draft";
import { openIncident } from "./open";
import { readIncident } from "./read";
import { publishIncident } from "./verbs";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const draft = () =>
  good(
    openIncident(desk.as("responder"), {
      pageId: desk.pageId,
      title: "Slow",
      body: "One\ntwo",
      impactOverride: "minor",
      visibility: "draft",
    }),
  );
const about = (id: string, version: number) => ({ pageId: desk.pageId, id, version });
const read = (id: string) => good(readIncident(desk.as("viewer"), { pageId: desk.pageId, id }));
const notices = async () => (await wholeDatabase(desk.deployment)).notice?.length ?? 0;
const untouched = { title: "Slow", body: "One\r\ntwo", status: "investigating", impactOverride: "minor" } as const;

test("a draft is saved with other words, and nobody is told; its text stays the one update", async () => {
  const { id } = await draft();
  const said = { title: "Checkout is slow", body: "We look.", status: "identified", components: {} } as const;
  await good(editIncidentDraft(desk.as("responder"), { ...about(id, 0), ...said, impactOverride: "major" }));
  const { incident, updates } = await read(id);
  expect(incident).toMatchObject({ title: "Checkout is slow", status: "identified", impactOverride: "major" });
  expect([incident.visibility, updates.map((each) => [each.body, each.status]), await notices()]).toEqual([
    "draft",
    [["We look.", "identified"]],
    0,
  ]);
});

test("it is published with what its form says in the same moment, as one commit", async () => {
  const { id } = await draft();
  await good(publishIncident(desk.as("responder"), { ...about(id, 0), title: "Down", body: "**Found** it." }));
  const { incident, updates } = await read(id);
  expect([incident.title, incident.visibility, incident.version]).toEqual(["Down", "published", 1]);
  expect(updates.map((each) => each.bodyHtml.trim())).toEqual(["<p><strong>Found</strong> it.</p>"]);
});

test("what is left as it was is no edit: an alert that recovers still resolves it", async () => {
  const { id } = await draft();
  await desk.deployment.ctx().db.run("UPDATE incident SET edited = 0");
  await good(publishIncident(desk.as("responder"), { ...about(id, 0), ...untouched, components: {} }));
  expect((await read(id)).incident.edited).toBe(false);
});

test("what cannot be: without components and impact, resolved, by a viewer, overtaken, and once it is published", async () => {
  const { id } = await draft();
  const edit = async (more: object, role: "viewer" | "responder" = "responder", version = 0) => {
    const done = await editIncidentDraft(desk.as(role), { ...about(id, version), ...more });
    return done.ok ? "done" : done.failure.name;
  };
  expect(await edit({ components: {}, impactOverride: null })).toBe("invalid");
  expect(await edit({ status: "resolved" })).toBe("invalid");
  expect(await edit({ title: "x" }, "viewer")).toBe("forbidden");
  expect(await edit({ title: "Mine" })).toBe("done");
  expect(await edit({ title: "Late" })).toBe("conflict");
  await good(publishIncident(desk.as("responder"), about(id, 1)));
  expect(await edit({ title: "Over" }, "responder", 2)).toBe("conflict");
});
