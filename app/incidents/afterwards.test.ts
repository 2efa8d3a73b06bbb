import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { noticeTable } from "~/db/schema";
import { previewNoticeEmail } from "~/notifications/letters/preview";
import { resetIsolate } from "~/platform/isolate";
import { uptimePartsByDate } from "~/status-page/rules/day-stories";
import { readPublishedView } from "~/status-page/view-page";
import { applyTemplate } from "~/templates/use";
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from "~/templates/verbs";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { backfillIncident } from "./backfill";
import { editIncident } from "./edit";
import { editIncidentUpdate } from "./edit-update";
import { openIncident } from "./open";
import { postIncidentUpdate } from "./post-update";
import { deletePostmortem, publishPostmortem, revertPostmortem, writePostmortem } from "./postmortems/verbs";
import { readIncident } from "./read";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { d1 } = desk.owner();
  await d1.prepare("UPDATE component SET start_date = '2026-11-01'").run();
});
afterAll(() => desk.close());

const responder = () => desk.as("responder");
const now = () => desk.deployment.clock.now;
const later = (milliseconds: number) => {
  desk.deployment.clock.now += milliseconds;
};
const shown = (id: string) => good(readIncident(desk.as("viewer"), { pageId: desk.pageId, id }));

async function document() {
  resetIsolate();
  return (await good(readPublishedView(desk.owner(), { slug: desk.slug }))).snapshot;
}

const noticesAbout = async (id: string) => {
  const ctx = desk.owner();
  const [rows] = await readBatch(
    ctx,
    ctx.db
      .select()
      .from(noticeTable)
      .where(and(eq(noticeTable.subjectId, id))),
  );
  return rows;
};

/** Returns the major outage of a component on the previous day, in ms, as the page shows it. */
async function majorYesterday(componentId: string): Promise<number> {
  const { components } = await document();
  const yesterday = new Date(now() - day).toISOString().slice(0, 10);
  const shown = components.find((each) => each.id === componentId);
  return uptimePartsByDate(shown?.stories ?? {})[yesterday]?.[0] ?? 0;
}

test("a past incident tells nobody, counts its closed days again, and what it touched can be put right", async () => {
  const [website, api] = desk.components;
  const midnight = Math.floor(now() / day) * day;
  const startedAt = midnight - 3 * hour;
  const given = {
    pageId: desk.pageId,
    title: "Cables cut",
    components: { [website]: "major_outage" as const },
    startedAt,
    endsAt: startedAt + 2 * hour,
    updates: [
      { status: "monitoring" as const, body: "Spliced.", shownAt: startedAt + hour },
      { status: "identified" as const, body: "A digger.", shownAt: startedAt + 10 * minute },
    ],
    resolution: "All **fibres** carry light.",
  };
  const early = { ...given, updates: [{ status: "identified" as const, body: "x", shownAt: startedAt - 1 }] };
  expect(await failureOf(backfillIncident(responder(), early))).toMatchObject({
    name: "invalid",
    fields: { "updates.0.shownAt": "incident.not_started" },
  });
  expect(await failureOf(backfillIncident(desk.as("viewer"), given))).toMatchObject({ name: "forbidden" });
  const commitId = "01backfill0nonce0000000000";
  const { id } = await good(backfillIncident(responder(), { ...given, commitId }));
  expect(await good(backfillIncident(responder(), { ...given, commitId }))).toEqual({ id });
  expect(await noticesAbout(id)).toEqual([]);
  const { incident, updates } = await shown(id);
  expect(incident).toMatchObject({ status: "resolved", closed: true, resolvedAt: startedAt + 2 * hour });
  expect(updates.map((each) => [each.status, each.shownAt - startedAt, each.notify])).toEqual([
    ["resolved", 2 * hour, false],
    ["monitoring", hour, false],
    ["identified", 10 * minute, false],
  ]);
  expect((await document()).components[0]?.status).toBe("operational");
  expect(await majorYesterday(website)).toBe(2 * hour);
  later(minute);
  const right = { [api]: "major_outage" as const };
  await good(editIncident(responder(), { pageId: desk.pageId, id, components: right }));
  expect([await majorYesterday(website), await majorYesterday(api)]).toEqual([0, 2 * hour]);
  expect((await shown(id)).updates.map((each) => each.changes.map((change) => change.name))).toEqual([
    ["API"],
    [],
    ["API"],
  ]);
  expect((await document()).banner.state).toBe("operational");
});

test("an update keeps what it said before, by whom; visitors see that it was edited, of a draft nothing is kept", async () => {
  const [website] = desk.components;
  const base = {
    pageId: desk.pageId,
    title: "Slow",
    body: "Frist.",
    components: { [website]: "major_outage" as const },
  };
  const { id } = await good(openIncident(responder(), base));
  const [update] = (await shown(id)).updates;
  const target = { pageId: desk.pageId, id, updateId: update?.id ?? "" };
  expect((await document()).incidents[0]?.updates[0]).not.toHaveProperty("edited");
  for (const body of ["First.", "First.", "Second."]) {
    later(minute);
    await good(editIncidentUpdate(desk.as("admin"), { ...target, body }));
  }
  const [edited] = (await shown(id)).updates;
  expect(edited?.edits).toMatchObject([
    { body: "First.", author: "admin", at: now() },
    { body: "Frist.", author: "admin", at: now() - 2 * minute },
  ]);
  expect((await document()).incidents[0]?.updates[0]).toMatchObject({ text: "Second.", edited: true });
  await good(postIncidentUpdate(responder(), { pageId: desk.pageId, id, status: "resolved" }));
  const draft = await good(openIncident(responder(), { ...base, visibility: "draft" }));
  const [unseen] = (await shown(draft.id)).updates;
  await good(
    editIncidentUpdate(responder(), { pageId: desk.pageId, id: draft.id, updateId: unseen?.id ?? "", body: "Better." }),
  );
  expect((await shown(draft.id)).updates[0]).toMatchObject({ body: "Better.", edits: [] });
});

