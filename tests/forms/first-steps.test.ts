import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import {
  alertTable,
  channelDeliveryTable,
  channelTable,
  componentTable,
  incidentComponentTable,
  incidentTable,
  monitorTable,
  noticeTable,
  ruleComponentTable,
  ruleTable,
  sourceTable,
} from "~/db/schema";
import { englishText } from "~/failures/refusal";
import { noon, type TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import { aPage, arrange, put } from "../support/scenario";
import type { Browser } from "../support/worker";

/** What the steps of a new page know, and where they stand. */
const pageId = "page-fresh";
const home = "/manage/fresh";
const times = { createdAt: noon, updatedAt: noon };
let deployment: TestDeployment;
let stage: Stage;
let owner: Browser;

beforeEach(async () => {
  ({ deployment, stage } = await openStaged());
  await arrange(deployment, aPage({ slug: "fresh" }));
  owner = await browserOf(deployment, "operator");
  await owner.post("/manage", { intent: "join", pageId });
  for (const table of ["rule_component", "rule", "source"])
    await change(`DELETE FROM ${table} WHERE page_id = '${pageId}'`);
});
afterEach(() => deployment.close());

const putSource = (unheard: boolean) =>
  put(deployment, sourceTable, [
    {
      ...{ id: "s1", pageId, kind: "alertmanager", name: "Prometheus", tokenHash: "h", tokenSealed: "" },
      ...{ settingsSealed: "", unheard, ...times },
    },
  ]);

/** An alert that fires since noon, and a rule by which it moves a component. */
async function putAlert(): Promise<void> {
  await putSource(false);
  const kept = { pageId, startDate: "2026-11-01", observedSince: noon, observedStatus: "major_outage", ...times };
  await put(deployment, componentTable, [{ id: "shop", name: "Shop", position: 9, ...kept }]);
  const own = { id: "r1", pageId, sourceId: "s1", position: 0, match: {}, groupBy: [], catchAll: true };
  await put(deployment, ruleTable, [{ ...own, ...times }]);
  await put(deployment, ruleComponentTable, [{ pageId, ruleId: "r1", componentId: "shop", status: "major_outage" }]);
  const seen = { startedAt: noon, firstSeenAt: noon, lastSeenAt: noon };
  const about = { key: "disk", state: "firing", title: "Disk is full", severity: "critical", labels: {}, flags: [] };
  await put(deployment, alertTable, [{ id: "s1.disk", pageId, sourceId: "s1", ...about, ...seen }]);
}

/** The step of the first alert, as done. */
const alertStepDone = /✓ DoneSee the first alert through/;
const plain = (html: string) => html.replaceAll(/<!-- -->|<script.*?<\/script>|<[^>]+>/gs, "");
const now = async () => (await owner.go(home)).text();
const change = (statement: string) => runBatch(deployment.ctx(), [{ sql: statement, params: [] }]);

test("a source is a step, its first delivery the next, with the way to its set-up", async () => {
  expect(plain(await now())).toMatch(/Step 2Connect monitoring.*Step 3Receive the first report/s);
  await putSource(true);
  const waiting = await now();
  expect(plain(waiting)).toMatch(/✓ DoneConnect monitoring.*Step 3Receive the first report/s);
  expect(waiting).toContain(`href="${home}/sources/s1/setup"`);
  await change("UPDATE source SET unheard = 0 WHERE id = 's1'");
  const heard = await now();
  expect(plain(heard)).toMatch(/✓ DoneReceive the first report.*See the first alert through/s);
  expect(heard).not.toContain(`href="${home}/sources/s1/setup"`);
});

test("a monitor is a report once it has checked, not before", async () => {
  await putSource(false);
  await change("UPDATE source SET family = 'monitor' WHERE id = 's1'");
  const kept = { id: "s1", pageId, shardId: "d1", regions: [], tags: [], watchedSince: noon, stateSince: noon };
  await put(deployment, monitorTable, [{ ...kept, ...times }]);
  expect(plain(await now())).toMatch(/✓ DoneConnect monitoring.*Step 3Receive the first report/s);
  await change("UPDATE monitor SET state = 'down' WHERE id = 's1'");
  expect(plain(await now())).toMatch(/✓ DoneReceive the first report/);
});

test("what fires comes first; the steps are folded below it", async () => {
  expect(await now()).toContain(">Set up your page</h2>");
  await putAlert();
  const html = await now();
  expect(html).not.toContain(">Set up your page</h2>");
  const text = plain(html);
  expect(text).toContain("Firing: 1");
  expect(text.indexOf("Disk is full")).toBeLessThan(text.indexOf("Set up your page: 3 of 8 steps done"));
  const fold = html.slice(0, html.indexOf("Set up your page: 3 of 8")).lastIndexOf("<details");
  expect(html.slice(fold, fold + 40)).not.toContain("open");
});

test("an alert that moved a component is a step done once a person has acknowledged it; what is left stays", async () => {
  await putAlert();
  expect(plain(await now())).not.toMatch(alertStepDone);
  deployment.clock.now += 1000;
  const answer = await owner.post(`${home}?index`, {
    form: "acknowledge-s1.disk",
    intent: "acknowledge",
    id: "s1.disk",
  });
  expect(answer.headers.get("location")).toContain("alert-acknowledged");
  expect(plain(await now())).toMatch(/Set up your page: 4 of 8 steps done/);
  expect(plain(await now())).toMatch(alertStepDone);
  await change("UPDATE component SET observed_status = 'no_data' WHERE id = 'shop'");
  expect(plain(await now()), "acknowledged, but it moved nothing").not.toMatch(alertStepDone);
});

test.each([
  { state: "firing", severity: "info" },
  { state: "resolved", severity: "info" },
  { state: "resolved", severity: null },
])("an alert that reached a person counts however many older ones did not: $state $severity", async (each) => {
  await putAlert();
  await change(`UPDATE component SET observed_since = ${noon + 1000} WHERE id = 'shop'`);
  await change("DELETE FROM alert WHERE id = 's1.disk'");
  const seen = { firstSeenAt: noon, lastSeenAt: noon, pageId, sourceId: "s1", labels: {}, flags: [] };
  const old = Array.from({ length: 30 }, (_, at) => ({
    ...{ id: `s1.old${at}`, key: `old${at}`, title: "Old", state: each.state, severity: "critical" },
    ...{ startedAt: noon - 1000 + at, ...seen },
  }));
  await put(deployment, alertTable, old);
  expect(plain(await now())).not.toMatch(alertStepDone);
  const reached = { id: "s1.new", key: "new", title: "New", state: each.state, severity: each.severity };
  await put(deployment, alertTable, [{ ...reached, startedAt: noon, acknowledgedAt: noon, ...seen }]);
  expect(plain(await now())).toMatch(alertStepDone);
});

test("an alert whose incident names a component does that step once the team was notified of that incident", async () => {
  await putAlert();
  await change("DELETE FROM rule_component WHERE rule_id = 'r1'");
  const about = { pageId, title: "Down", status: "investigating", impact: "major", visibility: "draft" };
  await put(deployment, incidentTable, [
    { id: "by-alert", ...about, origin: "source", originId: "s1", startedAt: noon, ...times },
    { id: "by-person", ...about, origin: "person", startedAt: noon, ...times },
  ]);
  const moved = { pageId, componentId: "shop", status: "major_outage" };
  await put(deployment, incidentComponentTable, [
    { incidentId: "by-alert", ...moved },
    { incidentId: "by-person", ...moved },
  ]);
  await change("UPDATE alert SET incident_id = 'by-alert' WHERE id = 's1.disk'");
  const draftNotice = (id: string, subjectId: string) => ({
    ...{ id, pageId, kind: "draft_opened", subjectId, sequence: 0, audience: "team", scope: {} },
    ...{ outcome: "sent", sent: 1, expiresAt: noon + 1, createdAt: noon },
  });
  await put(deployment, noticeTable, [draftNotice("n1", "by-person")]);
  expect(plain(await now())).not.toMatch(alertStepDone);
  await put(deployment, noticeTable, [{ ...draftNotice("n2", "by-alert"), sent: 0, scope: { channels: 1 } }]);
  const attempts = [{ at: noon, status: null, answer: englishText("No answer."), milliseconds: 8000 }];
  const tried = { channelId: "hook", noticeId: "n2", pageId, state: "dead" as const, attempts, createdAt: noon };
  const hook = { id: "hook", pageId, kind: "webhook", name: "Hook", settingsSealed: "", events: ["draft_opened"] };
  await put(deployment, channelTable, [{ ...hook, ...times }]);
  await put(deployment, channelDeliveryTable, [tried]);
  expect(plain(await now()), "handed to a channel that did not take it").not.toMatch(alertStepDone);
  const page = plain(await (await owner.go(`${home}/alerts/s1.disk`)).text());
  expect(page).toContain("Not delivered yet: 1 attempt failed.");
  await change("UPDATE channel_delivery SET state = 'sent'");
  expect(plain(await now())).toMatch(alertStepDone);
});

test("a page that people keep without alerts is taught for a month", async () => {
  const about = { pageId, title: "Down", status: "resolved", impact: "major", visibility: "published", closed: true };
  await put(deployment, incidentTable, [{ id: "old", ...about, origin: "person", startedAt: noon, ...times }]);
  expect(plain(await now())).toContain("Set up your page");
  await change(`UPDATE page SET created_at = ${noon - 31 * 24 * 3_600_000} WHERE id = '${pageId}'`);
  expect(plain(await now())).not.toContain("Set up your page");
});

test("beside the first delivery stands the form of a rule for what it named, until a rule changes something", async () => {
  const admin = await browserOf(deployment, "admin");
  const setup = async () => (await admin.go(`/manage/acme/sources/${stage.sourceId}/setup`)).text();
  const way = `/manage/acme/sources/${stage.sourceId}/rules/new?alert=`;
  expect(await setup()).toContain("Open the delivery");
  expect(await setup()).not.toContain(way);
  await change(`DELETE FROM rule_component WHERE page_id = '${stage.id}'`);
  const html = await setup();
  expect(plain(html)).toContain("Choose what it changes");
  const [, to = ""] = new RegExp(`href="(${way.replaceAll("?", "\\?")}[^"]*)"`).exec(html) ?? [];
  expect((await admin.go(to)).status).toBe(200);
});

test("after components are added, the answer has the next step of a new page, and none once all is set up", async () => {
  const add = async (lines: string) => {
    deployment.clock.now += 1000;
    const answer = await owner.post(`${home}/components/several`, { form: "several", lines, keptBy: "manual" });
    return answer.headers.get("location") ?? answer.text();
  };
  const to = await add("Kitchen");
  expect(to).toBe(`${home}/components?next=origins&done=components-created`);
  expect(await (await owner.go(to)).text()).toMatch(
    new RegExp(
      `role="status".*href="${home}/sources/new"[^>]*>Next: connect monitoring.*href="${home}/monitors/new"[^>]*>New monitor`,
      "s",
    ),
  );
  await change(`UPDATE page SET created_at = ${noon - 31 * 24 * 3_600_000} WHERE id = '${pageId}'`);
  const about = { pageId, title: "Down", status: "resolved", impact: "major", visibility: "published", closed: true };
  await put(deployment, incidentTable, [{ id: "old", ...about, origin: "person", startedAt: noon, ...times }]);
  expect(await add("Cellar")).toBe(`${home}/components?done=components-created`);
});

test("the operator behind the bootstrap token is no colleague", async () => {
  const member = (id: string) =>
    change(
      `INSERT OR REPLACE INTO membership (page_id, person_id, role, created_at) VALUES ('${pageId}', '${id}', 'owner', 1)`,
    );
  await change(`DELETE FROM membership WHERE page_id = '${pageId}' AND person_id NOT IN
    (SELECT person_id FROM membership WHERE page_id = '${pageId}' ORDER BY created_at DESC LIMIT 1)`);
  await member("bootstrap");
  expect(plain(await now())).not.toMatch(/✓ DoneInvite a colleague/);
});

test("a channel is asked for only until there is one", async () => {
  expect(await now()).toContain(`href="${home}/channels/new"`);
  const sealed = { settingsSealed: "", events: ["draft_opened"] };
  await put(deployment, channelTable, [{ id: "c1", pageId, kind: "webhook", name: "Hook", ...sealed, ...times }]);
  const html = await now();
  expect(html).not.toContain(`href="${home}/channels/new"`);
  expect(plain(html)).toMatch(/See the first alert throughChoose which component alerts change\. Done when/);
});
