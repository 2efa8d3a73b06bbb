import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listCorrections } from "~/corrections/verbs";
import { runBatch } from "~/db/run-batch";
import { alertTable } from "~/db/schema";
import { updatePage } from "~/pages/update";
import { type Desk, good, openDesk } from "../support/desk";
import { watch } from "../support/monitors";
import { fillAlerts, put } from "../support/scenario";
import { openSignedIn } from "../support/sign-in";
import type { Browser } from "../support/worker";

/** The form of a correction where clocks change: an hour that comes twice, one that does not come at all. */
let desk: Desk;
let person: Browser;
let sourceId: string;
const form = "/manage/acme/corrections/new";

beforeAll(async () => {
  desk = await openDesk();
  person = await openSignedIn(desk.deployment);
  sourceId = await watch(desk, { mode: "none" });
});
afterAll(() => desk.close());

async function inZone(timeZone: string, now: string): Promise<void> {
  desk.deployment.clock.now = Date.parse(now);
  person = await openSignedIn(desk.deployment);
  await good(updatePage(desk.owner(), { pageId: desk.pageId, timeZone }));
}

const valueIn = (text: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1] ?? "none";
const send = (path: string, fields: Record<string, string>) => {
  desk.deployment.clock.now += 1000;
  return person.post(path, { form: "correction", sourceId, reason: "The check was wrong.", ...fields });
};
/** The fields as they stand, with what the form says stood in them. */
const timesIn = (text: string) =>
  Object.fromEntries(["startsAt", "endsAt", "startsAtWas", "endsAtWas"].map((name) => [name, valueIn(text, name)]));
const newest = async () => {
  const { corrections } = await good(listCorrections(desk.as("viewer"), { pageId: desk.pageId }));
  return corrections[0];
};

/** From an alert whose times were of the second coming of an hour, to the form, and sent as it stands. */
test.each([
  ["Australia/Lord_Howe", "2026-04-04T15:05:20Z", "2026-04-04T15:20:40Z", "01:35", "01:51"],
  ["Europe/Berlin", "2026-10-25T01:10:20Z", "2026-10-25T01:40:40Z", "02:10", "02:41"],
  ["America/New_York", "2026-11-01T06:10:20Z", "2026-11-01T06:40:40Z", "01:10", "01:41"],
])("%s: an alert of the second time that the clocks show an hour is corrected where it was", async (zone, ...given) => {
  const [from, to, begins, ends] = given;
  await inZone(zone, new Date(Date.parse(to) + 24 * 3_600_000).toISOString());
  const asked = new URLSearchParams({ source: sourceId, from: `${Date.parse(from)}`, to: `${Date.parse(to)}` });
  const path = `${form}?${asked}`;
  const text = await (await person.go(path)).text();
  const times = timesIn(text);
  const { startsAt = "", endsAt = "" } = times;
  expect([startsAt.slice(11), endsAt.slice(11)]).toEqual([begins, ends]);
  expect((await send(path, times)).status).toBe(303);
  const floor = Date.parse(from) - 20_000;
  expect(await newest()).toMatchObject({ startsAt: floor, endsAt: Date.parse(to) + 20_000 });
  expect((await send(path, { ...times, startsAt: startsAt.replace(begins, "00:10") })).status).toBe(303);
  expect((await newest())?.startsAt).toBeLessThan(floor);
});

test("the page of a monitor and of its component lead to the form with the monitor chosen", async () => {
  for (const page of [`monitors/${sourceId}`, `components/${desk.components[0]}`]) {
    const text = await (await person.go(`/manage/acme/${page}`)).text();
    const [, path = ""] = /href="([^"]*corrections\/new[^"]*)"[^>]*>Report a false alarm/.exec(text) ?? [];
    const filled = await (await person.go(path.replaceAll("&amp;", "&"))).text();
    expect([page, filled.includes(`<option value="${sourceId}" selected="">`)]).toEqual([page, true]);
  }
});

