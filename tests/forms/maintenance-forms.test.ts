import { afterAll, beforeAll, expect, test } from "vitest";
import { membershipTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople } from "../support/matrix-cast";
import { aPage, arrange, put, type TestPage } from "../support/scenario";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: TestPage;
let responder: Browser;
let viewer: Browser;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  stage = await arrange(deployment, aPage({ slug: "acme" }));
  await deployment.ctx().d1.prepare("UPDATE page SET time_zone = 'Europe/Berlin'").bind().run();
  const members = (["responder", "viewer"] as const).map((role) => ({ personId: role, role, createdAt: 1 }));
  await put(
    deployment,
    membershipTable,
    members.map((each) => ({ ...each, pageId: stage.id })),
  );
  responder = await browserOf(deployment, "responder");
  viewer = await browserOf(deployment, "viewer");
});
afterAll(() => deployment.close());

const home = "/manage/acme/maintenances";
const tick = () => {
  deployment.clock.now += 1000;
};
const componentField = () => `components.${stage.components[0]}`;
const fields = (over: Record<string, string> = {}): Record<string, string> => ({
  form: "plan",
  title: "Move the database",
  body: "We **move** it.",
  startsAt: "2031-06-01T02:00",
  endsAt: "2031-06-01T04:00",
  [componentField()]: "under_maintenance",
  "repeat.frequency": "once",
  "repeat.interval": "1",
  "repeat.end.kind": "never",
  "repeat.end.count": "",
  "repeat.end.date": "",
  autoStart: "on",
  autoEnd: "on",
  tellPlanned: "on",
  ...over,
});
const plan = (over: Record<string, string> = {}) => {
  tick();
  return responder.post(`${home}/new`, fields(over));
};
const placeOf = (answer: Response) => new URL(answer.headers.get("location") ?? "", "http://localhost").pathname;
const textOf = async (browser: Browser, path: string) => (await browser.go(path)).text();
const planned = async (over: Record<string, string> = {}) => placeOf(await plan(over));
const missingIn = (text: string, words: string[]): string[] => words.filter((word) => !text.includes(word));
const foundIn = (text: string, words: string[]): string[] => words.filter((word) => text.includes(word));

test("row 32: an hour that the clocks jump over is explained, 03:00 offered, and all that was typed is kept", async () => {
  const answer = await plan({ startsAt: "2031-03-30T02:30", endsAt: "2031-03-30T04:00" });
  const text = await answer.text();
  expect(answer.status).toBe(422);
  expect(text).toMatch(/id="plan-startsAt-error"[^>]*>[^<]*Europe\/Berlin[^<]*03:00 on 2031-03-30/);
  expect(missingIn(text, ['value="Move the database"', 'value="2031-03-30T02:30"', "We **move** it."])).toEqual([]);
  expect(text).toMatch(/id="plan-startsAt"[^>]*autofocus/i);
  const early = await plan({ endsAt: "2031-06-01T01:00" });
  const why = await early.text();
  expect([early.status, /id="plan-endsAt-error"[^>]*>[^<]*after the start/.test(why)]).toEqual([422, true]);
  const never = await plan({ startsAt: "" });
  expect([never.status, (await never.text()).includes("Enter a date and time.")]).toEqual([422, true]);
  expect(foundIn(await textOf(viewer, home), ["Move the database"])).toEqual([]);
});

