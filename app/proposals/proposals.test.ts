import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor, Role } from "~/access/actor";
import { readBatch } from "~/db/read";
import { auditEntryTable, incidentTable, maintenanceTable, proposalTable } from "~/db/schema";
import { editIncidentDraft } from "~/incidents/edit-draft";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { writePostmortem } from "~/incidents/postmortems/verbs";
import { readIncident } from "~/incidents/read";
import { dismissIncident, publishIncident } from "~/incidents/verbs";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { addPerson } from "../../tests/support/sign-in-mail";
import { proposeMaintenance, proposeUpdate } from "./propose";
import { maxOpenProposals } from "./rules/proposal";
import { dismissProposal, listProposals, publishProposal } from "./verbs";

let desk: Desk;
let open: string;

const drafter: Actor = {
  kind: "token",
  id: "t",
  personId: "ada",
  name: "ci",
  role: "owner",
  readOnly: false,
  operator: false,
  drafter: true,
};

const asToken = (role: Role = "responder"): Ctx => ({
  ...desk.deployment.ctx(drafter),
  member: { pageId: desk.pageId, role },
});

beforeEach(async () => {
  desk = await openDesk();
  const { pageId, deployment } = desk;
  await addPerson(deployment, { id: "ada", pageId, role: "responder" });
  const components = { [desk.components[0]]: "partial_outage" as const };
  open = (await good(openIncident(desk.as("responder"), { pageId, title: "Slow", body: "We look.", components }))).id;
  deployment.clock.now += 60_000;
});
afterEach(() => desk.close());

const propose = (more: object = {}) =>
  proposeUpdate(asToken(), { pageId: desk.pageId, incidentId: open, body: "A node is down.", ...more });
const draft = (more: object = {}) =>
  openIncident(asToken(), {
    pageId: desk.pageId,
    title: "Checkout fails",
    body: "From the log.",
    components: { [desk.components[1]]: "major_outage" },
    visibility: "draft",
    ...more,
  });
const work = (more: object = {}) => ({
  pageId: desk.pageId,
  title: "Upgrade",
  body: "Soon.",
  startsAt: desk.deployment.clock.now + dayMs,
  endsAt: desk.deployment.clock.now + 2 * dayMs,
  components: { [desk.components[2]]: "under_maintenance" },
  ...more,
});
/** Publishes it a second later, so that its entry of the log is the newest. */
const publish = (id: string, who: Role = "responder") => {
  desk.deployment.clock.now += 1000;
  return publishProposal(desk.as(who), { pageId: desk.pageId, id });
};
const read = async (id: string) => (await good(readIncident(desk.as("viewer"), { pageId: desk.pageId, id }))).incident;
const bodies = async (id: string) =>
  (await good(readIncident(desk.as("viewer"), { pageId: desk.pageId, id }))).updates.map(({ body }) => body);
const listed = () => good(listProposals(desk.as("viewer"), { pageId: desk.pageId }));
const actions = async () => {
  const ctx = desk.owner();
  const inOrder = ctx.db.select().from(auditEntryTable).orderBy(auditEntryTable.at, auditEntryTable.id);
  return (await readBatch(ctx, inOrder))[0].map(({ action }) => action);
};
/** Returns what grows with each change that visitors read: every published revision makes the page's parts wanted once more. */
const wanted = async () => {
  const { results } = await desk
    .owner()
    .d1.prepare("SELECT sum(wanted) AS n FROM snapshot")
    .bind()
    .all<{ n: number }>();
  return results[0]?.n;
};

test("a proposed update says who proposed it, changes nothing that visitors see, and is published by one press", async () => {
  const before = await wanted();
  const { id } = await good(propose({ status: "identified", components: { [desk.components[1]]: "major_outage" } }));
  expect(await wanted()).toBe(before);
  expect(await bodies(open)).toEqual(["We look."]);
  expect(await listed()).toMatchObject([
    { id, kind: "update", proposer: "Name of ada", token: "ci", incidentId: open, incidentTitle: "Slow" },
  ]);
  await good(publish(id));
  expect(await bodies(open)).toEqual(["A node is down.", "We look."]);
  const { status, components } = await read(open);
  expect([status, components]).toEqual([
    "identified",
    { [desk.components[0]]: "partial_outage", [desk.components[1]]: "major_outage" },
  ]);
  expect(await listed()).toEqual([]);
  expect((await actions()).slice(-2)).toEqual(["proposal.update", "incident.update"]);
});

test("of two who publish one proposal at once, one publishes it and the other reads that it is over", async () => {
  const { id } = await good(propose());
  const all = await Promise.all([publish(id), publish(id, "admin")]);
  expect(all.map((each) => (each.ok ? "published" : "code" in each.failure && each.failure.code)).sort()).toEqual([
    "proposal_over",
    "published",
  ]);
  expect(await bodies(open)).toEqual(["A node is down.", "We look."]);
});

