import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { maintenanceSeriesTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { withdrawIncident } from "~/incidents/verbs";
import { editMaintenance } from "~/maintenances/edit";
import { endMaintenanceSeries } from "~/maintenances/end-series";
import { planMaintenance } from "~/maintenances/plan";
import { cancelMaintenance } from "~/maintenances/verbs";
import { updatePage } from "~/pages/update";
import { resetIsolate } from "~/platform/isolate";
import { byteComplaints, type ReadEvent, readBoth } from "../../../tests/support/calendar-reader";
import { type Desk, good, openDesk } from "../../../tests/support/desk";
import { faulty } from "../../../tests/support/faults";
import { calendarResponse } from "./calendar";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  resetIsolate();
});
afterEach(() => desk.close());

const hour = 3600_000;

async function ask(path = "calendar.ics", database?: D1Database, headers: Record<string, string> = {}) {
  const url = new URL(`http://localhost:8787/acme/${path}`);
  const ctx = desk.deployment.ctx({ kind: "visitor" }, database ? { database } : undefined);
  return { response: await calendarResponse(new Request(url, { headers }), ctx, url), ctx };
}

/** Reads the calendar a minute later, as a calendar program would; the two parsers must agree. */
async function look(path?: string): Promise<ReadEvent[]> {
  desk.deployment.clock.now += 60_000;
  const { response } = await ask(path);
  expect([path, response.status, response.headers.get("content-type")]).toEqual([
    path,
    200,
    "text/calendar; charset=utf-8",
  ]);
  const text = await response.text();
  expect(byteComplaints(text)).toEqual([]);
  const [one, other] = readBoth(text);
  expect(one).toEqual(other);
  return one;
}

const only = async (path?: string) => {
  const events = await look(path);
  expect(events).toHaveLength(1);
  return events[0] as ReadEvent;
};

test("an empty page is a calendar that both readers take, with a name and how often to look", async () => {
  expect(await look()).toEqual([]);
  const { response, ctx } = await ask();
  expect(ctx.meter.statements).toBe(0);
  const text = await response.text();
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/);
  expect(text).toContain("\r\nX-WR-CALNAME:Acme – incidents and maintenance\r\n");
  expect(text).toContain("\r\nREFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n");
  desk.deployment.clock.now += 2000;
  expect((await ask()).ctx.meter).toMatchObject({ read: 2, written: 0, statements: 2 });
});

test("a maintenance: planned, moved, cancelled; one uid, and a sequence that grows", async () => {
  const { pageId, components } = desk;
  const startsAt = desk.deployment.clock.now + 24 * hour;
  const touched = { [components[0]]: "under_maintenance" as const };
  const plan = { title: "Move; of\\the, “disks”", body: "We move.\n\nTwice.", components: touched };
  const { id } = await good(planMaintenance(desk.owner(), { pageId, ...plan, startsAt, endsAt: startsAt + 2 * hour }));
  const planned = await only();
  expect(planned).toMatchObject({ status: "CONFIRMED", start: startsAt, end: startsAt + 2 * hour });
  expect(planned.summary).toBe("Acme: Move; of\\the, “disks”");
  expect(planned.description).toBe("Affects: Website\n\nScheduled – We move.\n\nTwice.");
  expect([planned.uid, planned.categories]).toEqual([`maintenance-${id}@upfront.invalid`, ["Maintenance"]]);
  expect(planned.url).toBe(`http://localhost:8787/acme/maintenances/${id}`);
  await good(editMaintenance(desk.owner(), { pageId, id, startsAt: startsAt + hour, endsAt: startsAt + 3 * hour }));
  const moved = await only();
  expect(moved).toMatchObject({ uid: planned.uid, status: "CONFIRMED", start: startsAt + hour });
  expect(moved.sequence).toBeGreaterThan(planned.sequence);
  expect(moved.changed).toBeGreaterThan(planned.changed);
  expect(await look(`components/${components[0]}/calendar.ics`)).toEqual([moved]);
  expect(await look(`components/${components[1]}/calendar.ics`)).toEqual([]);
  await good(cancelMaintenance(desk.owner(), { pageId, id, body: "Called off" }));
  const cancelled = await only();
  expect(cancelled).toMatchObject({ uid: planned.uid, status: "CANCELLED", start: moved.start, end: moved.end });
  expect(cancelled.sequence).toBeGreaterThan(moved.sequence);
  expect([cancelled.summary, cancelled.url]).toEqual([planned.summary, planned.url]);
  expect(cancelled.description).toMatch(/^Affects: Website\n\nCancelled – Called off\n\n.*We move/s);
  desk.deployment.clock.now += 20 * 24 * hour;
  expect(await only()).toEqual(cancelled);
});

