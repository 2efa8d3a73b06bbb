import { afterAll, beforeAll, expect, test } from "vitest";
import { setComponentStatus } from "~/components/set-status";
import { apiTokenTable, auditEntryTable, membershipTable, statusChangeTable } from "~/db/schema";
import { changeIncidentLead } from "~/incidents/lead";
import { addIncidentNote } from "~/incidents/notes/verbs";
import { openIncident } from "~/incidents/open";
import { addSubscriber } from "~/subscribers/add";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { browserOf, makePeople } from "../../tests/support/matrix-cast";
import { put } from "../../tests/support/scenario";
import { addPerson } from "../../tests/support/sign-in-mail";
import { setMailer } from "../../tests/support/smtp";
import { groupActivityByDay } from "./desk/activity-days";
import { type ActivityEvent, type ActivityFilter, listActivity } from "./list";

let desk: Desk;
let incidentId: string;
const minute = 60_000;
const ip = "203.0.113.77";

const textOf = (event: ActivityEvent) =>
  "action" in event ? [event.action, event.name] : [event.status, event.name, event.lasted];
const listed = async (filter: ActivityFilter = {}) =>
  good(listActivity(desk.as("viewer"), { pageId: desk.pageId, ...filter }));

beforeAll(async () => {
  desk = await openDesk();
  const { pageId, deployment } = desk;
  const { clock } = deployment;
  await addPerson(deployment, { id: "ada", pageId, role: "responder" });
  const passes = () => {
    clock.now += minute;
  };
  passes();
  const opened = { pageId, title: "Checkout is slow", body: "We look.", impactOverride: "minor" as const };
  incidentId = (await good(openIncident(desk.as("responder"), opened))).id;
  passes();
  await good(changeIncidentLead(desk.as("responder"), { pageId, id: incidentId, leadId: "ada" }));
  passes();
  await good(addIncidentNote(desk.as("responder"), { pageId, incidentId, body: "Eve-knows" }));
  passes();
  await setMailer(deployment, { host: "127.0.0.1", port: 25 });
  await good(addSubscriber(desk.as("admin"), { pageId, email: "reader@example.com" }));
  passes();
  const [id] = desk.components;
  await good(setComponentStatus(desk.as("responder"), { pageId, id, status: "degraded_performance" }));
  type Observed = "operational" | "major_outage" | "no_data";
  const observed = (at: number, fromStatus: Observed, toStatus: Observed) => ({
    id: `s${at}`,
    pageId,
    componentId: id,
    layer: "observed" as const,
    fromStatus,
    toStatus,
    at,
    recordedAt: at,
    cause: "alert",
  });
  passes();
  await put(deployment, statusChangeTable, [
    observed(clock.now - 2, "operational", "no_data"),
    observed(clock.now - 1, "no_data", "operational"),
    observed(clock.now, "operational", "major_outage"),
    observed(clock.now + 12 * minute, "major_outage", "operational"),
  ]);
  clock.now += 13 * minute;
  const visitor = { pageId, actorKind: "visitor", actorId: null, subjectKind: "subscriber", before: null };
  const confirmed = { ...visitor, action: "subscriber.confirm", after: { address: "reader@example.com" } };
  await put(deployment, auditEntryTable, [
    ...[1, 2, 3].map((n) => ({ ...confirmed, id: `v${n}`, at: clock.now + n, subjectId: `r${n}` })),
    {
      ...confirmed,
      action: "security.forbidden",
      subjectKind: "security",
      subjectId: "",
      id: "x",
      at: clock.now,
      after: { ip },
    },
  ]);
});
afterAll(() => desk.close());

test("newest first: what visitors, machines and people did, by name, and a recovery with its length", async () => {
  const { events, before } = await listed();
  const [day] = groupActivityByDay(events, () => "2026-11-20");
  expect(day?.events.slice(0, 8).map((event) => [...textOf(event), event.count])).toMatchObject([
    ["subscriber.confirm", null, 3],
    ["operational", expect.any(String), 12 * minute, 1],
    ["major_outage", expect.any(String), null, 1],
    ["component.set_status", expect.any(String), 1],
    ["subscriber.add", null, 1],
    ["incident.note_add", null, 1],
    ["incident.lead_hand_over", "Checkout is slow", 1],
    ["incident.open", "Checkout is slow", 1],
  ]);
  expect(before).toBe(null);
});

test("a viewer reads no address, no text of a note and nothing of refused requests", async () => {
  const text = JSON.stringify(await listed());
  for (const secret of ["reader@example.com", "Eve-knows", ip, "security."]) expect(text).not.toContain(secret);
  expect(await failureOf(listActivity(desk.as(null), { pageId: desk.pageId }))).toEqual({ name: "missing" });
});

test("kinds and people limit it", async () => {
  const actions = async (filter: ActivityFilter) => (await listed(filter)).events.map((event) => textOf(event)[0]);
  expect(await actions({ kind: "status" })).toEqual(["operational", "major_outage", "component.set_status"]);
  expect(await actions({ kind: "setup" })).not.toContain("component.set_status");
  expect(await actions({ kind: "incidents" })).toHaveLength(3);
  expect(await actions({ kind: "subscribers" })).toEqual([...Array(3).fill("subscriber.confirm"), "subscriber.add"]);
  expect(await actions({ personId: "nobody-here" })).toEqual([]);
  expect(await actions({ byMachines: true })).toEqual(["operational", "major_outage"]);
});

test("a person's entries include those of their API tokens, and nobody else's", async () => {
  const { pageId } = desk;
  const tokenOf = (personId: string) => ({
    ...{ id: `token-${personId}`, tokenHash: `hash-${personId}`, personId, name: "CI", role: "admin" as const },
    createdAt: 1,
  });
  await put(desk.deployment, apiTokenTable, [tokenOf("ada"), tokenOf("bob")]);
  const entry = (id: string, actorKind: string, actorId: string) => ({
    ...{ id, pageId, at: 1, actorKind, actorId, action: "component.update", subjectKind: "component" },
    ...{ subjectId: desk.components[0], before: null, after: null },
  });
  await put(desk.deployment, auditEntryTable, [
    entry("by-person", "person", "ada"),
    entry("by-token", "token", "token-ada"),
    entry("by-other-token", "token", "token-bob"),
  ]);
  const { events } = await listed({ personId: "ada" });
  expect(events.map(({ id }) => id).sort()).toEqual(["by-person", "by-token"]);
});

test("the room says it in sentences, with links and without script", async () => {
  await makePeople(desk.deployment);
  await put(desk.deployment, membershipTable, [
    { pageId: desk.pageId, personId: "viewer", role: "viewer", createdAt: 1 },
  ]);
  const browser = await browserOf(desk.deployment, "viewer");
  const text = await (await browser.go("/manage/acme/activity")).text();
  const sentences = text.replaceAll(/<!--.*?-->|<[^>]*>/g, "");
  for (const part of [" opened Checkout is slow", " came back after 12 min", "3 subscribers joined"])
    expect(sentences).toContain(part);
  expect(text).toContain(`href="/manage/acme/incidents/${incidentId}"`);
  const times = [...text.matchAll(/<time[^>]* title="([^"]*)"[^>]*>([^<]*)</g)];
  expect(times.length).toBeGreaterThan(5);
  for (const [, title, shown] of times) {
    expect(title).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    expect(shown, "the day stands above").toMatch(/^\d\d:\d\d$/);
  }
  const filtered = await (await browser.go("/manage/acme/activity?kind=status")).text();
  expect(filtered).not.toContain("Checkout is slow");
});
