import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listComponents } from "~/components/list";
import { readBatch } from "~/db/read";
import { noticeTable, statusChangeTable } from "~/db/schema";
import { refusalFor } from "~/failures/refusal";
import { resetIsolate } from "~/platform/isolate";
import type { Status } from "~/status/status";
import { type StatusChange, statusByLayerAt } from "~/status-page/timeline/rules/timeline";
import { readPublishedView } from "~/status-page/view-page";
import { auditEntriesOfPage } from "../../tests/support/audit-entries";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { editIncident } from "./edit";
import { editIncidentUpdate } from "./edit-update";
import { listIncidents } from "./list";
import { openIncident } from "./open";
import { postIncidentUpdate } from "./post-update";
import { readIncident } from "./read";
import { dismissIncident, publishIncident, withdrawIncident } from "./verbs";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const minute = 60_000;

const targetOf = (id: string) => ({ pageId: desk.pageId, id });

async function open(components: Record<string, string>, more: object = {}) {
  const given = { pageId: desk.pageId, title: "Checkout fails", body: "We **look**.", components };
  return (await good(openIncident(desk.as("responder"), { ...given, ...more }))).id;
}

const shown = async (id: string) => good(readIncident(desk.as("viewer"), targetOf(id)));

/** Returns the incident layer of a component at an instant, from the appended rows. */
async function layerAt(componentId: string, at: number): Promise<Status | null> {
  const ctx = desk.owner();
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(statusChangeTable).where(eq(statusChangeTable.componentId, componentId)),
  );
  const changes = rows.map(
    (row): StatusChange => ({
      layer: row.layer as StatusChange["layer"],
      from: row.fromStatus as Status | null,
      to: row.toStatus as Status | null,
      at: row.at,
      recordedAt: row.recordedAt,
      sequence: row.sequence,
    }),
  );
  return statusByLayerAt(
    changes,
    { manual: null, observed: "operational", incident: null, maintenance: null, coverage: null },
    at,
  ).incident;
}

async function published() {
  resetIsolate();
  return (await good(readPublishedView(desk.owner(), { slug: desk.slug }))).snapshot;
}

const tick = (milliseconds: number) => {
  desk.deployment.clock.now += milliseconds;
  return desk.deployment.clock.now;
};

test("an incident opens, moves its components, is told once, resolves and reopens as it was", async () => {
  const [website] = desk.components;
  const start = tick(minute);
  const id = await open({ [website]: "major_outage" });
  const snapshot = await published();
  expect(snapshot.incidents.map((each) => each.id)).toEqual([id]);
  expect(snapshot.components[0]?.status).toBe("major_outage");
  expect(snapshot.incidents[0]?.updates[0]?.html).toBe("<p>We <strong>look</strong>.</p>");
  tick(10 * minute);
  const target = targetOf(id);
  await good(postIncidentUpdate(desk.as("responder"), { ...target, status: "resolved", body: "Over." }));
  const end = desk.deployment.clock.now;
  expect((await published()).components[0]?.status).toBe("operational");
  expect(await layerAt(website, start)).toBe("major_outage");
  expect(await layerAt(website, end - 1)).toBe("major_outage");
  expect(await layerAt(website, end)).toBeNull();
  const resolved = await shown(id);
  expect(resolved.incident).toMatchObject({ status: "resolved", closed: true, resolvedBy: "person", resolvedAt: end });
  expect(resolved.incident.components).toEqual({ [website]: "major_outage" });
  tick(minute);
  await good(postIncidentUpdate(desk.as("responder"), { ...target, status: "investigating", body: "It is back." }));
  expect(await layerAt(website, desk.deployment.clock.now)).toBe("major_outage");
  expect((await shown(id)).incident).toMatchObject({ closed: false, resolvedAt: null, resolvedBy: null });
  await good(postIncidentUpdate(desk.as("responder"), { ...target, status: "resolved", body: "" }));
  const ctx = desk.owner();
  const [notices] = await readBatch(ctx, ctx.db.select().from(noticeTable).where(eq(noticeTable.subjectId, id)));
  expect(notices.map((each) => each.sequence).sort()).toEqual([0, 1, 2, 3]);
  expect(notices.every((each) => each.expiresAt === each.createdAt + 24 * 60 * minute)).toBe(true);
});

test("the layer is the worst of all open incidents, and each gives back only its own part", async () => {
  const [, api] = desk.components;
  const first = await open({ [api]: "partial_outage" });
  tick(minute);
  const second = await open({ [api]: "major_outage" });
  expect(await layerAt(api, tick(minute))).toBe("major_outage");
  expect((await shown(second)).staysRed).toEqual([
    { id: api, name: "API", status: "partial_outage", layers: ["incident"] },
  ]);
  await good(postIncidentUpdate(desk.as("responder"), { ...targetOf(second), status: "resolved" }));
  expect(await layerAt(api, tick(minute))).toBe("partial_outage");
  const [over] = (await shown(second)).updates;
  expect(over?.changes.map(({ from, to }) => [from, to])).toEqual([["major_outage", "partial_outage"]]);
  await good(withdrawIncident(desk.as("admin"), targetOf(first)));
  const view = await good(listComponents(desk.as("viewer"), { pageId: desk.pageId }));
  expect(view.components[1]?.effective).toBe("operational");
});

