import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  comparedIn,
  expectAllCompared,
  expectNoMoreCompared,
  openForm,
  overtaken,
  sending,
  type VersionedForm,
} from "../support/conflicts";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

/** What watches: each form that was overtaken shows both versions of all that it posts. */
let deployment: TestDeployment;
let stage: Stage;
let admin: Browser;
let above = "";
let source = "";
let rule = "";
let lastRule = "";

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  const owner = new Owner(await openBrowser(deployment), deployment);
  stage = await setStage(deployment, owner, "acme");
  admin = await browserOf(deployment, "admin");
  const monitor = { kind: "http", name: "Router", settings: { url: "https://router.example.com" } };
  above = await owner.makeId("/pages/acme/monitors", { monitor });
  source = await owner.makeId("/pages/acme/sources", { source: { kind: "alertmanager", name: "Alertmanager" } });
  rule = await owner.makeId("/pages/acme/rules", { rule: { source_id: source, match: { title: "old" } } });
  const { results } = await deployment
    .ctx()
    .d1.prepare("SELECT id FROM rule WHERE source_id = ?1 AND catch_all = 1")
    .bind(source)
    .all<{ id: string }>();
  lastRule = results[0]?.id ?? "";
});
afterAll(() => deployment.close());

const statuses = (status: string) =>
  Object.fromEntries(stage.components.map((component) => [`components.${component}`, status]));

const settings = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`settings.${name}`, value]));

const moves = { "components.": "Components" };

const monitor: VersionedForm = {
  what: "a monitor",
  form: "monitor",
  path: () => `/manage/acme/monitors/${stage.monitor}`,
  headings: { "region-": "Confirm from other regions", "continent-": "Confirm through Globalping", ...moves },
  theirs: () => ({
    name: "Theirs",
    ...settings({ url: "https://theirs.example.com", method: "PUT", headers: "X-Theirs: hush", body: "theirs-hush" }),
    ...settings({ auth: "basic", username: "ada", password: "theirs-hush", token: "", statuses: "200" }),
    ...settings({ header: "A: b", contains: "well", lacks: "ill", jsonPath: "$.a", jsonValue: "1" }),
    ...settings({ latest: "4000", follow: "no", bodyType: "form", leastBytes: "10", mostBytes: "1000" }),
    ...settings({ certificateDays: "21", earlier: "GET https://theirs.example.com/theirs-hush" }),
    interval: "5",
    timeoutSeconds: "7",
    retries: "1",
    inARow: "3",
    degradedAboveMs: "900",
    slowerThanUsual: "3",
    "region-weur": "on",
    "region-me": "",
    "continent-EU": "on",
    "continent-AS": "",
    agree: "2",
    ...statuses("major_outage"),
    mode: "publish",
    hold: "1",
    resolveAfter: "2",
    dependsOn: above,
    tags: "theirs",
    chartShown: "",
  }),
  mine: () => ({
    name: "Mine",
    ...settings({ url: "https://mine.example.com", method: "POST", headers: "X-Mine: hush", body: "mine-hush" }),
    ...settings({ auth: "bearer", username: "bob", password: "mine-hush", token: "mine-hush", statuses: "201" }),
    ...settings({ header: "C: d", contains: "fine", lacks: "bad", jsonPath: "$.b", jsonValue: "2" }),
    ...settings({ latest: "3000", follow: "yes", bodyType: "text", leastBytes: "20", mostBytes: "2000" }),
    ...settings({ certificateDays: "14", earlier: "GET https://mine.example.com/mine-hush" }),
    interval: "2",
    timeoutSeconds: "6",
    retries: "2",
    inARow: "4",
    degradedAboveMs: "800",
    slowerThanUsual: "1.5",
    "region-weur": "",
    "region-me": "on",
    "continent-EU": "",
    "continent-AS": "on",
    agree: "1",
    ...statuses(""),
    mode: "none",
    hold: "3",
    resolveAfter: "4",
    dependsOn: "",
    tags: "mine",
    chartShown: "on",
  }),
};

