import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { readNowView } from "~/now/read";
import { resetIsolate } from "~/platform/isolate";
import { deleteSource } from "~/sources/verbs";
import { readPublishedView } from "~/status-page/view-page";
import { type AlertStage, minute, openAlertStage } from "../support/alert-stage";
import { good } from "../support/desk";
import { aRule, arrange, aSource } from "../support/scenario";
import { execute } from "../support/told";

/** From an alert to its words, by a mail server, a channel and the page: who waits in front of each while something is down. */
let stage: AlertStage;
let search: string;
let checkout: string;
let api: string;

const ann = "ann@example.com";
const reader = "s000000@example.com";

beforeEach(async () => {
  resetIsolate();
  stage = await openAlertStage();
  [search = "", checkout = "", api = ""] = stage.page.components;
});
afterEach(() => stage.close());

const types = () => stage.heard().map(({ type }) => type);

/** Component → status, as visitors see it. */
async function states() {
  resetIsolate();
  const view = await good(readPublishedView(stage.told.deployment.ctx(), { slug: "shop" }));
  return Object.fromEntries(view.snapshot.components.map(({ id, status }) => [id, status]));
}

/** By a person; minor, of search alone. */
const slowSearch = () =>
  good(
    openIncident(stage.as("responder"), {
      pageId: stage.page.id,
      title: "Search is a little slow",
      body: "We are looking into it.",
      components: { [search]: "degraded_performance" },
    }),
  );

describe("1: an open incident that says less swallows nothing", () => {
  const outage = async () => {
    await stage.ruled("search", [search]);
    await stage.ruled("both", [search, checkout]);
    const before = { team: stage.heard().length, ann: stage.mailsTo(ann).length, reader: stage.mailsTo(reader).length };
    await stage.fire("Search is dead", { job: "search", severity: "critical" });
    await stage.pass(1);
    await stage.fire("Search and checkout are dead", { job: "both", severity: "critical" });
    await stage.pass(4);
    expect(stage.heard()[before.team]).toMatchObject({ type: "incident_opened", severity: "critical" });
    expect(stage.mailsTo(ann)[before.ann]?.subject).toContain("Search is dead");
    expect(stage.mailsTo(reader)).toHaveLength(before.reader + 1);
    await stage.pass(26);
    const machines = (await stage.open()).filter((each) => each.origin === "source" && each.impact === "critical");
    expect(machines).toMatchObject([
      { visibility: "published", says: { [search]: "major_outage", [checkout]: "major_outage" } },
    ]);
    expect(types().slice(before.team)).toEqual(["incident_opened", "incident_worsened"]);
    expect(stage.mailsTo(reader).length).toBeLessThanOrEqual(before.reader + 3);
    expect(await states()).toMatchObject({ [search]: "major_outage", [checkout]: "major_outage" });
  };

  test("written by a person", async () => {
    await slowSearch();
    await stage.pass(2);
    await outage();
  });

  test("a machine's that a person wrote in and forgot", async () => {
    await stage.ruled("slow", [search], { status: "degraded_performance" });
    await stage.fire("Search is slow", { job: "slow", severity: "warning" });
    await stage.pass(4);
    const [slow] = await stage.open();
    stage.told.deployment.clock.now += 1000;
    const update = {
      pageId: stage.page.id,
      id: slow?.id ?? "",
      body: "It is only slow.",
      status: "identified" as const,
    };
    await good(postIncidentUpdate(stage.as("responder"), update));
    await stage.pass(10);
    await outage();
  });
});

