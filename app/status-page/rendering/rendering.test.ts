import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { editIncidentUpdate } from "~/incidents/edit-update";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishPostmortem } from "~/incidents/postmortems/verbs";
import { planMaintenance } from "~/maintenances/plan";
import { updatePage } from "~/pages/update";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, good, openDesk, operator } from "../../../tests/support/desk";
import { withEarlierTexts } from "../../../tests/support/earlier-texts";
import { faulty } from "../../../tests/support/faults";
import { seldomTicks } from "../../../tests/support/older-page";
import { tableNames, unmetered } from "../../../tests/support/restored";
import { calendarResponse } from "../api/calendar";
import { statuspageV2Response } from "../api/statuspage-v2";
import { publishPage } from "../publishing/engine/publish";
import { rerenderStoredTexts } from "./engine/render-again";
import { nextRowsToRenderQuery, renderedRowsStatements } from "./queries/rendering";
import { readRenderingStatus } from "./read";

const hour = 3600_000;
const body = "Run this:\n\n    restart\n    retry\n\nThen sign in.";
const right = "Run this:\n\nrestart\nretry\n\nThen sign in.";

let desk: Desk;
let incidentId: string;

beforeEach(async () => {
  desk = await openDesk();
  resetIsolate();
  const { pageId, deployment } = desk;
  const startsAt = deployment.clock.now + 24 * hour;
  const components = { [desk.components[0]]: "under_maintenance" as const };
  await good(
    planMaintenance(desk.owner(), { pageId, title: "Move", body, components, startsAt, endsAt: startsAt + hour }),
  );
  const opened = await good(
    openIncident(desk.owner(), {
      pageId,
      title: "Down",
      status: "investigating",
      body,
      components: { [desk.components[1]]: "major_outage" },
    }),
  );
  incidentId = opened.id;
  await good(postIncidentUpdate(desk.owner(), { pageId, id: incidentId, status: "resolved", body: "Over." }));
  await good(publishPostmortem(desk.owner(), { pageId, id: incidentId, body }));
  await deployment.settled();
});
afterEach(() => desk.close());

const rowsOf = (sql: string) =>
  unmetered<Record<string, unknown>>(desk.deployment.bindings.DB, [{ sql, params: [] }]).then(([rows = []]) => rows);

/** Tables that are derived, or that depend on the minute and not on content. */
const derived = new Set(["rendering", "snapshot", "deployment", "usage_hour", "settle"]);
const isText = (name: string) => name === "body_text" || name === "postmortem_text";

async function everythingElse(): Promise<Record<string, unknown>> {
  const tables = (await tableNames(desk.deployment.bindings.DB)).filter((name) => !derived.has(name));
  const entries = tables.map(async (table) => {
    const rows = await rowsOf(`SELECT * FROM "${table}"`);
    return [table, rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isText(name))))];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const textsNow = async () =>
  (
    await rowsOf(
      `SELECT body_text AS text FROM incident_update WHERE body_text <> 'Over.' UNION ALL SELECT body_text FROM maintenance
        UNION ALL SELECT body_text FROM maintenance_update UNION ALL SELECT postmortem_text FROM incident`,
    )
  ).map(({ text }) => text);

async function upgrade(dueAt = desk.deployment.clock.now): Promise<void> {
  await withEarlierTexts(desk.deployment.bindings.DB, dueAt);
  await runBatch(desk.deployment.ctx(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
  await publishPage(desk.deployment.ctx(), desk.pageId);
}

const ask = async (read: typeof calendarResponse, path: string) => {
  resetIsolate();
  const url = new URL(`http://localhost:8787/acme/${path}`);
  return (await read(new Request(url), desk.deployment.ctx({ kind: "visitor" }), url)).text();
};

const untold = (text: string) =>
  text.replaceAll(/DESCRIPTION:.*?(?=\r\n[A-Z])/gs, "").replaceAll(/"(?:postmortem_)?body":"[^"]*"/g, "");

test("after the upgrade all texts become right; no date, version, sequence or id changes, and nobody is told", async () => {
  await seldomTicks(desk);
  await upgrade();
  expect(await textsNow()).not.toContain(right);
  const before = await everythingElse();
  const [ics, v2] = [
    await ask(calendarResponse, "calendar.ics"),
    await ask(statuspageV2Response, "api/v2/incidents.json"),
  ];
  expect(v2).not.toContain("restart<br />retry");
  expect(await good(readRenderingStatus(desk.deployment.ctx(operator)))).toEqual({
    isFailing: false,
    isRendering: true,
  });
  await seldomTicks(desk, 3);
  expect(await textsNow()).toEqual([right, right, right, right]);
  expect(await everythingElse()).toEqual(before);
  const [icsAfter, v2After] = [
    await ask(calendarResponse, "calendar.ics"),
    await ask(statuspageV2Response, "api/v2/incidents.json"),
  ];
  expect(v2After).toContain("restart<br />retry<br /><br />Then sign in.");
  expect(icsAfter.replaceAll("\r\n ", "")).toContain("restart\\nretry\\n\\nThen sign in.");
  expect(untold(v2After)).toBe(untold(v2));
  expect(untold(icsAfter)).toBe(untold(ics));
  expect(await good(readRenderingStatus(desk.deployment.ctx(operator)))).toBeNull();
});

/** Returns the instant since when the page says what it says, as programs compare it. */
const pageUpdatedAt = async () =>
  (JSON.parse(await ask(statuspageV2Response, "api/v2/summary.json")) as { page: { updated_at: string } }).page
    .updated_at;

test("a page of which texts are shown was not updated because they are rendered again", async () => {
  await upgrade();
  const before = await pageUpdatedAt();
  await seldomTicks(desk, 3);
  expect(await ask(statuspageV2Response, "api/v2/summary.json")).toContain("retry");
  expect(await pageUpdatedAt()).toBe(before);
  const { clock } = desk.deployment;
  clock.now += hour;
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: 0, footer: "Typed just now." }));
  await publishPage(desk.deployment.ctx(), desk.pageId);
  expect(await pageUpdatedAt()).toBe(new Date(clock.now).toISOString());
});