test("a postmortem is drafted, published and told once by choice, taken back and deleted", async () => {
  const { id } = await good(
    openIncident(responder(), { pageId: desk.pageId, title: "Down", body: "x", impactOverride: "minor" }),
  );
  const target = { pageId: desk.pageId, id };
  const publish = (more: object = {}) => publishPostmortem(responder(), { ...target, ...more });
  await good(writePostmortem(responder(), { ...target, body: "A **fuse**." }));
  expect(await failureOf(publish())).toMatchObject({ name: "conflict", code: "not_resolved" });
  later(minute);
  await good(postIncidentUpdate(responder(), { ...target, status: "resolved", body: "Over." }));
  const before = (await noticesAbout(id)).length;
  const said = async () => (await document()).recent.incidents.find((each) => each.id === id)?.updates[0];
  expect(await said()).toMatchObject({ status: "resolved" });
  later(minute);
  expect(await failureOf(publish({ body: "  " }))).toMatchObject({ name: "invalid", code: "says_nothing" });
  const version = (await shown(id)).incident.version;
  const publication = { body: "A **fuse** blew.", notify: true, version, commitId: "01postmortem0nonce00000000" };
  await good(publish(publication));
  await good(publish(publication));
  expect(await failureOf(publish({ version }))).toMatchObject({ name: "conflict" });
  expect(await said()).toMatchObject({ status: "postmortem", text: "A fuse blew.", shownAt: now(), notify: true });
  const told = (await noticesAbout(id)).filter((each) => each.kind === "incident_postmortem");
  expect([told.length, (await noticesAbout(id)).length]).toEqual([1, before + 1]);
  const letter = { pageId: desk.pageId, noticeId: told[0]?.id ?? "" };
  const { text } = await good(previewNoticeEmail(desk.as("viewer"), letter));
  expect(text).toMatch(/Postmortem[\s\S]*A fuse blew\.[\s\S]*Over\./);
  later(minute);
  await good(revertPostmortem(responder(), target));
  expect(await said()).toMatchObject({ status: "resolved" });
  expect(await failureOf(previewNoticeEmail(desk.as("viewer"), letter))).toEqual({ name: "gone" });
  expect((await shown(id)).incident.postmortem).toMatchObject({
    state: "draft",
    body: "A **fuse** blew.",
    publishedAt: null,
  });
  await good(deletePostmortem(responder(), target));
  expect((await shown(id)).incident.postmortem).toMatchObject({ state: "none", body: "" });
  expect(await failureOf(deletePostmortem(desk.as("viewer"), target))).toMatchObject({ name: "forbidden" });
});

test("templates are kept by admins, used by responders, and name only what is there", async () => {
  const [website, api] = desk.components;
  const given = {
    pageId: desk.pageId,
    name: "Slow",
    title: "{{component}} is slow",
    body: "On {{page}} since {{time}}: {{component}}.",
    status: "identified" as const,
    components: { [api]: "degraded_performance" as const },
  };
  expect(await failureOf(createTemplate(responder(), given))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(createTemplate(desk.as("admin"), { ...given, title: "", body: " " }))).toMatchObject({
    code: "says_nothing",
  });
  const unknown = { ...given, components: { nowhere: "major_outage" as const } };
  expect(await failureOf(createTemplate(desk.as("admin"), unknown))).toMatchObject({ name: "invalid" });
  const { id } = await good(createTemplate(desk.as("admin"), given));
  const typed = {
    title: "",
    body: "Hello.",
    status: "investigating",
    impactOverride: "",
    nextMinutes: "",
    components: { [website]: "major_outage" },
  };
  expect(await good(applyTemplate(responder(), { pageId: desk.pageId, id, typed }))).toEqual({
    title: "Website and API is slow",
    body: `Hello.\n\nOn Acme since ${new Date(now()).toISOString().slice(0, 16).replace("T", " ")} UTC: Website and API.`,
    status: "identified",
    impactOverride: "",
    nextMinutes: "",
    components: { [website]: "major_outage", [api]: "degraded_performance" },
  });
  const target = { pageId: desk.pageId, id, version: 0 };
  await good(updateTemplate(desk.as("admin"), { ...target, name: "Slower" }));
  expect(await failureOf(updateTemplate(desk.as("admin"), { ...target, name: "x" }))).toMatchObject({
    name: "conflict",
  });
  expect((await good(listTemplates(desk.as("viewer"), { pageId: desk.pageId }))).map(({ name }) => name)).toEqual([
    "Slower",
  ]);
  await good(deleteTemplate(desk.as("admin"), { pageId: desk.pageId, id }));
  expect(await failureOf(applyTemplate(responder(), { pageId: desk.pageId, id, typed }))).toEqual({ name: "missing" });
});