const heartbeat: VersionedForm = {
  what: "a heartbeat",
  form: "heartbeat",
  path: () => `/manage/acme/heartbeats/${stage.heartbeat}`,
  headings: { periodUnit: "Period", graceUnit: "Grace period", ...moves },
  theirs: () => ({
    name: "Theirs",
    slug: "theirs",
    tags: "theirs",
    scheduleKind: "cron",
    "schedule.periodSeconds": "3",
    periodUnit: "days",
    "schedule.expression": "30 3 * * *",
    "schedule.timeZone": "Europe/Berlin",
    graceSeconds: "2",
    graceUnit: "hours",
    postOnly: "on",
    successWords: "done",
    failWords: "ERROR",
    startWords: "begins",
    wordsIn: "subject",
    dependsOn: above,
    manualResume: "",
    ...statuses("partial_outage"),
    mode: "publish",
    hold: "1",
    resolveAfter: "2",
  }),
  mine: () => ({
    name: "Mine",
    slug: "mine",
    tags: "mine",
    scheduleKind: "simple",
    "schedule.periodSeconds": "4",
    periodUnit: "hours",
    "schedule.expression": "",
    "schedule.timeZone": "Asia/Tokyo",
    graceSeconds: "5",
    graceUnit: "minutes",
    postOnly: "",
    successWords: "all done",
    failWords: "panic",
    startWords: "",
    wordsIn: "body",
    dependsOn: "",
    manualResume: "on",
    ...statuses(""),
    mode: "none",
    hold: "3",
    resolveAfter: "4",
  }),
};

const aSource: VersionedForm = {
  what: "a source",
  form: "source",
  path: () => `/manage/acme/sources/${source}`,
  theirs: () => ({
    name: "Theirs",
    ...settings({ bearerToken: "theirs-hush-theirs", username: "ada", password: "theirs-hush-theirs" }),
    heartbeatSeconds: "600",
    silenceHours: "24",
    quietMeansWell: "on",
    dependsOn: above,
  }),
  mine: () => ({
    name: "Mine",
    ...settings({ bearerToken: "mine-hush-mine-hush", username: "bob", password: "mine-hush-mine-hush" }),
    heartbeatSeconds: "",
    silenceHours: "",
    quietMeansWell: "",
    dependsOn: "",
  }),
};

const ruleMoves = { "components.": "Components" };
const theirRule = () => ({
  ...statuses("partial_outage"),
  mode: "publish",
  hold: "1",
  resolveAfter: "2",
  groupBy: "theirs",
  publicTitle: "Theirs",
  publicBody: "Theirs too.",
  showsTitle: "on",
});
const myRule = () => ({
  ...statuses(""),
  mode: "none",
  hold: "3",
  resolveAfter: "4",
  groupBy: "mine",
  publicTitle: "Mine",
  publicBody: "Mine too.",
  showsTitle: "",
});

const aRule: VersionedForm = {
  what: "a rule",
  form: "rule",
  path: () => `/manage/acme/sources/${source}/rules/${rule}`,
  headings: { "severity-": "Severity", ...ruleMoves },
  theirs: () => ({
    "match.labels": "team=theirs",
    "match.title": "*theirs*",
    "severity-critical": "on",
    "severity-info": "",
    ...theirRule(),
  }),
  mine: () => ({
    "match.labels": "team=mine",
    "match.title": "*mine*",
    "severity-critical": "",
    "severity-info": "on",
    ...myRule(),
  }),
};

const catchAll: VersionedForm = {
  what: "a catch-all",
  form: "rule",
  path: () => `/manage/acme/sources/${source}/rules/${lastRule}`,
  headings: ruleMoves,
  theirs: theirRule,
  mine: myRule,
};

const secrets = [
  "Body to send",
  "Headers, one “Name: value” per line",
  "Password (basic)",
  "Token (bearer)",
  "Bearer token",
  "Password (basic authentication)",
  "Preceding requests",
];

describe.each([monitor, heartbeat, aSource, aRule, catchAll])("$what", (each) => {
  test("what the form posts and what its conflict compares are the same", () => expectAllCompared(admin, each));

  test("what both typed alike is not compared, and mine over theirs is saved", () =>
    expectNoMoreCompared(admin, each, secrets));
});

test("a secret that one took away and the other kept is shown, in words alone, with where it goes", async () => {
  await sending(admin, monitor, await openForm(admin, monitor), monitor.theirs());
  const kept = { ...monitor.theirs(), "settings.password": "••••••••", "settings.token": "" };
  const html = await overtaken(admin, {
    ...monitor,
    theirs: () => ({ ...kept, name: "Renamed" }),
    mine: () => ({ ...kept, "settings.password": "", "settings.auth": "none" }),
  });
  expect(comparedIn(html, "monitor")).toEqual(expect.arrayContaining(["Name", "Password (basic)", "Authentication"]));
  expect(html.includes("Saved for theirs.example.com; never shown")).toBe(true);
});
