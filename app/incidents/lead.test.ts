import { afterEach, beforeEach, expect, test } from "vitest";
import type { Role } from "~/access/actor";
import { readBatch } from "~/db/read";
import { auditEntryTable, noticeTable } from "~/db/schema";
import { changeRole, leavePage, listMembers } from "~/people/memberships/verbs";
import { disablePerson } from "~/people/operate";
import type { Ctx } from "~/platform/ctx";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { publicAddresses } from "../../tests/support/public-addresses";
import { addPerson } from "../../tests/support/sign-in-mail";
import { openBrowser } from "../../tests/support/worker";
import { changeIncidentLead } from "./lead";
import { listLeadCandidates } from "./lead-candidates";
import { listIncidents } from "./list";
import { listIncidentNotes } from "./notes/verbs";
import { openIncident } from "./open";
import { postIncidentUpdate } from "./post-update";
import { readIncident } from "./read";

let desk: Desk;
let id: string;
const note = "Eve-restarts-node-seven";

beforeEach(async () => {
  desk = await openDesk();
  const { pageId, deployment } = desk;
  for (const each of ["ada", "bob"]) await addPerson(deployment, { id: each, pageId, role: "responder" });
  await addPerson(deployment, { id: "stranger" });
  id = (await good(openIncident(as("ada"), { pageId, title: "Slow", body: "We look.", impactOverride: "minor" }))).id;
});
afterEach(() => desk.close());

const as = (personId: string, role: Role = "responder"): Ctx => ({
  ...desk.deployment.ctx({ kind: "person", id: personId, operator: false, sessionId: "s" }),
  member: { pageId: desk.pageId, role },
});

const change = (who: string, leadId: string | null, more: object = {}) =>
  changeIncidentLead(as(who), { pageId: desk.pageId, id, leadId, ...more });
const read = () => good(readIncident(as("ada"), { pageId: desk.pageId, id }));
const actions = async () => {
  const [rows] = await readBatch(
    desk.owner(),
    desk.owner().db.select().from(auditEntryTable).orderBy(auditEntryTable.at),
  );
  return rows.flatMap(({ action, before, after }) => (action.includes(".lead_") ? [{ action, before, after }] : []));
};

test("one press takes the lead; nobody is emailed about their own press, and visitors see no change", async () => {
  const before = await read();
  desk.deployment.clock.now += 60_000;
  await good(change("ada", "ada", { shownLeadId: null }));
  const after = await read();
  expect([before.lead, after.lead, after.incident.leadId]).toEqual([null, "Name of ada", "ada"]);
  expect(after.incident.updatedAt).toBe(before.incident.updatedAt);
  const [notices] = await readBatch(desk.owner(), desk.owner().db.select().from(noticeTable));
  expect(notices.filter(({ kind }) => kind === "incident_lead")).toEqual([]);
  expect(await actions()).toEqual([
    { action: "incident.lead_take", before: { leadId: null }, after: { leadId: "ada" } },
  ]);
});

test("of two who take it at once the second reads that the lead changed, and only the first is audited", async () => {
  const both = await Promise.all(["ada", "bob"].map((each) => change(each, each, { shownLeadId: null })));
  const lost = both.filter((each) => !each.ok);
  expect(both.filter((each) => each.ok)).toHaveLength(1);
  expect(lost).toMatchObject([{ failure: { name: "conflict", code: "lead_changed" } }]);
  expect(await actions()).toHaveLength(1);
});

test("a hand-over keeps its note for the team and emails the new lead", async () => {
  await good(change("ada", "ada"));
  desk.deployment.clock.now += 1000;
  await good(change("ada", "bob", { shownLeadId: "ada", note: ` ${note} ` }));
  const [kept] = await good(listIncidentNotes(as("ada"), { pageId: desk.pageId, incidentId: id }));
  expect(kept).toMatchObject({ body: note, handedTo: "Name of bob", author: "Name of ada" });
  const [notices] = await readBatch(desk.owner(), desk.owner().db.select().from(noticeTable));
  expect(notices.filter(({ kind }) => kind === "incident_lead")).toMatchObject([
    { audience: "person", scope: { person_id: "bob", incident_id: id, by: "ada", note_id: kept?.id }, lane: 0 },
  ]);
  expect((await actions()).map(({ action }) => action)).toEqual(["incident.lead_take", "incident.lead_hand_over"]);
  expect(JSON.stringify(await actions())).not.toContain(note);
});

