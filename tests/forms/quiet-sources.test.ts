import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople, Owner, setStage } from "../support/matrix-cast";
import { type Browser, openBrowser } from "../support/worker";

/** What a source's quiet means is asked, and what was assumed of it is confirmed by one button. */
let deployment: TestDeployment;
let owner: Owner;
let admin: Browser;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  owner = new Owner(await openBrowser(deployment), deployment);
  await setStage(deployment, owner, "acme");
  admin = await browserOf(deployment, "admin");
});
afterAll(() => deployment.close());

const made = (more: object = {}) =>
  owner.makeId("/pages/acme/sources", { source: { kind: "alertmanager", name: "Asked", ...more } });
const pageOf = async (browser: Browser, id: string) => (await browser.go(`/manage/acme/sources/${id}`)).text();
const unsaid = "Nobody has said what silence from this source means";
const assumed = "was assumed because this source is older";
const versionIn = (html: string, form: string) =>
  new RegExp(`name="form" value="${form}"[\\s\\S]*?name="version" value="(\\d+)"`).exec(html)?.[1] ?? "";

test("a new source vouches for nothing and says so, until somebody answers", async () => {
  const id = await made();
  expect(await pageOf(admin, id)).toContain(unsaid);
  const list = await (await admin.go("/manage/acme/sources")).text();
  expect([list.includes("meaning of silence not set"), list.includes("Answer the question: Asked")]).toEqual([
    true,
    true,
  ]);
  const version = versionIn(await pageOf(admin, id), "source");
  const answer = { form: "source", version, name: "Asked", quietMeansWell: "on", dependsOn: "" };
  expect((await admin.post(`/manage/acme/sources/${id}`, answer)).status).toBe(303);
  const page = await pageOf(admin, id);
  expect([page.includes(unsaid), page.includes(assumed)]).toEqual([false, false]);
});

test.each<[string, object]>([
  ["a period", { heartbeat_seconds: 600 }],
  ["hours", { silence_hours: 24 }],
  ["that quiet means well", { quiet_means_well: true }],
])("one that is made with %s has answered", async (_, answer) => {
  const page = await pageOf(admin, await made(answer));
  expect([page.includes(unsaid), page.includes(assumed)]).toEqual([false, false]);
});

test("what was assumed of a source of before is named so, and confirmed by its button", async () => {
  const id = await made({ name: "Before" });
  const before = "UPDATE source SET quiet_means_well = 1, quiet_answered = 0 WHERE id = ?1";
  await runBatch(deployment.ctx(), [{ sql: before, params: [id] }]);
  const viewer = await browserOf(deployment, "viewer");
  expect(await pageOf(viewer, id)).toContain(assumed);
  expect(await pageOf(viewer, id)).not.toContain("Confirm: Before");
  const list = await (await admin.go("/manage/acme/sources")).text();
  for (const name of ["Confirm: Before", "Change: Before"]) expect(list).toContain(name);
  const form = `quiet-${id}`;
  const confirmed = await admin.post(`/manage/acme/sources/${id}`, { form, version: versionIn(list, form) });
  expect(confirmed.status).toBe(303);
  expect(await pageOf(admin, id)).not.toContain(assumed);
});