describe("2: a forgotten draft swallows nothing in silence", () => {
  test("a critical alert is told by its name, 24 minutes after the draft of another", async () => {
    await execute(stage.told, "UPDATE rule_component SET status = 'degraded_performance'");
    await stage.fire("Replica lags", { severity: "warning" });
    await stage.pass(24);
    expect(types()).toEqual(["draft_opened"]);
    await stage.fire("All payments fail", { severity: "critical" });
    await stage.pass(4);
    expect(stage.heard().at(-1)).toMatchObject({
      severity: "critical",
      title: expect.stringContaining("All payments fail"),
    });
    expect(stage.mailsTo(ann).at(-1)?.subject).toContain("All payments fail");
  });

  test("so is an outage after the draft of a test alert that recovered", async () => {
    await stage.fire("Test, please ignore", { severity: "info" });
    await stage.pass(3);
    await stage.recover("Test, please ignore");
    await stage.pass(2);
    await stage.fire("All payments fail", { severity: "critical" });
    await stage.pass(4);
    expect(stage.heard().at(-1)?.title).toContain("All payments fail");
    expect(stage.mailsTo(ann).at(-1)?.subject).toContain("All payments fail");
  });
});

test("3: a draft says what its alerts say, and its mail names the alert and its severity", async () => {
  await stage.fire("API is down", { severity: "critical" });
  await stage.pass(3);
  expect(await stage.open()).toMatchObject([
    { visibility: "draft", impact: "critical", says: { [search]: "major_outage" } },
  ]);
  const [mail] = stage.mailsTo(ann);
  expect(mail?.subject).toContain("API is down");
  expect(mail?.text).toContain("Critical");
  expect(mail?.text).not.toMatch(/Warning|Minor/);
});

test("4: what recovers leaves the page; what depended on it and stays down has its own incident", async () => {
  const { deployment } = stage.told;
  const pageId = stage.page.id;
  const timing = { mode: "publish" as const, holdSeconds: 0, resolveAfterSeconds: 300 };
  const made = async (id: string, componentId: string, dependsOn: string | null) => {
    const source = await arrange(deployment, aSource(pageId, { id, token: `token-${id}`, dependsOn }));
    await arrange(deployment, aRule(source, { ...timing, components: [componentId] }));
    return { token: source.token, severity: "critical" };
  };
  const db = await made("db", api, null);
  const web = await made("web", checkout, "db");
  await stage.fire("db is down", db);
  await stage.fire("web is down", web);
  await stage.pass(1);
  expect((await stage.open()).map(({ says }) => says)).toEqual([{ [api]: "major_outage", [checkout]: "major_outage" }]);
  await stage.pass(4);
  await stage.recover("db is down", db);
  const recoveredAt = deployment.clock.now;
  await stage.pass(7);
  expect(await states()).toMatchObject({ [api]: "operational", [checkout]: "major_outage" });
  const open = await stage.open();
  expect(open.map(({ says }) => says)).toEqual([{ [checkout]: "major_outage" }]);
  expect(stage.heard().at(-1)).toMatchObject({
    type: "incident_opened",
    title: expect.stringContaining("web is down"),
  });
  await stage.pass(110);
  expect(await states()).toMatchObject({ [api]: "operational", [checkout]: "major_outage" });
  const [row] = (await stage.components()).filter(({ id }) => id === api);
  expect(row?.observedSince).toBe(recoveredAt);
});

test("5: a critical alert that no rule maps is named on Now and told", async () => {
  await execute(stage.told, "DELETE FROM rule");
  await stage.fire("All payments fail", { severity: "critical" });
  await stage.pass(2);
  expect(types()).toEqual(["unassigned"]);
  expect(stage.mailsTo(ann).map(({ subject }) => subject)).toEqual([expect.stringContaining("All payments fail")]);
  const now = await good(readNowView(stage.as("responder"), { pageId: stage.page.id }));
  expect(JSON.stringify(now)).toContain("no_rule");
});

test("8: an incident whose source was deleted waits for a person, who is told", async () => {
  await stage.ruled("api", [api], { holdSeconds: 0 });
  await stage.fire("API is down", { job: "api", severity: "critical" });
  await stage.pass(2);
  stage.told.deployment.clock.now += minute;
  await good(deleteSource(stage.as("admin"), { pageId: stage.page.id, id: stage.page.sourceId }));
  await stage.pass(2);
  expect(await stage.open()).toMatchObject([{ visibility: "published" }]);
  expect(types()).toEqual(["incident_opened", "unassigned"]);
  expect(stage.mailsTo(ann).at(-1)?.subject).toContain("API is down");
});
