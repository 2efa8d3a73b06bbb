import { afterAll, beforeAll, expect, test } from "vitest";
import { channelTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, credentialsOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { put } from "../support/scenario";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let [admin, viewer, visitor]: Browser[] = [];
let alert = "";

beforeAll(async () => {
  deployment = await openDeployment();
  visitor = await openBrowser(deployment);
  await makePeople(deployment);
  [admin, viewer] = [await browserOf(deployment, "admin"), await browserOf(deployment, "viewer")];
  const owner = new Owner(visitor, deployment);
  stage = await setStage(deployment, owner, "acme");
  const found = await owner.make("/pages/acme/sources", { source: { kind: "alertmanager", name: "Prometheus" } });
  alert = (await owner.deliver(String(found.ingest_url).split("/").at(-1) ?? "")).alerts[0]?.id ?? "";
  const times = { createdAt: 1, updatedAt: 1 };
  const row = { id: "ops", pageId: stage.id, kind: "webhook", name: "Ops & co", settingsSealed: "", events: [] };
  await put(deployment, channelTable, [{ ...row, ...times }]);
});
afterAll(() => deployment.close());

const run = (sql: string, ...params: unknown[]) =>
  deployment
    .ctx()
    .d1.prepare(sql)
    .bind(...params)
    .all();
const textOf = async (browser: Browser | undefined, path: string) =>
  (await (await (browser as Browser).go(path)).text()).replaceAll("<!-- -->", "");
const settings = "/manage/acme/settings/escalation";

test("who is gone is said on Now and above the policy, with the way to mend it; saving the form mends it", async () => {
  const ids = JSON.stringify(["ops", "lost-channel"]);
  await run("UPDATE page SET escalates = 1, escalate_channel_ids = ?1, escalate_person_ids = '[\"lost\"]'", ids);
  const gone = "The policy names a channel that has been deleted.";
  const now = await textOf(admin, "/manage/acme");
  expect(now).toContain(gone);
  expect(now).toContain("The policy names a person whose account has been deleted.");
  expect(now).toContain(`href="${settings}"`);
  const seen = await textOf(viewer, "/manage/acme");
  expect([seen.includes(gone), seen.includes(`href="${settings}"`)]).toEqual([true, false]);
  const form = await textOf(admin, settings);
  expect(form).toContain(gone);
  expect(form).toContain("They are skipped; everyone else is notified.");
  const [version] = /name="version" value="\d+"/.exec(form) ?? [""];
  const fields = { escalateAfter: "15", escalateEvery: "30", escalateTimes: "3", escalates: "on" };
  const saved = await (admin as Browser).post(settings, {
    form: "escalation",
    version: /\d+/.exec(version)?.[0] ?? "",
    ...fields,
    "escalateChannelIds.ops": "on",
  });
  expect(saved.status).toBe(303);
  expect(await textOf(admin, settings)).not.toContain(gone);
  await run("UPDATE channel SET disabled_at = 1 WHERE id = 'ops'");
  const off = await textOf(admin, "/manage/acme");
  expect(off).toContain("Nobody is notified when an alert is escalated");
  expect(off).toMatch(
    /The channel <a[^>]*href="\/manage\/acme\/channels\/ops"[^>]*><bdi>Ops &amp; co<\/bdi><\/a> is paused/,
  );
});

test("an alert's API says who was told and when, of each firing, as its page does", async () => {
  const at = Date.parse("2026-11-20T12:15:00Z");
  const [person] = (await run("SELECT id, name FROM person LIMIT 1")).results as {
    id: string;
    name: string;
  }[];
  const told = [{ at, channelIds: ["ops", "gone"], personIds: [person?.id ?? "", "gone"] }];
  await run("UPDATE episode SET told = ?1 WHERE alert_id = ?2", JSON.stringify(told), alert);
  const read = (id: string, program: "viewer" | "visitor") =>
    (visitor as Browser).go(`/api/v1/pages/acme/alerts/${id}`, { headers: credentialsOf(program) });
  const answer = await read(alert, "viewer");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    id: alert,
    acknowledged_by: null,
    firings: [
      {
        ended_at: null,
        escalated: [{ at: "2026-11-20T12:15:00.000Z", people: [person], channels: [{ id: "ops", name: "Ops & co" }] }],
      },
    ],
  });
  expect([(await read("gone", "viewer")).status, (await read(alert, "visitor")).status]).toEqual([404, 401]);
  const page = await textOf(viewer, `/manage/acme/alerts/${encodeURIComponent(alert)}`);
  expect(page).toContain(`to ${person?.name} and Ops &amp; co`);
});