test("of an alert that ended this very minute the form is taken as it stands", async () => {
  await inZone("Europe/Berlin", "2026-11-10T12:00:40Z");
  const [from, to] = [Date.parse("2026-11-10T11:50:00Z"), Date.parse("2026-11-10T12:00:20Z")];
  const path = `${form}?${new URLSearchParams({ source: sourceId, from: `${from}`, to: `${to}` })}`;
  const text = await (await person.go(path)).text();
  expect((await send(path, timesIn(text))).status).toBe(303);
  expect(await newest()).toMatchObject({ startsAt: from });
  expect((await newest())?.endsAt).toBeGreaterThanOrEqual(to);
});

test("the form is sent to its own address, which still has the times of the link", async () => {
  await inZone("Europe/Berlin", "2026-11-10T15:00:40Z");
  const [from, to] = [Date.parse("2026-11-10T14:10:20Z"), Date.parse("2026-11-10T14:20:20Z")];
  const path = `${form}?${new URLSearchParams({ source: sourceId, from: `${from}`, to: `${to}` })}`;
  const text = await (await person.go(path)).text();
  const own = /<form[^>]*action="([^"]*)"/g;
  const [action = ""] = [...text.matchAll(own)].flatMap(([, to]) => (to?.includes("/corrections/new") ? [to] : []));
  expect((await send(action.replaceAll("&amp;", "&"), timesIn(text))).status).toBe(303);
  expect(await newest()).toMatchObject({ startsAt: from - 20_000, endsAt: to + 40_000 });
});

test("times that stood in the form are read from it when its address has none", async () => {
  await inZone("Europe/Berlin", "2026-11-10T17:00:40Z");
  const times = { startsAt: "2026-11-10T17:10", endsAt: "2026-11-10T17:20" };
  const stood = { ...times, startsAtWas: times.startsAt, endsAtWas: times.endsAt };
  expect((await send(form, stood)).status).toBe(303);
  expect(await newest()).toMatchObject({ startsAt: Date.parse("2026-11-10T16:10:00Z") });
});

