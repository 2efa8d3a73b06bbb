import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { incidentComponentTable, incidentTable, incidentUpdateTable } from "~/db/schema";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { put } from "../../tests/support/scenario";
import { editIncident } from "./edit";
import { editIncidentDraft } from "./edit-draft";
import { openIncident } from "./open";
import { postIncidentUpdate } from "./post-update";
import { publishIncident } from "./verbs";

let desk: Desk;
let api: string;
let web: string;
let other: string;
beforeEach(async () => {
  desk = await openDesk();
  [web, api, other] = desk.components;
});
afterEach(() => desk.close());

const id = "i1";
/** A draft that alerts opened, which says that the API is down. */
async function drafted(visibility: "draft" | "published" = "draft") {
  const times = {
    startedAt: desk.deployment.clock.now,
    createdAt: desk.deployment.clock.now,
    updatedAt: desk.deployment.clock.now,
  };
  const own = { pageId: desk.pageId, origin: "source" as const, originId: "s" };
  const publishedAt = visibility === "published" ? desk.deployment.clock.now : null;
  const said = { title: "Problem", status: "investigating" as const, impact: "critical" as const };
  await put(desk.deployment, incidentTable, [{ id, ...own, ...said, visibility, publishedAt, ...times }]);
  const update = {
    incidentId: id,
    pageId: desk.pageId,
    status: "investigating" as const,
    authorKind: "machine" as const,
  };
  const text = { body: "Seen.", bodyHtml: "<p>Seen.</p>", bodyText: "Seen.", changes: [] };
  await put(desk.deployment, incidentUpdateTable, [
    {
      id: "u1",
      ...update,
      ...text,
      shownAt: desk.deployment.clock.now,
      createdAt: desk.deployment.clock.now,
      updatedAt: desk.deployment.clock.now,
    },
  ]);
  await name(api, "major_outage");
}

const name = (componentId: string, status: "major_outage" | "partial_outage") =>
  put(desk.deployment, incidentComponentTable, [{ incidentId: id, componentId, pageId: desk.pageId, status }]);

/** Adds a component as a settling does, which makes no person's form out of date. */
async function joins(componentId: string) {
  await name(componentId, "partial_outage");
  await runBatch(desk.deployment.ctx(), [{ sql: "UPDATE incident SET version = version + 1", params: [] }]);
}

async function stands() {
  const ctx = desk.deployment.ctx();
  const [[row], components, updates] = await readBatch(
    ctx,
    ctx.db.select().from(incidentTable).where(eq(incidentTable.id, id)),
    ctx.db.select().from(incidentComponentTable),
    ctx.db.select().from(incidentUpdateTable),
  );
  const touched = Object.fromEntries(components.map((each) => [each.componentId, each.status]));
  return { row, touched, updates };
}

const about = (version: number) => ({ pageId: desk.pageId, id, version });
const shown = () => ({ [api]: "major_outage" as const });

describe("a form of an incident that its alerts move", () => {
  test("keeps what joined since it was shown, and claims only what its person changed", async () => {
    await drafted();
    await joins(web);
    const said = { components: { [api]: "partial_outage" as const }, shown: shown() };
    await good(editIncidentDraft(desk.as("responder"), { ...about(0), ...said }));
    const { row, touched } = await stands();
    expect(touched).toEqual({ [api]: "partial_outage", [web]: "partial_outage" });
    expect(row).toMatchObject({ editedParts: [`component:${api}`], edited: false });
  });

  test("what it only repeats is nobody's word", async () => {
    await drafted();
    await joins(web);
    await good(
      publishIncident(desk.as("responder"), { ...about(0), title: "Problem", components: shown(), shown: shown() }),
    );
    const { row, touched } = await stands();
    expect([row?.editedParts, row?.edited, touched[web]]).toEqual([[], false, "partial_outage"]);
  });

  test("what its person takes out is a word as well", async () => {
    await drafted();
    await joins(web);
    await good(
      editIncidentDraft(desk.as("responder"), { ...about(0), impactOverride: "minor", components: {}, shown: shown() }),
    );
    const { row, touched } = await stands();
    expect([row?.editedParts, touched]).toEqual([["impact", `component:${api}`], { [web]: "partial_outage" }]);
  });

  test("is out of date when another person was faster, and not before", async () => {
    await drafted("published");
    await joins(web);
    await good(editIncident(desk.as("responder"), { ...about(0), title: "Checkout is down" }));
    const late = await postIncidentUpdate(desk.as("admin"), { ...about(1), body: "Me too." });
    expect(late.ok ? "done" : late.failure.name).toBe("conflict");
    await joins(other);
    expect((await postIncidentUpdate(desk.as("admin"), { ...about(2), body: "We look." })).ok).toBe(true);
  });

  test("of a version that is not there yet it is refused", async () => {
    await drafted();
    const early = await editIncidentDraft(desk.as("responder"), { ...about(5), title: "x" });
    expect(early.ok ? "done" : early.failure.name).toBe("conflict");
  });
});

test("whoever posts an update has the word; a title, an impact or a component alone leaves it to its alerts to end", async () => {
  await drafted("published");
  await good(editIncident(desk.as("responder"), { ...about(0), title: "Down", impactOverride: "major" }));
  expect((await stands()).row).toMatchObject({ edited: false, editedParts: ["title", "impact"] });
  await good(postIncidentUpdate(desk.as("responder"), { ...about(1), body: "We look." }));
  expect((await stands()).row).toMatchObject({ edited: true, editedParts: ["title", "impact", "text"] });
});

test("what a person opens is theirs in every part", async () => {
  const made = { pageId: desk.pageId, title: "Slow", body: "We look.", impactOverride: "minor" as const };
  await good(openIncident(desk.as("responder"), made));
  const ctx = desk.deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(incidentTable));
  expect(rows).toMatchObject([{ edited: true, editedParts: ["title", "text", "impact", "components"] }]);
});

test("what a machine drafted is signed by who published it", async () => {
  await drafted();
  await good(publishIncident(desk.as("responder"), about(0)));
  expect((await stands()).updates).toMatchObject([{ authorKind: "person", authorId: "responder" }]);
});
