import { afterAll, beforeAll, expect, test } from "vitest";
import { addIncidentNote, deleteIncidentNote, editIncidentNote, listIncidentNotes } from "~/incidents/notes/verbs";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishPostmortem } from "~/incidents/postmortems/verbs";
import { maxNotesPerIncident } from "~/incidents/rules/note-input";
import { addSubscriber } from "~/subscribers/add";
import { type Desk, failureOf, good, openDesk } from "../support/desk";
import { publicAddresses } from "../support/public-addresses";
import { setMailer } from "../support/smtp";
import { openBrowser } from "../support/worker";

/** A private note is read by the page's team and by nobody else, in whatever format the page is asked for. */
const secret = "Ann-restarts-node-seven";

let desk: Desk;
let incidentId: string;
const target = (id: string) => ({ pageId: desk.pageId, incidentId, id });
const note = (body = secret) => ({ pageId: desk.pageId, incidentId, body });
const listed = () => good(listIncidentNotes(desk.as("viewer"), { pageId: desk.pageId, incidentId }));

beforeAll(async () => {
  desk = await openDesk();
  const { pageId } = desk;
  await setMailer(desk.deployment, { host: "127.0.0.1", port: 25 });
  await good(addSubscriber(desk.as("admin"), { pageId, email: "reader@example.com" }));
  const opened = { pageId, title: "Slow", body: "We look into it.", impactOverride: "minor" as const };
  incidentId = (await good(openIncident(desk.as("responder"), opened))).id;
});
afterAll(() => desk.close());

/** Each table in which it stands, whatever its columns are called. */
async function tablesWith(text: string): Promise<string[]> {
  const { DB } = desk.deployment.bindings;
  const tables = await DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{ name: string }>();
  const names = tables.results.map(({ name }) => name).filter((name) => !/^(sqlite|_cf|d1)_/.test(name));
  const found: string[] = [];
  for (const name of names) {
    const { results } = await DB.prepare(`SELECT * FROM ${name}`).all();
    if (JSON.stringify(results).includes(text)) found.push(name);
  }
  return found.sort();
}

test("nothing that visitors, subscribers or channels get has it: no address of the page, no table but its own and the audit log", async () => {
  const { pageId, deployment } = desk;
  await good(addIncidentNote(desk.as("responder"), note()));
  const said = { pageId, id: incidentId, body: "It is the database.", status: "resolved" as const };
  await good(postIncidentUpdate(desk.as("responder"), said));
  await good(
    publishPostmortem(desk.as("responder"), { pageId, id: incidentId, body: "Why it was slow.", notify: true }),
  );
  await deployment.settled();
  const visitor = await openBrowser(deployment);
  const on = { component: desk.components[0], incident: incidentId, oldIncident: incidentId };
  const missing = { maintenance: "none", oldMaintenance: "none", image: "none" };
  let told = 0;
  for (const { path, accept } of publicAddresses({ ...on, ...missing })) {
    const answer = await visitor.go(`/acme${path}`, accept ? { headers: { accept } } : {});
    const text = await answer.text();
    expect(`${path} ${text.includes(secret)}`).toBe(`${path} false`);
    if (text.includes("It is the database.")) told += 1;
  }
  expect(told).toBeGreaterThan(3);
  expect(await tablesWith(secret)).toEqual(["audit_entry", "incident_note"]);
  expect(await tablesWith("It is the database.")).toContain("snapshot");
});

test("the API gives it to members alone, and to nobody in an incident", async () => {
  const visitor = await openBrowser(desk.deployment);
  const at = `/api/v1/pages/acme/incidents/${incidentId}/notes`;
  expect((await visitor.go(at)).status).toBe(401);
  expect(await failureOf(listIncidentNotes(desk.as(null), { pageId: desk.pageId, incidentId }))).toEqual({
    name: "missing",
  });
  expect((await listed()).map(({ body, author }) => [body, author.length > 0])).toEqual([[secret, true]]);
});

test("its author and admins change and delete it; the audit log keeps what it said", async () => {
  const other = {
    ...desk.as("responder"),
    actor: { kind: "person", id: "else", operator: false, sessionId: "s" },
  } as const;
  const { id } = await good(addIncidentNote(desk.as("responder"), note("First.")));
  expect(await failureOf(editIncidentNote(other, { ...target(id), body: "Theirs." }))).toMatchObject({
    name: "forbidden",
  });
  expect(await failureOf(deleteIncidentNote(other, target(id)))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(addIncidentNote(desk.as("viewer"), note()))).toMatchObject({ name: "forbidden" });
  await good(editIncidentNote(desk.as("responder"), { ...target(id), body: "Second.", version: 0 }));
  expect(
    await failureOf(editIncidentNote(desk.as("admin"), { ...target(id), body: "Third.", version: 0 })),
  ).toMatchObject({
    name: "conflict",
  });
  await good(deleteIncidentNote(desk.as("admin"), target(id)));
  expect((await listed()).map(({ body }) => body)).toEqual([secret]);
  const { d1 } = desk.deployment.ctx();
  const kept = "SELECT action, before, after FROM audit_entry WHERE subject_id = ?1 ORDER BY at, id";
  const { results } = await d1.prepare(kept).bind(id).all();
  expect(JSON.stringify(results)).toContain("Second.");
  expect(results.map(({ action }) => action).sort()).toEqual([
    "incident.note_add",
    "incident.note_delete",
    "incident.note_edit",
  ]);
});

test("an empty one is refused, and so is one more than there may be", async () => {
  expect(await failureOf(addIncidentNote(desk.as("responder"), note("  ")))).toMatchObject({ name: "invalid" });
  const { d1 } = desk.deployment.ctx();
  const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxNotesPerIncident})
    INSERT INTO incident_note SELECT 'many-' || i, ?1, ?2, 0, 'x', i, i, 'person', NULL, NULL FROM n`;
  await d1.prepare(many).bind(desk.pageId, incidentId).run();
  expect(await failureOf(addIncidentNote(desk.as("responder"), note()))).toMatchObject({
    name: "conflict",
    code: "too_many",
  });
  expect((await listed()).length).toBe(maxNotesPerIncident);
});
