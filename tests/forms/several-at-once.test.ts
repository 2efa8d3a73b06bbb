import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { sourceTable } from "~/db/schema";
import { formsIn } from "../support/desk-forms";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { arrange, fillAlerts, put, someSubscribers } from "../support/scenario";
import { execute, openTold, subscribersOf, type Told } from "../support/told";
import { type Browser, openBrowser } from "../support/worker";

/** What stands in long lists is ticked and acted on together, without script, in one commit. */
let told: Told;
let stage: Stage;
let admin: Browser;
let viewer: Browser;

beforeAll(async () => {
  told = await openTold();
  const { deployment } = told;
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "shop");
  [admin, viewer] = [await browserOf(deployment, "admin"), await browserOf(deployment, "viewer")];
  const times = { createdAt: 1, updatedAt: 1 };
  const sealed = { tokenSealed: "", settingsSealed: "" };
  await put(deployment, sourceTable, [
    { id: "many", pageId: stage.id, kind: "alertmanager", name: "Cluster", tokenHash: "h", ...sealed, ...times },
  ]);
  const now = deployment.clock.now;
  await runBatch(deployment.ctx(), fillAlerts({ id: "many", pageId: stage.id }, 5, now));
}, 120_000);
afterAll(() => told.close());

/** What is seen: what the script is handed says more. */
const textOf = async (who: Browser, path: string) =>
  (await (await who.go(path)).text()).replaceAll(/<script[\s\S]*?<\/script>/g, "");
const rowsOf = async (sql: string) =>
  (await told.deployment.ctx().d1.prepare(sql).all()).results as Record<string, unknown>[];
const alertsWhere = async (what: string) =>
  (await rowsOf(`SELECT id FROM alert WHERE source_id = 'many' AND ${what} ORDER BY id`)).map(({ id }) => id);
const boxes = (html: string, form: string) => [
  ...html.matchAll(new RegExp(`<input type="checkbox" form="${form}"`, "g")),
];
const now = "/manage/shop";

test("alerts: acknowledged in one commit, dismissed only where that was meant", async () => {
  const html = await textOf(admin, now);
  expect(boxes(html, "several")).toHaveLength(7);
  expect(boxes(await textOf(viewer, now), "several")).toHaveLength(0);
  const post = (fields: Record<string, string>) => admin.post(`${now}?index`, { form: "several", ...fields });
  const three = { "alert-many.bulk1": "on", "alert-many.bulk2": "on", "alert-many.bulk3": "on" };
  const none = await post({ intent: "acknowledge-several" });
  expect([none.status, (await none.text()).includes("Select at least one alert")]).toEqual([422, true]);
  const seen = await post({ intent: "acknowledge-several", ...three });
  expect([seen.status, seen.headers.get("location")]).toEqual([303, `${now}?done=alerts-acknowledged`]);
  expect(await alertsWhere("acknowledged_at IS NOT NULL")).toEqual(["many.bulk1", "many.bulk2", "many.bulk3"]);
  const unsure = await post({ intent: "dismiss-several", "alert-many.bulk4": "on", reason: "A drill" });
  const again = await unsure.text();
  expect([unsure.status, again.includes("Tick this box"), again.includes('value="A drill"')]).toEqual([
    422,
    true,
    true,
  ]);
  expect(again).toMatch(/name="alert-many\.bulk4"[^>]* checked=""/);
  const sure = { intent: "dismiss-several", sure: "on", reason: "A drill" };
  expect((await post({ ...sure, "alert-many.bulk4": "on", "alert-many.bulk5": "on" })).status).toBe(303);
  expect(await alertsWhere("dismissed_at IS NOT NULL")).toEqual(["many.bulk4", "many.bulk5"]);
  expect((await post({ ...sure, "alert-many.bulk4": "on" })).status).toBe(409);
  expect((await post({ ...sure, "alert-of-nobody": "on" })).status).toBe(404);
  const entries = await rowsOf(
    "SELECT action, before ->> '$.alerts[0].id' AS first, after FROM audit_entry WHERE action LIKE 'alert.%several' ORDER BY action",
  );
  expect(entries).toEqual([
    { action: "alert.acknowledge_several", first: "many.bulk1", after: '{"count":3}' },
    { action: "alert.dismiss_several", first: "many.bulk4", after: '{"count":2,"reason":"A drill"}' },
  ]);
});

test("subscribers: those that are ticked are named before they are removed", async () => {
  await arrange(
    { deployment: told.deployment, pageId: stage.id }.deployment,
    someSubscribers({ deployment: told.deployment, pageId: stage.id }.pageId, 4),
  );
  const here = "/manage/shop/subscribers";
  const list = await textOf(admin, here);
  expect(list.match(/<input type="checkbox" name="subscriber-sub/g)).toHaveLength(4);
  expect(await textOf(viewer, here)).not.toContain('type="checkbox"');
  const asked = await textOf(admin, `${here}?remove=sub000000&remove=sub000002&state=active`);
  expect(asked).toContain("Remove these 2 subscribers?");
  expect([asked.includes("s000000@"), asked.includes("s000001@"), asked.includes("s000002@")]).toEqual([
    true,
    false,
    true,
  ]);
  const form = formsIn(asked).find(({ name }) => name === "remove");
  expect(form?.hidden).toMatchObject({ intent: "remove", sure: "on" });
  const both = new URLSearchParams([
    ["form", "remove"],
    ["intent", "remove"],
    ["sure", "on"],
    ["id", "sub000000"],
    ["id", "sub000002"],
  ]);
  const token = /name="_token" value="([^"]+)"/.exec(asked)?.[1] ?? "";
  both.set("_token", token);
  const removed = await admin.go(here, { method: "POST", body: both, headers: { "sec-fetch-site": "same-origin" } });
  expect([removed.status, removed.headers.get("location")]).toEqual([303, `${here}?done=subscribers-removed`]);
  expect((await subscribersOf({ ...told, pageId: stage.id })).map(({ id }) => id)).toEqual(["sub000001", "sub000003"]);
});

test("monitors: several are muted for as long as was typed, and unmuted", async () => {
  await execute(told, "UPDATE source SET muted_until = NULL");
  const [monitor] = await rowsOf(`SELECT id FROM source WHERE family = 'monitor' AND page_id = '${stage.id}'`);
  const id = String(monitor?.id);
  const post = (fields: Record<string, string>) =>
    admin.post("/manage/shop/monitors", { form: "bulk", [`monitor-${id}`]: "on", ...fields });
  const wrong = await post({ deed: "mute", minutes: "soon" });
  expect([wrong.status, (await wrong.text()).includes('id="bulk-minutes-error"')]).toEqual([422, true]);
  expect((await post({ deed: "mute", minutes: "30" })).status).toBe(303);
  const until = async () => (await rowsOf(`SELECT muted_until FROM source WHERE id = '${id}'`))[0]?.muted_until;
  expect(await until()).toBe(told.deployment.clock.now + 30 * 60_000);
  expect((await post({ deed: "unmute" })).status).toBe(303);
  expect(await until()).toBe(null);
});
