import { afterEach, beforeEach, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { postIncidentUpdate } from "~/incidents/post-update";
import { runSender } from "~/notifications/engine/wake";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { good } from "../support/desk";
import { type Hook, startHook } from "../support/hook";
import { arrange, someInWays, someSubscribers } from "../support/scenario";
import { execute, open, openTold, quiet, type Told } from "../support/told";

/** What a message says of an incident's impact and components is what its page says at the instant it leaves. */
let told: Told;
let hook: Hook;

beforeEach(async () => {
  const networks = { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8", UPFRONT_VISITOR_NETWORK_ALLOW: "127.0.0.0/8" };
  told = await openTold({ bindings: networks });
  hook = await startHook();
  const secret = `whsec_${"A".repeat(43)}=`;
  const endpoints = ["own", "statuspage"].map((body, n) => ({
    id: body,
    way: "webhook" as const,
    key: `${n}`.padStart(32, "0"),
    settings: { url: `${hook.url}/${body}`, secret, ...(n > 0 ? { body } : {}) },
  }));
  await arrange(told.deployment, someSubscribers(told.pageId, 1), someInWays(told.pageId, endpoints));
  const events = ["incident_updated", "incident_resolved"];
  const channel = { kind: "webhook", name: "Team", settings: { url: `${hook.url}/team` }, events };
  await good(createChannel(told.as("admin"), { pageId: told.pageId, ...channel }));
});
afterEach(async () => {
  await told.deployment.settled();
  await hook.close();
  await told.close();
});

/** The page is built, and everything leaves. */
async function send(): Promise<void> {
  await publishPage(told.deployment.ctx(), told.pageId);
  told.deployment.clock.now += 6 * 60_000;
  for (let round = 0; round < 10 && (await runSender(told.deployment.ctx())); round++);
  await told.sendAll();
}

const at = (path: string) =>
  hook.received.filter((each) => each.path === `/${path}`).map(({ body }) => JSON.parse(body));

const say = (id: string, given: object) =>
  good(postIncidentUpdate(quiet(told.as("responder")), { pageId: told.pageId, id, body: "Half is well.", ...given }));

async function eased(): Promise<string> {
  const [orders, search] = told.components;
  const id = await open(told, { components: { [orders]: "partial_outage", [search]: "degraded_performance" } });
  await send();
  await say(id, { status: "identified", components: { [orders]: "degraded_performance", [search]: "operational" } });
  await send();
  return id;
}

test("what is no longer at its worst is told as both, by mail and elsewhere", async () => {
  await eased();
  expect(told.smtp.mails.at(-1)?.text).toContain("Major impact (now: Minor impact)");
  expect(told.smtp.mails[0]?.text).toContain("Major impact · ");
  expect(told.smtp.mails[0]?.text).not.toContain("now:");
  const [opened, updated] = at("own").map(({ data }) => data);
  expect([opened.impact.key, opened.impactNow]).toEqual(["major", null]);
  expect(updated).toMatchObject({
    impact: { key: "major", text: "Major impact" },
    impactNow: { key: "minor", text: "Minor impact" },
    page: { status: { indicator: "minor", description: "Partially Degraded Service" } },
  });
  const [team] = at("team").map(({ data }) => data);
  expect(team).toMatchObject({ impact: { key: "major" }, impactNow: { key: "minor" } });
  expect(team.facts).toContainEqual({ name: "Impact", value: "Major impact (now: Minor impact)" });
});

test("what is over has its worst alone, and its page is well", async () => {
  const id = await eased();
  await say(id, { status: "resolved" });
  await send();
  expect(told.smtp.mails.at(-1)?.text).toContain("Major impact · ");
  expect(at("own").at(-1).data).toMatchObject({ impact: { key: "major" }, impactNow: null });
  expect(at("statuspage").at(-1)).toMatchObject({
    page: { status_indicator: "none", status_description: "All Systems Operational" },
    incident: { impact: "major", status: "resolved" },
  });
});

test("a component that is worse than its incident says is told as visitors see it", async () => {
  const [orders] = told.components;
  const id = await open(told, { components: { [orders]: "degraded_performance" } });
  await send();
  await execute(told, "UPDATE component SET observed_status = 'major_outage' WHERE id = ?1", orders);
  await say(id, { status: "identified" });
  await send();
  expect(at("team")[0].data.facts).toContainEqual({ name: "Website", value: "Major outage" });
  expect(at("own").at(-1).data.components[0].status.key).toBe("major_outage");
});

test("what nobody knows is not told as over", async () => {
  const [orders] = told.components;
  const id = await open(told, { components: { [orders]: "partial_outage" } });
  await send();
  await say(id, { status: "monitoring", components: { [orders]: "operational" } });
  await execute(told, "UPDATE component SET coverage = 'no_data', manual_status = NULL WHERE id = ?1", orders);
  await send();
  expect(at("own").at(-1).data).toMatchObject({ impact: { key: "major" }, impactNow: null });
  expect(told.smtp.mails.at(-1)?.text).not.toContain("now:");
});