test("withdrawing restates the layer from the incident's start, the other incident stays as it was", async () => {
  const [, , signIn] = desk.components;
  const start = tick(minute);
  const wrong = await open({ [signIn]: "major_outage" });
  const other = tick(10 * minute);
  const right = await open({ [signIn]: "degraded_performance" });
  tick(10 * minute);
  await good(withdrawIncident(desk.as("admin"), targetOf(wrong)));
  expect(await layerAt(signIn, start)).toBeNull();
  expect(await layerAt(signIn, other)).toBe("degraded_performance");
  expect((await published()).incidents.map((each) => each.id)).toEqual([right]);
  expect(await failureOf(postIncidentUpdate(desk.as("responder"), { ...targetOf(wrong), body: "x" }))).toEqual({
    name: "gone",
  });
  await good(postIncidentUpdate(desk.as("responder"), { ...targetOf(right), status: "resolved" }));
});

test("a draft is seen by nobody outside; publishing makes its text the first update and dates the layer to its start", async () => {
  const [website] = desk.components;
  const startedAt = tick(minute) - 5 * minute;
  const id = await open({ [website]: "partial_outage" }, { visibility: "draft", startedAt });
  expect((await published()).incidents).toEqual([]);
  expect(await layerAt(website, startedAt)).toBeNull();
  const at = tick(minute);
  await good(publishIncident(desk.as("responder"), { ...targetOf(id), version: 0 }));
  expect(await layerAt(website, startedAt)).toBe("partial_outage");
  expect(await layerAt(website, startedAt - 1)).toBeNull();
  const [incident] = (await published()).incidents;
  expect(incident?.updates).toMatchObject([{ shownAt: at, text: "We look." }]);
  expect(await failureOf(publishIncident(desk.as("responder"), targetOf(id)))).toMatchObject({ name: "conflict" });
  expect(await failureOf(dismissIncident(desk.as("responder"), targetOf(id)))).toMatchObject({ name: "conflict" });
  await good(postIncidentUpdate(desk.as("responder"), { ...targetOf(id), status: "resolved" }));
});

test("back-dating an update moves the layer with it", async () => {
  const [website] = desk.components;
  const start = tick(minute);
  const id = await open({ [website]: "major_outage" });
  tick(30 * minute);
  await good(postIncidentUpdate(desk.as("responder"), { ...targetOf(id), status: "resolved", body: "Over." }));
  const { updates } = await shown(id);
  const earlier = start + 12 * minute;
  const edit = { ...targetOf(id), updateId: updates[0]?.id ?? "", shownAt: earlier };
  await good(editIncidentUpdate(desk.as("responder"), edit));
  expect(await layerAt(website, earlier - 1)).toBe("major_outage");
  expect(await layerAt(website, earlier)).toBeNull();
  expect((await shown(id)).incident.resolvedAt).toBe(earlier);
  const early = { ...edit, shownAt: start - minute };
  expect(await failureOf(editIncidentUpdate(desk.as("responder"), early))).toMatchObject({ name: "invalid" });
});

test("editing title, impact and components counts as edited and moves the layer from now on", async () => {
  const [website, api] = desk.components;
  const start = tick(minute);
  const id = await open({ [website]: "major_outage" });
  const at = tick(5 * minute);
  const given = { ...targetOf(id), title: "Checkout is slow", components: { [api]: "degraded_performance" } };
  await good(editIncident(desk.as("responder"), { ...given, impactOverride: "critical" }));
  expect([await layerAt(website, start), await layerAt(website, at)]).toEqual(["major_outage", null]);
  expect(await layerAt(api, at)).toBe("degraded_performance");
  const { incident, updates } = await shown(id);
  expect(incident).toMatchObject({ title: "Checkout is slow", impact: "critical", edited: true });
  expect(updates[0]?.changes.map((each) => each.at)).toEqual([start, at, at]);
  const bare = { ...targetOf(id), components: {}, impactOverride: null };
  expect(await failureOf(editIncident(desk.as("responder"), bare))).toMatchObject({ name: "invalid" });
  await good(withdrawIncident(desk.as("admin"), targetOf(id)));
});

test("50 saves of one version: one wins, 49 get 409 with what is there now", async () => {
  const [website] = desk.components;
  const id = await open({ [website]: "degraded_performance" });
  const save = (index: number) =>
    editIncident(desk.as("responder"), { ...targetOf(id), version: 0, title: `Title ${index}` });
  const results = await Promise.all(Array.from({ length: 50 }, (_, index) => save(index)));
  const won = results.filter((each) => each.ok);
  const lost = results.flatMap((each) => (each.ok ? [] : [each.failure]));
  expect([won.length, lost.length]).toEqual([1, 49]);
  const { incident } = await shown(id);
  for (const failure of lost) expect(failure).toMatchObject({ name: "conflict", current: { title: incident.title } });
  await good(withdrawIncident(desk.as("admin"), targetOf(id)));
});