describe("of an alert that still fires", () => {
  const id = () => `${sourceId}.up`;
  const dismissedAt = async () => {
    const asked = desk.deployment.bindings.DB.prepare("SELECT dismissed_at FROM alert WHERE id = ?").bind(id());
    return (await asked.first<{ dismissed_at: number | null }>())?.dismissed_at;
  };
  const linked = (from: number, to: number) =>
    `${form}?${new URLSearchParams({ source: sourceId, from: `${from}`, to: `${to}` })}`;
  beforeAll(async () => {
    await inZone("Etc/UTC", "2026-11-11T12:00:40Z");
    const at = Date.parse("2026-11-11T11:50:00Z");
    const seen = { startedAt: at, firstSeenAt: at, lastSeenAt: at, key: "up", state: "firing" };
    const said = { title: "Shop is down", severity: null, labels: {}, flags: [] };
    await put(desk.deployment, alertTable, [{ id: id(), pageId: desk.pageId, sourceId, ...seen, ...said }]);
  });

  test("the form says so, ends now, and leads to the alert when it is not dismissed with it", async () => {
    const path = linked(Date.parse("2026-11-11T11:50:00Z"), Date.parse("2026-11-11T11:55:00Z"));
    const text = await (await person.go(path)).text();
    expect(text).toContain("These alerts still fire");
    expect(text).toMatch(/name="dismiss"[^>]*checked|checked[^>]*name="dismiss"/);
    expect(valueIn(text, "endsAt")).toBe("2026-11-11T12:00");
    const stood = { formShownAt: valueIn(text, "formShownAt"), endsNow: valueIn(text, "endsNow") };
    const answer = await send(path, { ...timesIn(text), ...stood });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/manage/acme/alerts/${encodeURIComponent(id())}?done=correction-made-firing`,
    ]);
    expect((await newest())?.endsAt).toBe(desk.deployment.clock.now);
    expect(await dismissedAt()).toBeNull();
  });

  test("it is dismissed with the correction when that is ticked", async () => {
    desk.deployment.clock.now += 300_000;
    const path = linked(Date.parse("2026-11-11T11:50:00Z"), Date.parse("2026-11-11T11:55:00Z"));
    const text = await (await person.go(path)).text();
    const shown = { formShownAt: valueIn(text, "formShownAt"), endsNow: valueIn(text, "endsNow") };
    const more = { ...shown, dismiss: "on" };
    const answer = await send(path, { ...timesIn(text), ...more });
    expect(answer.headers.get("location")).toBe("/manage/acme/corrections?done=correction-made-dismissed");
    expect(await dismissedAt()).toBe(desk.deployment.clock.now);
    expect(await (await person.go(path)).text()).not.toContain("These alerts still fire");
  });

  test("another source than the one whose alerts were listed keeps its own", async () => {
    desk.deployment.clock.now += 300_000;
    const other = await watch(desk, { mode: "none", name: "Other" });
    await runBatch(desk.owner(), fillAlerts({ id: other, pageId: desk.pageId }, 1, desk.deployment.clock.now));
    const path = linked(Date.parse("2026-11-11T11:50:00Z"), Date.parse("2026-11-11T11:55:00Z"));
    const times = { startsAt: "2026-11-11T11:00", endsAt: "2026-11-11T12:00", dismiss: "on" };
    const answer = await send(path, { ...times, sourceId: other });
    expect(answer.headers.get("location")).toBe("/manage/acme/corrections?done=correction-made");
  });

  test("of more than 200 the newest 200 are dismissed, and the answer says how many remain", async () => {
    desk.deployment.clock.now += 300_000;
    const now = desk.deployment.clock.now;
    const many = await watch(desk, { mode: "none", name: "Many" });
    await runBatch(desk.owner(), fillAlerts({ id: many, pageId: desk.pageId }, 237, now - 60_000));
    const path = `${form}?${new URLSearchParams({ source: many, from: `${now - 600_000}`, to: `${now}` })}`;
    const text = await (await person.go(path)).text();
    expect(text).toContain("and 217 more");
    expect(text).toContain("The newest 200 are dismissed.");
    const more = { formShownAt: valueIn(text, "formShownAt"), endsNow: valueIn(text, "endsNow"), dismiss: "on" };
    const answer = await send(path, { ...timesIn(text), ...more, sourceId: many });
    const to = answer.headers.get("location") ?? "";
    expect(to).toBe(`/manage/acme/alerts?state=firing&source=${many}&left=37&done=correction-made-left`);
    expect(await (await person.go(to)).text()).toContain("37 alerts of this source still fire");
  });
});

describe("an hour that is jumped over", () => {
  test.each([
    ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T12:00:00Z", "03:00"],
    ["America/New_York", "2026-03-08T02:30", "2026-03-08T18:00:00Z", "03:00"],
    ["Australia/Lord_Howe", "2026-10-04T02:10", "2026-10-04T12:00:00Z", "02:30"],
  ])("%s: is explained beside both fields, and nothing is corrected", async (zone, jumped, now, next) => {
    await inZone(zone, now);
    const before = await newest();
    const answer = await send(form, { startsAt: jumped, endsAt: jumped });
    const text = await answer.text();
    expect(answer.status).toBe(422);
    for (const name of ["startsAt", "endsAt"]) {
      expect(text).toMatch(
        new RegExp(`id="correction-${name}-error"[^>]*>[^<]*${zone}[^<]*${next} on ${jumped.slice(0, 10)}`),
      );
      expect(valueIn(text, name)).toBe(jumped);
    }
    expect(await newest()).toEqual(before);
  });
});

test.each<Record<string, string>>([
  { startsAt: "2026-13-45T99:99", endsAt: "NaN" },
  { startsAt: "9999-12-31T23:59", endsAt: "9999-12-31T23:59" },
  { startsAt: "0000-01-01T00:00", endsAt: "-271821-04-20T00:00" },
  { startsAt: "x".repeat(100_000), endsAt: "\u0000" },
  { sourceId: "__proto__", startsAt: "2026-11-10T10:00", endsAt: "2026-11-10T10:30" },
  { reason: "x".repeat(100_000), startsAt: "2026-11-10T10:00", endsAt: "2026-11-10T10:30" },
])("times and texts that are none are answered, and nothing is corrected: %j", async (fields) => {
  await inZone("Etc/UTC", "2026-11-10T12:00:00Z");
  const before = await newest();
  expect([422, 404, 409]).toContain((await send(form, fields)).status);
  expect(await newest()).toEqual(before);
});
