import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { sourceTable } from "~/db/schema";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { arrange, fillAlerts, put, someSubscribers } from "../support/scenario";
import { openTold, type Told } from "../support/told";
import { type Browser, openBrowser } from "../support/worker";

/** An action on all rows that match a filter, those of the next pages included, without script. */
let told: Told;
let stage: Stage;
let admin: Browser;
const total = 130;

beforeAll(async () => {
  told = await openTold();
  const { deployment } = told;
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "shop");
  admin = await browserOf(deployment, "admin");
  const times = { createdAt: 1, updatedAt: 1 };
  const sealed = { tokenSealed: "", settingsSealed: "" };
  await put(deployment, sourceTable, [
    { id: "many", pageId: stage.id, kind: "alertmanager", name: "Cluster", tokenHash: "h", ...sealed, ...times },
  ]);
  await runBatch(deployment.ctx(), fillAlerts({ id: "many", pageId: stage.id }, total, deployment.clock.now));
  await arrange(deployment, someSubscribers(stage.id, total));
}, 120_000);
afterAll(() => told.close());

const textOf = async (path: string) => (await admin.go(path)).text();
const placeIn = (html: string) => /name="following"[^>]* value="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
const countOf = async (sql: string) =>
  Number((await told.deployment.ctx().d1.prepare(`SELECT count(*) AS n FROM ${sql}`).first<{ n: number }>())?.n);

test("alerts: ticked rows of this page, and all that match after it, a page in each commit", async () => {
  const list = "/manage/shop/alerts?source=many";
  const html = await textOf(list);
  expect(html).toContain("Also select the matching rows after these, up to 500 at a time");
  const place = placeIn(html) ?? "";
  const ticked = [...html.matchAll(/name="(alert-many\.bulk\d+)"/g)].map(([, name]) => name ?? "");
  expect(ticked).toHaveLength(50);
  const fields = { form: "several", intent: "acknowledge-several", following: place, [ticked[0] ?? ""]: "on" };
  const acknowledged = "alert WHERE source_id = 'many' AND acknowledged_at IS NOT NULL";
  // The budget of the smallest plan lasts for some of them: the answer leads to the rest, which says so.
  let answer = await admin.post(list, fields);
  let at = answer.headers.get("location") ?? "";
  expect(answer.status).toBe(303);
  expect(await countOf(acknowledged)).toBeGreaterThan(1);
  while (at.includes("following_left")) {
    const rest = await textOf(at);
    expect(rest).toMatch(/Rows done: \d+\. At least \d+ are left/);
    const shown = [...rest.matchAll(/name="(alert-many\.bulk\d+)"/g)].map(([, name]) => [name, "on"]);
    const more = { ...Object.fromEntries(shown), following: placeIn(rest) ?? "" };
    answer = await admin.post(at, { form: "several", intent: "acknowledge-several", ...more });
    at = answer.headers.get("location") ?? "";
  }
  expect(at).toMatch(/source=many.*done=alerts-acknowledged$/);
  expect(await countOf(acknowledged)).toBe(1 + total - 50);
  expect(await countOf("audit_entry WHERE action = 'alert.acknowledge_several'")).toBe(3);
  expect(placeIn(await textOf("/manage/shop/alerts?text=nothing-has-this"))).toBeUndefined();
});

test("subscribers: those that follow are said before all are removed", async () => {
  const list = "/manage/shop/subscribers?state=active";
  const html = await textOf(list);
  const place = placeIn(html) ?? "";
  const boxes = [...html.matchAll(/name="(subscriber-sub\d+)"/g)].map(([, name]) => name ?? "");
  expect(boxes).toHaveLength(50);
  const all = Object.fromEntries(boxes.map((name) => [name, "on"]));
  const asked = await admin.post(list, { form: "bulk", intent: "remove", following: place, ...all });
  const question = asked.headers.get("location") ?? "";
  const page = await textOf(question);
  expect(page).toContain("The matching subscribers listed after these are removed, too: up to 500.");
  expect(await countOf("subscriber WHERE state = 'active'")).toBe(total);
  const sure = { form: "remove", intent: "remove", sure: "on", following: place, ...all };
  const done = await admin.post(list, sure);
  expect(done.headers.get("location")).toContain("done=subscribers-removed");
  expect(await countOf("subscriber WHERE state = 'active'")).toBeLessThanOrEqual(total - 50);
});

test("the list that continues says how many rows are left", async () => {
  const html = await textOf("/manage/shop/alerts?source=many&following_done=500&following_left=120");
  expect(html).toContain("Rows done: 500. At least 120 are left");
});