test("of two who publish one proposal at once, also of a maintenance, one schedules it", async () => {
  const { id } = await good(proposeMaintenance(asToken(), work()));
  const all = await Promise.all([publish(id), publish(id, "admin")]);
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  const ctx = desk.owner();
  expect((await readBatch(ctx, ctx.db.select().from(maintenanceTable)))[0]).toHaveLength(1);
});

test("the same form sent twice gets the first answer", async () => {
  const { id } = await good(propose());
  const form = { pageId: desk.pageId, id, commitId: "form-1" };
  const first = await good(publishProposal(desk.as("responder"), form));
  expect(await good(publishProposal(desk.as("responder"), form))).toEqual(first);
  expect(await bodies(open)).toHaveLength(2);
});

test("a proposal is gone when its incident is resolved, also while it is published, and does not come back", async () => {
  const { id } = await good(propose());
  const resolve = () =>
    postIncidentUpdate(desk.as("admin"), { pageId: desk.pageId, id: open, status: "resolved", body: "Done." });
  const [published] = await Promise.all([publish(id), good(resolve())]);
  const texts = (await bodies(open)).toSorted();
  if (published.ok) expect(texts).toEqual(["A node is down.", "Done.", "We look."]);
  else expect(texts).toEqual(["Done.", "We look."]);
  expect(await listed()).toEqual([]);
  expect(await failureOf(publish(id))).toMatchObject({ name: "conflict", code: "proposal_over" });
  desk.deployment.clock.now += 60_000;
  await good(
    postIncidentUpdate(desk.as("admin"), { pageId: desk.pageId, id: open, status: "investigating", body: "Again." }),
  );
  expect(await listed()).toEqual([]);
  expect(await failureOf(propose())).toBeNull();
});

test("a proposal does not come back when its incident is reopened", async () => {
  const { id } = await good(propose());
  const post = (status: "resolved" | "investigating", body: string) => {
    desk.deployment.clock.now += 1000;
    return good(postIncidentUpdate(desk.as("admin"), { pageId: desk.pageId, id: open, status, body }));
  };
  await post("resolved", "Done.");
  await post("investigating", "Again.");
  expect(await listed()).toEqual([]);
  expect(await failureOf(publish(id))).toMatchObject({ code: "proposal_over" });
  expect(await failureOf(propose())).toBeNull();
});

test("it is gone after thirty days, and one that is refused to a closed incident says so", async () => {
  const { id } = await good(propose());
  desk.deployment.clock.now += 30 * dayMs + 1;
  expect(await listed()).toEqual([]);
  expect(await failureOf(publish(id))).toMatchObject({ code: "proposal_over" });
  await good(propose());
  const ctx = desk.owner();
  expect((await readBatch(ctx, ctx.db.select().from(proposalTable)))[0]).toHaveLength(1);
  await good(
    postIncidentUpdate(desk.as("admin"), { pageId: desk.pageId, id: open, status: "resolved", body: "Done." }),
  );
  expect(await failureOf(propose())).toMatchObject({ name: "conflict", code: "incident_closed" });
});

test("what says nothing, names what is not there or is about a draft is refused", async () => {
  expect(await failureOf(propose({ body: " " }))).toMatchObject({ name: "invalid", code: "says_nothing" });
  expect(await failureOf(propose({ components: { nowhere: "major_outage" } }))).toMatchObject({ name: "invalid" });
  expect(await failureOf(propose({ incidentId: "nowhere" }))).toMatchObject({ name: "missing" });
  const { id } = await good(draft());
  expect(await failureOf(propose({ incidentId: id }))).toMatchObject({ code: "not_possible_now" });
});

test("a dismissed proposal is gone and audited; a drafter dismisses and publishes none", async () => {
  const { id } = await good(propose());
  const target = { pageId: desk.pageId, id };
  for (const done of [dismissProposal(asToken(), target), publishProposal(asToken(), target)])
    expect(await failureOf(done)).toMatchObject({ name: "forbidden", code: "drafter_token" });
  desk.deployment.clock.now += 1000;
  await good(dismissProposal(desk.as("responder"), target));
  expect(await listed()).toEqual([]);
  expect((await actions()).at(-1)).toBe("proposal.dismiss");
  expect(await failureOf(publish(id))).toMatchObject({ code: "proposal_over" });
});

test("a maintenance is checked when it is proposed, and scheduled once a person publishes it", async () => {
  const late = work({ startsAt: 1, endsAt: 2 });
  expect(await failureOf(proposeMaintenance(asToken(), late))).toMatchObject({ name: "invalid", code: "end_in_past" });
  const before = await wanted();
  const { id } = await good(proposeMaintenance(asToken(), work()));
  const ctx = desk.owner();
  const scheduled = async () => (await readBatch(ctx, ctx.db.select().from(maintenanceTable)))[0];
  expect([await wanted(), await scheduled()]).toEqual([before, []]);
  await good(publish(id));
  expect(await scheduled()).toMatchObject([{ title: "Upgrade", status: "scheduled" }]);
  expect(await listed()).toEqual([]);
  await good(proposeMaintenance(asToken(), work()));
  desk.deployment.clock.now += 2 * dayMs + 1;
  expect(await listed()).toEqual([]);
});