test("a component that is ticked is proposed as under maintenance", async () => {
  const text = await textOf(responder, `${home}/new`);
  const proposed = [...text.matchAll(/<select name="componentsAs\.[\s\S]*?<\/select>/g)].map(
    ([select]) => /value="(\w+)" selected=""/.exec(select)?.[1],
  );
  expect(new Set(proposed)).toEqual(new Set(["under_maintenance"]));
});

test("the next dates of a rule are shown over the change of the clocks; nothing is saved", async () => {
  const rule = { "repeat.frequency": "weekly", "repeat.interval": "2", "repeat.weekdays.su": "on", intent: "dates" };
  const answer = await plan({ ...rule, startsAt: "2031-03-16T02:30", endsAt: "2031-03-16T03:30" });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(missingIn(text.toLowerCase(), ["every 2 weeks on sunday; next dates:", 'value="2031-03-16t02:30"'])).toEqual(
    [],
  );
  const region = /aria-label="Dates"[\s\S]*?<\/section>/.exec(text)?.[0] ?? "";
  const starts = [...region.matchAll(/title="(\d{4}-\d\d-\d\d \d\d:\d\d UTC) –/g)].map((each) => each[1]);
  expect(starts).toEqual([
    "2031-03-16 01:30 UTC",
    "2031-03-30 01:00 UTC",
    "2031-04-13 00:30 UTC",
    "2031-04-27 00:30 UTC",
    "2031-05-11 00:30 UTC",
  ]);
  const wrong = await (await plan({ ...rule, "repeat.interval": "0" })).text();
  expect(wrong).toMatch(/id="plan-repeat-interval-error"[^>]*>[^<]*1 to 99/);
  expect(foundIn(await textOf(viewer, home), ["Move the database"])).toEqual([]);
});

test("other work on the same components is shown before it is saved; pressed again it is saved", async () => {
  const first = await planned({ title: "First work" });
  expect(first).toMatch(/^\/manage\/acme\/maintenances\/\w+$/);
  const second = { title: "Second work", startsAt: "2031-06-01T03:00", endsAt: "2031-06-01T05:00" };
  const warned = await plan(second);
  const text = await warned.text();
  expect([warned.status, missingIn(text, ["First work", "Schedule anyway", 'value="Second work"'])]).toEqual([422, []]);
  const seen = /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? "";
  expect(first.endsWith(seen)).toBe(true);
  expect(await planned({ ...second, seen })).toMatch(/^\/manage\/acme\/maintenances\/\w+$/);
  const list = await textOf(viewer, home);
  expect([
    missingIn(list, ["First work", "Second work", "Scheduled"]),
    foundIn(list, ["Schedule maintenance"]),
  ]).toEqual([[], []]);
});

test("what happens next stands on its page; two at once get both versions; a cancel needs the tick", async () => {
  const here = await planned({ title: "Alone", startsAt: "2031-07-01T02:00", endsAt: "2031-07-01T04:00" });
  expect(missingIn(await textOf(responder, here), ["Starts automatically", "Start now", "nobody is notified"])).toEqual(
    [],
  );
  expect(foundIn(await textOf(viewer, here), ["Start now", "Cancel the maintenance", "Post the update"])).toEqual([]);
  const change = fields({
    form: "edit",
    version: "0",
    title: "Theirs",
    startsAt: "2031-07-01T02:00",
    endsAt: "2031-07-01T04:30",
    startsAtWas: "2031-07-01T02:00",
    endsAtWas: "2031-07-01T04:00",
  });
  tick();
  expect((await responder.post(here, change)).status).toBe(303);
  const late = await responder.post(here, { ...change, title: "Mine" });
  const both = await late.text();
  expect([late.status, missingIn(both, ["Theirs", "Mine", "2031-07-01T04:30", "Save my version"])]).toEqual([409, []]);
  tick();
  const posted = await responder.post(here, { form: "update", version: "1", body: "Crew is **ready**." });
  expect(posted.status).toBe(303);
  const text = await textOf(viewer, here);
  expect(missingIn(text, ["<strong>ready</strong>", "Theirs"])).toEqual([]);
  const unsure = await responder.post(here, { form: "cancel", version: "2" });
  expect([unsure.status, (await unsure.text()).includes("Tick the box")]).toEqual([422, true]);
  tick();
  expect(placeOf(await responder.post(here, { form: "cancel", version: "2", sure: "on" }))).toBe(here);
  const over = await textOf(responder, here);
  expect([missingIn(over, ["Cancelled"]), foundIn(over, ["Start now", "Cancel the maintenance"])]).toEqual([[], []]);
  expect((await viewer.post(here, { form: "start" })).status).toBe(403);
});

test("a series lists as its next one, is changed as a whole and ended", async () => {
  const daily = { "repeat.frequency": "daily", "repeat.end.kind": "count", "repeat.end.count": "4" };
  const day = (ahead: number) => new Date(deployment.clock.now + ahead * 86_400_000).toISOString().slice(0, 10);
  const window = { startsAt: `${day(2)}T10:00`, endsAt: `${day(2)}T11:00` };
  const here = await planned({ title: "Nightly copy", ...daily, ...window, [componentField()]: "" });
  expect(missingIn(await textOf(viewer, here), ["Every day, 4 times"])).toEqual([]);
  const list = await textOf(viewer, home);
  const series = /\/manage\/acme\/maintenances\/series\/\w+/.exec(list)?.[0] ?? "";
  expect(missingIn(list, ["Repeats; 3 more scheduled", "Repeating"])).toEqual([]);
  expect((await textOf(viewer, series)).match(/>Scheduled</g)?.length ?? 0).toBeGreaterThan(0);
  const page = await (await openBrowser(deployment)).go("/acme");
  expect(missingIn(await page.text(), ["Repeats every day", "3 more scheduled"])).toEqual([]);
  tick();
  const change = fields({ form: "edit", version: "0", title: "Nightly backup", ...daily, ...window });
  expect((await responder.post(series, change)).status).toBe(303);
  expect(missingIn(await textOf(viewer, here), ["Nightly backup"])).toEqual([]);
  expect((await responder.post(series, { ...change, title: "Mine" })).status).toBe(409);
  expect((await responder.post(series, { form: "end", version: "1" })).status).toBe(422);
  tick();
  expect(placeOf(await responder.post(series, { form: "end", version: "1", sure: "on" }))).toBe(home);
  expect(foundIn(await textOf(viewer, home), ["Nightly backup", "more scheduled"])).toEqual([]);
  expect(missingIn(await textOf(viewer, here), ["Cancelled"])).toEqual([]);
});