test("nothing is done before its time, and a document of which nothing changed is not built again", async () => {
  const { clock } = desk.deployment;
  await withEarlierTexts(desk.deployment.bindings.DB, clock.now + hour / 6);
  await seldomTicks(desk);
  expect(await textsNow()).not.toContain(right);
  clock.now += 2 * hour;
  await seldomTicks(desk, 3);
  expect(new Set(await textsNow())).toEqual(new Set([right]));
  await withEarlierTexts(desk.deployment.bindings.DB, clock.now);
  await runBatch(desk.deployment.ctx(), [
    { sql: "UPDATE incident_update SET body_text = ?1 WHERE body_text <> 'Over.'", params: [right] },
  ]);
  await runBatch(desk.deployment.ctx(), [{ sql: "DELETE FROM rendering WHERE id <> 'incident_update'", params: [] }]);
  expect(await rerenderStoredTexts(desk.deployment.ctx())).toEqual([]);
});

test("two at once come to the same, and what somebody edits meanwhile stays as edited", async () => {
  await upgrade();
  const { pageId, deployment } = desk;
  const rows = await nextRowsToRenderQuery(deployment.ctx(), "incident_update", "~");
  const old = rows.find((each) => each.body === body);
  if (!old) throw new Error("The first update is not there.");
  await good(editIncidentUpdate(desk.owner(), { pageId, id: incidentId, updateId: old.id, body: "Edited." }));
  await runBatch(deployment.ctx(), renderedRowsStatements("incident_update", [{ ...old, text: "of before" }]));
  expect(await rowsOf(`SELECT body_text FROM incident_update WHERE id = '${old.id}'`)).toEqual([
    { body_text: "Edited." },
  ]);
  const both = await Promise.all([rerenderStoredTexts(deployment.ctx()), rerenderStoredTexts(deployment.ctx())]);
  expect(new Set(both.flat())).toEqual(new Set([pageId]));
  for (let round = 0; round < 3; round++) await rerenderStoredTexts(deployment.ctx());
  expect(new Set(await textsNow())).toEqual(new Set(["Edited.", right]));
});

test.each(["before", "after"] as const)("cut off at any call (%s it is done) it goes on where it was", async (mode) => {
  await upgrade();
  const { bindings, ctx } = desk.deployment;
  for (let call = 1; call <= 24; call++) {
    const { database } = faulty(bindings.DB, 1 + (call % 5), mode);
    await rerenderStoredTexts(ctx(undefined, { database })).catch(() => undefined);
  }
  expect(await textsNow()).toEqual([right, right, right, right]);
  expect(await rowsOf("SELECT id FROM rendering WHERE due_at IS NOT NULL")).toEqual([]);
});

test("a step that fails is moved back, says so on System, and stands in nobody's way", async () => {
  await upgrade();
  await rowsOf("INSERT INTO rendering (id, due_at) VALUES ('nothing', 1)");
  await seldomTicks(desk, 3);
  expect(await good(readRenderingStatus(desk.deployment.ctx(operator)))).toEqual({
    isFailing: true,
    isRendering: true,
  });
  expect(await textsNow()).toEqual([right, right, right, right]);
});

test.each(["due_at", "not_before"])(
  "an upgrade by a clock that was a month ahead (%s) waits for no month",
  async (column) => {
    await upgrade();
    await rowsOf(`UPDATE rendering SET ${column} = ${desk.deployment.clock.now + 30 * 24 * hour}`);
    await seldomTicks(desk, 3);
    expect(await textsNow()).toEqual([right, right, right, right]);
  },
);

test("words that a footer lost are in it again", async () => {
  const footer = `${"> ".repeat(30)}deep`;
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: 0, footer }));
  await rowsOf("UPDATE page SET footer_html = '<blockquote></blockquote>'");
  await upgrade();
  await seldomTicks(desk, 3);
  expect(String((await rowsOf("SELECT footer_html FROM page"))[0]?.footer_html)).toContain("deep");
});