test("one maintenance alone is a calendar of its own, and an unknown one is missing", async () => {
  const { pageId } = desk;
  const startsAt = desk.deployment.clock.now + 24 * hour;
  const at = { body: "", components: {}, startsAt, endsAt: startsAt + hour };
  const { id } = await good(planMaintenance(desk.owner(), { pageId, title: "One", ...at }));
  await good(planMaintenance(desk.owner(), { pageId, title: "Two", ...at }));
  expect(await look()).toHaveLength(2);
  expect((await only(`calendar.ics?maintenance=${id}`)).uid).toBe(`maintenance-${id}@upfront.invalid`);
  expect((await ask("calendar.ics?maintenance=other")).response.status).toBe(404);
  const [all, one] = [await ask(), await ask(`calendar.ics?maintenance=${id}`)];
  expect(one.response.headers.get("etag")).not.toBe(all.response.headers.get("etag"));
});

test("an incident: open, told of, resolved, withdrawn; not a word of what was withdrawn", async () => {
  const { pageId, components, deployment } = desk;
  const startedAt = deployment.clock.now;
  const said = { title: "Down", body: "We look.", components: { [components[1]]: "major_outage" as const } };
  const { id } = await good(
    openIncident(desk.owner(), { pageId, ...said, status: "investigating", visibility: "published", notify: true }),
  );
  const open = await only();
  expect(open).toMatchObject({ status: "CONFIRMED", start: startedAt, categories: ["Incident"] });
  expect(open.description).toContain("This incident is ongoing.\n\nAffects: API\n\nInvestigating – We look.");
  const tell = (status: "identified" | "resolved", body: string) =>
    good(postIncidentUpdate(desk.owner(), { pageId, id, status, body, notify: true }));
  await tell("identified", "A disk.");
  const known = await only();
  expect([known.uid, known.end > open.end, known.sequence > open.sequence]).toEqual([open.uid, true, true]);
  const resolvedAt = deployment.clock.now;
  await tell("resolved", "It is back.");
  const over = await only();
  expect([over.end, over.sequence > known.sequence]).toEqual([resolvedAt, true]);
  expect(over.description).toMatch(/^Affects: API\n\nResolved – It is back\.\n\nIdentified – A disk\./);
  await good(withdrawIncident(desk.owner(), { pageId, id }));
  const gone = await only();
  expect(gone).toMatchObject({ uid: open.uid, status: "CANCELLED", start: startedAt });
  expect(gone.sequence).toBeGreaterThan(over.sequence);
  expect(JSON.stringify(gone)).not.toMatch(/Down|disk|look/);
});

test("each planned one of a series is an event, and each is cancelled with it", async () => {
  const { pageId, deployment } = desk;
  const startsAt = deployment.clock.now + 24 * hour;
  const repeat = { frequency: "weekly" as const, interval: 1 };
  const plan = { title: "Updates", startsAt, endsAt: startsAt + hour, repeat };
  await good(planMaintenance(desk.owner(), { pageId, ...plan }));
  const events = await look();
  expect(events.length).toBeGreaterThanOrEqual(4);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  const { ctx } = await ask();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(maintenanceSeriesTable));
  await good(endMaintenanceSeries(desk.owner(), { pageId, id: row?.id ?? "" }));
  const after = await look();
  expect(after.map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid));
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set(["CANCELLED"]));
  expect(after.map(({ start }) => start)).toEqual(events.map(({ start }) => start));
});

test("304 to who has it; the copy while the database is away; noindex; unknown and private alike", async () => {
  const { response } = await ask();
  const etag = response.headers.get("etag") ?? "";
  expect((await ask("calendar.ics", undefined, { "if-none-match": etag })).response.status).toBe(304);
  desk.deployment.clock.now += 2000;
  const away = faulty(desk.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database;
  const copy = (await ask("calendar.ics", away)).response;
  expect([copy.status, copy.headers.get("etag")]).toEqual([200, null]);
  expect(copy.headers.get("x-upfront-stale")).toMatch(/^2026-/);
  resetIsolate();
  expect((await ask("calendar.ics", away)).response.status).toBe(503);
  resetIsolate();
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: 0, noindex: true }));
  expect((await ask()).response.headers.get("x-robots-tag")).toBe("noindex");
  for (const path of ["components/none/calendar.ics", "components/%E0%A4%A/calendar.ics"]) {
    expect([path, (await ask(path)).response.status]).toEqual([path, 404]);
  }
});
