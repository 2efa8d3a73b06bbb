import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { incidentsWithoutUpdatesQuery } from "~/clock/queries/stale";
import { editIncidentDraft } from "~/incidents/edit-draft";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { writePostmortem } from "~/incidents/postmortems/verbs";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { good } from "../../tests/support/desk";
import { addPerson } from "../../tests/support/sign-in-mail";
import { forgetTold, makeWebhook, openTeam, type Team, timePasses } from "../../tests/support/team-channels";
import { proposeMaintenance, proposeUpdate } from "./propose";
import { dismissProposal } from "./verbs";

let team: Team;
let open: string;

beforeAll(async () => {
  team = await openTeam();
  await addPerson(team.deployment, { id: "ada", pageId: team.pageId, role: "responder" });
  const { pageId } = team;
  open = (
    await good(openIncident(team.as("responder"), { pageId, title: "Slow", body: "We look.", impactOverride: "minor" }))
  ).id;
});
afterAll(() => team.close());
beforeEach(async () => {
  await forgetTold(team);
  team.deployment.clock.now += 60_000;
});

const token = { kind: "token", id: "t", personId: "ada", name: "ci", role: "owner", readOnly: false } as const;
const asToken = (): Ctx => ({
  ...team.deployment.ctx({ ...token, operator: false, drafter: true }),
  member: { pageId: team.pageId, role: "responder" },
});

interface Heard {
  type: string;
  data: { title: string; text: string; url?: string; facts: { name: string; value: string }[] };
}

const heard = (path: string) =>
  team.hook.received.filter((each) => each.path === `/${path}`).map(({ body }) => JSON.parse(body) as Heard);
/** Lets what the commits have started end, and sends what is left. */
async function passes(): Promise<void> {
  await team.deployment.settled();
  await timePasses(team, 1000);
  await timePasses(team, 60_000);
}
const propose = () => proposeUpdate(asToken(), { pageId: team.pageId, incidentId: open, body: "A node is down." });
const emails = async () => {
  const { results } = await team.deployment
    .ctx()
    .d1.prepare("SELECT count(*) AS n FROM batch")
    .bind()
    .all<{ n: number }>();
  return results[0]?.n;
};

test("only channels that chose it are notified, and nobody by email", async () => {
  await makeWebhook(team, "chosen", { events: ["proposed"] });
  await makeWebhook(team, "others", { events: ["draft_opened", "incident_updated", "incident_published"] });
  await good(propose());
  await passes();
  expect(heard("chosen")).toMatchObject([{ type: "proposed", data: { title: "Proposed: Slow" } }]);
  expect(JSON.stringify(heard("chosen"))).toContain("Name of ada · ci");
  expect([heard("others"), await emails()]).toEqual([[], 0]);
});

test("a draft, a postmortem and a maintenance are named, each once", async () => {
  await makeWebhook(team, "chosen", { events: ["proposed"] });
  const { pageId, deployment } = team;
  const draft = { pageId, title: "Checkout fails", body: "From the log.", impactOverride: "minor" } as const;
  await good(openIncident(asToken(), { ...draft, visibility: "draft" }));
  const work = {
    pageId,
    title: "Upgrade",
    body: "Soon.",
    startsAt: deployment.clock.now + dayMs,
    endsAt: deployment.clock.now + 2 * dayMs,
  };
  await good(proposeMaintenance(asToken(), work));
  const past = (await good(openIncident(team.as("responder"), { ...draft, title: "Over" }))).id;
  await good(postIncidentUpdate(team.as("responder"), { pageId, id: past, status: "resolved", body: "Done." }));
  await good(writePostmortem(asToken(), { pageId, id: past, body: "A disk was full." }));
  await good(writePostmortem(asToken(), { pageId, id: past, body: "A disk was full, twice." }));
  await passes();
  expect(
    heard("chosen")
      .map(({ data }) => data.title)
      .sort(),
  ).toEqual(["Proposed: Checkout fails", "Proposed: Over", "Proposed: Upgrade"]);
});

test("what was dismissed before it was sent is not sent", async () => {
  await makeWebhook(team, "chosen", { events: ["proposed"] });
  const { id } = await good(propose());
  await good(dismissProposal(team.as("responder"), { pageId: team.pageId, id }));
  await passes();
  expect(heard("chosen")).toEqual([]);
});

test("where no channel chose it nothing is stored", async () => {
  await makeWebhook(team, "others");
  await good(propose());
  const { results } = await team.deployment
    .ctx()
    .d1.prepare("SELECT kind FROM notice WHERE kind = 'proposed'")
    .bind()
    .all();
  expect(results).toEqual([]);
});

test("nobody is reminded of a draft that no person has taken up", async () => {
  const { pageId, deployment } = team;
  const draft = {
    pageId,
    title: "Payments fail",
    body: "Log.",
    components: { [team.components[0]]: "major_outage" },
  } as const;
  const { id } = await good(openIncident(asToken(), { ...draft, visibility: "draft" }));
  deployment.clock.now += 7 * dayMs;
  const waiting = async () =>
    (await incidentsWithoutUpdatesQuery(deployment.ctx(), deployment.clock.now)).map((each) => each.incidentId);
  expect(await waiting()).not.toContain(id);
  await good(editIncidentDraft(team.as("responder"), { pageId, id, title: "Payments are slow" }));
  expect(await waiting()).toContain(id);
});
