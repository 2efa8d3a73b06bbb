import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readNowView } from "~/now/read";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { wholeDatabase } from "../../tests/support/page-traces";
import { type Browser, openBrowser } from "../../tests/support/worker";
import { openIncident } from "./open";
import { postIncidentUpdate } from "./post-update";

let desk: Desk;
let visitor: Browser;
beforeEach(async () => {
  desk = await openDesk();
  visitor = await openBrowser(desk.deployment);
});
afterEach(() => desk.close());

const minute = 60_000;

async function pass(minutes: number) {
  desk.deployment.clock.now += minutes * minute;
  await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
  await desk.deployment.settled();
}

async function shown(path = "/acme") {
  const response = await visitor.go(path);
  return { text: await response.text(), etag: response.headers.get("etag") };
}

const reminders = async () =>
  (await wholeDatabase(desk.deployment)).notice?.filter(({ kind }) => kind === "incident_stale").length;

const overdue = async () => (await good(readNowView(desk.as("viewer"), { pageId: desk.pageId }))).open[0]?.overdueSince;

const slow = () => ({ pageId: desk.pageId, title: "Slow", body: "Looking.", impactOverride: "minor" as const });

test("a promised update is read by visitors until its time; then it is gone there, owed on Now, and the team is reminded once", async () => {
  const { id } = await good(openIncident(desk.as("responder"), { ...slow(), nextMinutes: 30 }));
  const due = desk.deployment.clock.now + 30 * minute;
  await pass(1);
  const before = await shown();
  expect(before.text).toContain("Next update by <time");
  expect((await shown(`/acme/incidents/${id}`)).text).toContain("Next update by</dt>");
  const files = ["incidents", "incidents/unresolved", "summary"].map((file) => `/acme/api/v2/${file}.json`);
  const forPrograms = await Promise.all(files.map(shown));
  for (const { text } of forPrograms) expect(text).toContain(`"next_update_by":"${new Date(due).toISOString()}"`);
  expect([await overdue(), await reminders()]).toEqual([null, 0]);
  await pass(29);
  const after = await shown();
  expect(after.text).not.toContain("Next update by");
  expect(after.etag).not.toBe(before.etag);
  for (const [at, file] of files.entries()) {
    const { text, etag } = await shown(file);
    expect(text).not.toContain("next_update_by");
    expect(etag).not.toBe(forPrograms[at]?.etag);
  }
  expect([await overdue(), await reminders()]).toEqual([due, 1]);
  await pass(5);
  expect(await reminders()).toBe(1);
});

test("each update promises anew, or nothing; what is resolved promises nothing", async () => {
  const opened = await good(openIncident(desk.as("responder"), { ...slow(), nextMinutes: 30 }));
  const post = (version: number, more: object) =>
    postIncidentUpdate(desk.as("responder"), { pageId: desk.pageId, id: opened.id, version, body: "More.", ...more });
  const promised = async () => (await wholeDatabase(desk.deployment)).incident?.[0]?.next_update_at;
  await good(post(0, { nextMinutes: 10 }));
  expect(await promised()).toBe(desk.deployment.clock.now + 10 * minute);
  expect(await post(1, { nextMinutes: 0 })).toMatchObject({ ok: false });
  await good(post(1, {}));
  expect(await promised()).toBeNull();
  await good(post(2, { status: "resolved", nextMinutes: 10 }));
  expect(await promised()).toBeNull();
});
