import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, credentialsOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let program: Browser;
let responder: Browser;
let viewer: Browser;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  program = await openBrowser(deployment);
  stage = await setStage(deployment, new Owner(program, deployment), "acme");
  [responder, viewer] = [await browserOf(deployment, "responder"), await browserOf(deployment, "viewer")];
});
afterAll(() => deployment.close());

const desk = "/manage/acme";
const room = () => `${desk}/incidents/${stage.incident}`;
const textOf = async (browser: Browser, path: string) => (await browser.go(path)).text();

/** Calls the API as the owner's token that drafts only. */
async function draft(path: string, body: object): Promise<string> {
  deployment.clock.now += 1000;
  const headers = { ...credentialsOf("owner, drafter"), "content-type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await program.go(`/api/v1/pages/acme${path}`, sent);
  const made = (await answer.json()) as { id: string };
  if (!answer.ok) throw new Error(JSON.stringify(made));
  return made.id;
}

const propose = (more: object = {}) =>
  draft(`/incidents/${stage.incident}/proposals`, {
    proposal: { body: "A node is down.", status: "monitoring", ...more },
  });

test("a proposed update stands in the room with who proposed it, and only responders have its buttons", async () => {
  const id = await propose({ components: { [stage.components[0] as string]: "major_outage" } });
  const text = await textOf(responder, room());
  for (const said of [
    "Proposed updates",
    "Proposed by owner with the token “owner, drafter”",
    "A node is down.",
    "Monitoring",
  ])
    expect(text).toContain(said);
  expect(text).toContain(`value="${id}"`);
  const read = await textOf(viewer, room());
  expect(read).toContain("A node is down.");
  expect(read).not.toContain('value="publish-proposal"');
  expect(await textOf(viewer, desk)).toContain("Open proposals: 1");
  const published = await responder.post(`${desk}/proposals`, {
    form: "x",
    intent: "publish-proposal",
    proposal: id,
    incident: stage.incident,
  });
  expect(published.headers.get("location")).toContain(`${room()}?done=proposal-published`);
  expect(await textOf(responder, room())).not.toContain("Proposed updates");
  const again = await responder.post(`${desk}/proposals`, { form: "x", intent: "dismiss-proposal", proposal: id });
  expect(again.headers.get("location")).toContain(`${desk}/proposals?done=proposal-over`);
});

test("Edit first fills in the form by its address, and what it posts takes the proposal up", async () => {
  const id = await propose({ body: "It is the databse." });
  const form = await textOf(responder, `${room()}?proposal=${id}`);
  expect(form).toMatch(/<textarea[^>]*>\s*It is the databse\./);
  expect(form).toContain(`name="proposalId" value="${id}"`);
  const posted = await responder.post(room(), {
    form: "update",
    intent: "update",
    status: "monitoring",
    body: "It is the database.",
    shown: "{}",
    proposalId: id,
  });
  expect(posted.headers.get("location")).toContain("done=update-posted");
  expect(await textOf(responder, `${desk}/proposals`)).toContain("No open proposals");
  const late = await responder.post(room(), {
    form: "update",
    intent: "update",
    body: "Again.",
    shown: "{}",
    proposalId: id,
  });
  expect(late.status).toBe(409);
  const said = await late.text();
  expect(said).toContain("This proposal was published or dismissed in the meantime");
  expect(said).toContain(`name="proposalId" value="${id}"`);
});

test("a maintenance fills in its form; a draft and a postmortem say whose they are", async () => {
  const window = { starts_at: "2027-03-01T10:00:00Z", ends_at: "2027-03-01T11:00:00Z" };
  const id = await draft("/maintenances", {
    maintenance: { title: "Upgrade nodes", body: "Soon.", visibility: "draft", ...window },
  });
  const listed = await textOf(responder, `${desk}/proposals`);
  expect(listed).toContain("Maintenance: Upgrade nodes");
  const form = await textOf(responder, `${desk}/maintenances/new?proposal=${id}`);
  for (const said of ['value="Upgrade nodes"', 'value="2027-03-01T10:00"', `name="proposalId" value="${id}"`])
    expect(form).toContain(said);
  const made = await draft("/incidents", {
    incident: { name: "Sign-in fails", body: "Log.", impact_override: "minor", visibility: "draft" },
  });
  const by = "Proposed by owner with the token “owner, drafter”";
  expect(await textOf(viewer, `${desk}/incidents/${made}`)).toContain(by);
  expect(await textOf(viewer, desk)).toContain(by);
});