test("a token's draft says who proposed it until a person edits, publishes or dismisses it", async () => {
  const before = await wanted();
  const { id } = await good(draft());
  expect((await read(id)).proposedBy).toEqual({ name: "Name of ada", token: "ci" });
  expect(await wanted()).toBe(before);
  const target = { pageId: desk.pageId, id };
  await good(editIncidentDraft(desk.as("responder"), { ...target, title: "Checkout is slow" }));
  expect((await read(id)).proposedBy).toBeNull();
  const other = (await good(draft())).id;
  await good(publishIncident(desk.as("responder"), { ...target, id: other }));
  expect(await read(other)).toMatchObject({ visibility: "published", proposedBy: null });
  const third = (await good(draft())).id;
  await good(dismissIncident(desk.as("responder"), { ...target, id: third }));
  expect((await read(third)).proposedBy).toBeNull();
});

test("a drafter publishes nothing, takes no alert along and moves no component", async () => {
  const refused = { name: "forbidden", code: "drafter_token" };
  expect(await failureOf(draft({ visibility: "published" }))).toMatchObject(refused);
  expect(await failureOf(draft({ alertId: "a" }))).toMatchObject(refused);
  const target = { pageId: desk.pageId, id: open };
  expect(await failureOf(postIncidentUpdate(asToken(), { ...target, body: "No." }))).toMatchObject(refused);
  const { id } = await good(draft());
  expect(await failureOf(publishIncident(asToken(), { ...target, id }))).toMatchObject(refused);
  expect(await failureOf(editIncidentDraft(asToken(), { ...target, id, title: "No." }))).toMatchObject(refused);
  expect(await failureOf(dismissIncident(asToken(), { ...target, id }))).toMatchObject(refused);
});

test("it writes a postmortem where no person has, and never what visitors read", async () => {
  const target = { pageId: desk.pageId, id: open };
  await good(postIncidentUpdate(desk.as("admin"), { ...target, status: "resolved", body: "Done." }));
  await good(writePostmortem(asToken(), { ...target, body: "A disk was full." }));
  await good(writePostmortem(asToken(), { ...target, body: "A disk was full, twice." }));
  expect((await read(open)).postmortem).toMatchObject({
    state: "draft",
    body: "A disk was full, twice.",
    proposedBy: { name: "Name of ada", token: "ci" },
  });
  await good(writePostmortem(desk.as("responder"), { ...target, body: "A disk was full. We added one." }));
  expect((await read(open)).postmortem.proposedBy).toBeNull();
  expect(await failureOf(writePostmortem(asToken(), { ...target, body: "Mine." }))).toMatchObject({
    code: "drafter_token",
  });
  expect((await read(open)).postmortem.body).toBe("A disk was full. We added one.");
});

test("a page has room for so many open proposals, also when many are made at once", async () => {
  for (let made = 0; made < maxOpenProposals - 2; made++) await good(propose({ body: `${made}` }));
  await good(draft());
  const last = await Promise.all([
    propose({ body: "one" }),
    propose({ body: "two" }),
    proposeMaintenance(asToken(), work()),
  ]);
  expect(last.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = { name: "conflict", code: "too_many" };
  for (const each of [propose(), draft(), proposeMaintenance(asToken(), work())])
    expect(await failureOf(each)).toMatchObject(refused);
  const [first] = await listed();
  await good(dismissProposal(desk.as("responder"), { pageId: desk.pageId, id: first?.id ?? "" }));
  await good(propose());
});

test("a revoked token's proposals stay, with its name; who has left the page can propose nothing more", async () => {
  const { id } = await good(propose());
  const made = (await good(draft())).id;
  await desk.owner().d1.prepare("DELETE FROM api_token").bind().run();
  await desk.owner().d1.prepare("DELETE FROM membership WHERE person_id = 'ada'").bind().run();
  const gone = { ...asToken(), member: null };
  const asked = { pageId: desk.pageId, incidentId: open, body: "More." };
  expect(await failureOf(proposeUpdate(gone, asked))).toMatchObject({ name: "missing" });
  expect(await listed()).toMatchObject([{ proposer: "Name of ada", token: "ci" }]);
  await good(publish(id));
  await good(publishIncident(desk.as("responder"), { pageId: desk.pageId, id: made }));
  const ctx = desk.owner();
  const [rows] = await readBatch(ctx, ctx.db.select().from(incidentTable));
  expect(rows.every(({ proposedBy }) => proposedBy === null)).toBe(true);
});

test("a viewer's drafter proposes nothing", async () => {
  const asked = { pageId: desk.pageId, incidentId: open, body: "More." };
  expect(await failureOf(proposeUpdate(asToken("viewer"), asked))).toMatchObject({ detail: "role.responder" });
});