test("incidents opened at once on one component leave the worst of them in the layer", async () => {
  const [website] = desk.components;
  tick(minute);
  const statuses = ["degraded_performance", "major_outage", "partial_outage"];
  const ids = await Promise.all(statuses.map((status) => open({ [website]: status })));
  expect(await layerAt(website, tick(minute))).toBe("major_outage");
  for (const id of ids) await good(withdrawIncident(desk.as("admin"), targetOf(id)));
  expect(await layerAt(website, tick(minute))).toBeNull();
});

test("the same form twice is one incident and one notice; the second answers as the first", async () => {
  const [website] = desk.components;
  const given = {
    pageId: desk.pageId,
    title: "Twice",
    body: "Once.",
    components: { [website]: "degraded_performance" },
    commitId: "01form0nonce00000000000000",
  };
  const [one, two] = await Promise.all([1, 2].map(() => openIncident(desk.as("responder"), given)));
  expect(one).toEqual(two);
  const { id } = await good(one as NonNullable<typeof one>);
  const update = { ...targetOf(id), version: 0, body: "More.", commitId: "01form0nonce00000000000001" };
  await good(postIncidentUpdate(desk.as("responder"), update));
  await good(postIncidentUpdate(desk.as("responder"), update));
  expect((await shown(id)).updates).toHaveLength(2);
  const list = await good(listIncidents(desk.as("viewer"), { pageId: desk.pageId, search: "Twice" }));
  expect(list.incidents).toHaveLength(1);
  await good(withdrawIncident(desk.as("admin"), targetOf(id)));
});

test("bad input: controls in a title, 25,001 characters, nothing that it touches, strange components", async () => {
  const [website] = desk.components;
  const base = { pageId: desk.pageId, title: "T", body: "", components: { [website]: "major_outage" } };
  const refused = (more: object) => failureOf(openIncident(desk.as("responder"), { ...base, ...more }));
  for (const title of ["a\nb", "a\rb", "a\0b", "a\u202eb"]) {
    expect(await refused({ title })).toMatchObject({
      name: "invalid",
      code: "control_chars",
      fields: { title: /control/ },
    });
  }
  const long = await refused({ body: "x".repeat(25_001) });
  expect(long).toMatchObject({
    name: "invalid",
    fields: { body: refusalFor("value.too_long", { most: 25_000, length: 25_001 }) },
  });
  expect(await refused({ components: {} })).toMatchObject({ code: "needs_components_or_impact" });
  expect(await refused({ components: { nowhere: "major_outage" } })).toMatchObject({ name: "invalid" });
  expect(await refused({ startedAt: desk.deployment.clock.now + 5 * minute })).toMatchObject({ name: "invalid" });
  expect(await refused({ title: "x".repeat(256) })).toMatchObject({ name: "invalid" });
});

test("roles: viewers read, responders write, admins withdraw; strangers find nothing", async () => {
  const [website] = desk.components;
  const given = { pageId: desk.pageId, title: "T", components: { [website]: "major_outage" } };
  expect(await failureOf(openIncident(desk.as("viewer"), given))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(openIncident(desk.as(null), given))).toEqual({ name: "missing" });
  const id = await open(given.components);
  expect(await failureOf(withdrawIncident(desk.as("responder"), targetOf(id)))).toMatchObject({ name: "forbidden" });
  await good(withdrawIncident(desk.as("admin"), targetOf(id)));
});

test("another page's incident and components do not exist here", async () => {
  const other = await openDesk(desk.deployment, "globex");
  const theirs = await good(
    openIncident(other.as("responder"), {
      pageId: other.pageId,
      title: "Theirs",
      components: { [other.components[0]]: "major_outage" },
    }),
  );
  const target = targetOf(theirs.id);
  const answers = [
    readIncident(desk.as("owner"), target),
    postIncidentUpdate(desk.as("owner"), { ...target, body: "x" }),
    editIncident(desk.as("owner"), { ...target, title: "x" }),
    withdrawIncident(desk.as("owner"), target),
    publishIncident(desk.as("owner"), target),
    dismissIncident(desk.as("owner"), target),
  ];
  for (const answer of answers) expect(await failureOf<unknown>(answer)).toEqual({ name: "missing" });
  const mixed = { pageId: desk.pageId, title: "Mixed", components: { [other.components[0]]: "major_outage" } };
  expect(await failureOf(openIncident(desk.as("owner"), mixed))).toMatchObject({ name: "invalid" });
});

test("every verb leaves its audit entry, with what changed", async () => {
  const entries = await auditEntriesOfPage(desk.owner(), desk.pageId);
  const actions = new Set(entries.map((each) => each.action));
  for (const verb of ["open", "draft", "publish", "update", "resolve", "reopen", "edit", "edit_update", "withdraw"]) {
    expect(actions).toContain(`incident.${verb}`);
  }
  const edit = entries.find((each) => each.action === "incident.edit" && each.before?.title === "Checkout fails");
  expect(edit?.after?.title).toMatch(/^(Title|Checkout is slow)/);
  expect(edit?.actorId).toBe("responder");
});