test("a form of an update that was open before a hand-over is still accepted", async () => {
  const { incident } = await read();
  await good(change("ada", "bob"));
  const said = { pageId: desk.pageId, id, body: "A node is slow.", version: incident.version };
  await good(postIncidentUpdate(as("bob"), said));
});

test("strangers lead nothing, viewers change nothing, and who leaves the page leaves nobody", async () => {
  expect(await failureOf(change("ada", "stranger"))).toMatchObject({ name: "invalid" });
  expect(
    await failureOf(changeIncidentLead(as("ada", "viewer"), { pageId: desk.pageId, id, leadId: "ada" })),
  ).toMatchObject({ name: "forbidden" });
  await good(change("ada", "bob"));
  await good(leavePage(as("bob"), { pageId: desk.pageId }));
  expect((await read()).incident.leadId).toBe(null);
});

test("who becomes a viewer leaves their incidents to nobody", async () => {
  const { pageId } = desk;
  await good(change("ada", "bob"));
  const [member] = (await good(listMembers(as("ada"), { pageId }))).filter(({ personId }) => personId === "bob");
  await good(
    changeRole(as("ada", "owner"), { pageId, personId: "bob", role: "viewer", version: member?.version ?? 0 }),
  );
  expect((await read()).incident.leadId).toBe(null);
});

test("who is disabled leaves their incidents to nobody; neither they nor a viewer are offered or given the lead", async () => {
  const { pageId, deployment } = desk;
  await addPerson(deployment, { id: "vic", pageId, role: "viewer" });
  const offered = async () => (await good(listLeadCandidates(as("ada"), { pageId }))).map((each) => each.id);
  expect(await offered()).toEqual(expect.arrayContaining(["ada", "bob"]));
  await good(change("ada", "bob"));
  const operator = deployment.ctx({ kind: "person", id: "root", operator: true, sessionId: "s" });
  await good(disablePerson(operator, { id: "bob" }));
  expect((await read()).incident.leadId).toBe(null);
  for (const each of ["bob", "vic"]) {
    expect(await failureOf(change("ada", each))).toMatchObject({ name: "invalid" });
    expect(await offered()).not.toContain(each);
  }
  await good(change("ada", "ada"));
  await good(disablePerson(operator, { id: "bob" }));
  expect((await read()).incident.leadId).toBe("ada");
});

test("the list shows the lead, and can be limited to mine and nobody’s", async () => {
  const { pageId } = desk;
  await good(openIncident(as("ada"), { pageId, title: "Down", body: "We look.", impactOverride: "minor" }));
  await good(change("ada", "ada"));
  const titles = async (who: string, lead: string) =>
    (await good(listIncidents(as(who), { pageId, lead }))).incidents.map(({ title, lead: name }) => [title, name]);
  expect(await titles("ada", "mine")).toEqual([["Slow", "Name of ada"]]);
  expect(await titles("bob", "mine")).toEqual([]);
  expect(await titles("bob", "nobody")).toEqual([["Down", null]]);
});

test("no address that visitors read has the lead or the note of a hand-over", async () => {
  await good(change("ada", "bob", { note }));
  await good(postIncidentUpdate(as("ada"), { pageId: desk.pageId, id, body: "It is the database." }));
  await desk.deployment.settled();
  const visitor = await openBrowser(desk.deployment);
  const on = { component: desk.components[0], incident: id, oldIncident: id };
  const missing = { maintenance: "none", oldMaintenance: "none", image: "none" };
  for (const { path, accept } of publicAddresses({ ...on, ...missing })) {
    const answer = await visitor.go(`/acme${path}`, accept ? { headers: { accept } } : {});
    const text = await answer.text();
    const found = [note, "Name of bob", "lead_id", "leadId"].filter((each) => text.includes(each));
    expect([path, found]).toEqual([path, []]);
  }
});
