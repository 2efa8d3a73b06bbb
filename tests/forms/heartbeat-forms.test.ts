import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import type { Browser } from "../support/worker";

let deployment: TestDeployment;
let admin: Browser;
let responder: Browser;
let viewer: Browser;

beforeAll(async () => {
  ({ deployment } = await openStaged());
  admin = await browserOf(deployment, "admin");
  responder = await browserOf(deployment, "responder");
  viewer = await browserOf(deployment, "viewer");
});
afterAll(() => deployment.close());

const home = "/manage/acme/heartbeats";
const fields = (over: Record<string, string> = {}) => ({
  form: "heartbeat",
  name: "Nightly",
  slug: "nightly",
  tags: "eu, backup",
  scheduleKind: "simple",
  "schedule.periodSeconds": "90",
  periodUnit: "minutes",
  graceSeconds: "5",
  graceUnit: "minutes",
  "schedule.expression": "",
  "schedule.timeZone": "Europe/Berlin",
  wordsIn: "anywhere",
  mode: "draft",
  hold: "0",
  resolveAfter: "0",
  ...over,
});
const make = (over: Record<string, string> = {}) => {
  deployment.clock.now += 1000;
  return admin.post(`${home}/new`, fields(over));
};
const placeOf = (answer: Response) => new URL(answer.headers.get("location") ?? "", "http://localhost").pathname;
const textOf = async (browser: Browser, path: string) => (await browser.go(path)).text();
const addressIn = (text: string) => /\/ping\/[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? "";

test.each([
  [{ "schedule.periodSeconds": "ten" }, "schedule-periodSeconds", "Enter a whole number"],
  [{ "schedule.periodSeconds": "366", periodUnit: "days" }, "schedule-periodSeconds", "Enter at most 365 days"],
  [{ graceSeconds: "" }, "graceSeconds", "Enter a whole number"],
  [{ scheduleKind: "cron", "schedule.expression": "hourly" }, "schedule-expression", ""],
  [
    { scheduleKind: "cron", "schedule.expression": "0 * * * *", "schedule.timeZone": "Mars" },
    "schedule-timeZone",
    "zone",
  ],
  [{ scheduleKind: "calendar", "schedule.expression": "Fri..Mon" }, "schedule-expression", "Day of the week"],
  [{ slug: "No Capitals" }, "slug", "lower-case letters"],
  [{ hold: "x" }, "hold", "Enter a whole number"],
  [{ tags: `eu, ${"x".repeat(51)}` }, "tags", "50 characters"],
])("%j comes back with what was typed and a message beside the field", async (wrong, field, words) => {
  const answer = await make({ ...wrong, name: "Typed name" });
  const text = await answer.text();
  expect([answer.status, text.includes('value="Typed name"')]).toEqual([422, true]);
  expect(text).toMatch(new RegExp(`id="heartbeat-${field}-error"[^>]*>[^<]*${words}`));
  expect(text).toMatch(/<option value="minutes" selected="">minutes/);
});

test("a new one says first how to call it; once called it shows its URL above its pings, and folds the rest away", async () => {
  const here = placeOf(await make({ slug: "called" }));
  const isNew = await textOf(admin, here);
  const inOrder = (text: string, words: string[]) => words.map((word) => text.indexOf(`>${word}</`));
  const [address = 0, waiting = 0] = inOrder(isNew, ["Ping URL", "Pings"]);
  expect(address > 0 && waiting > address).toBe(true);
  expect(isNew).toMatch(/<details open=""[^>]*><summary[^>]*><span[^>]*>Examples: cron/);
  expect((await admin.go(addressIn(isNew), { method: "POST" })).status).toBe(200);
  const called = await textOf(admin, here);
  const order = inOrder(called.split("<main")[1] ?? "", ["Ping URL", "Pings", "Alerts", "Edit"]);
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(called).toMatch(/<details class[^>]*><summary[^>]*><span[^>]*>Examples: cron/);
  const [near = "", later = ""] = called.slice(called.indexOf(">Next runs</")).split(">Later runs</span>");
  expect([near, later].map((part) => part.split("<h2")[0]?.match(/<time /g)?.length)).toEqual([3, 7]);
});

test("made, listed, and changed from the version that was read; the address is an admin's", async () => {
  const here = placeOf(await make());
  expect(here).toMatch(/^\/manage\/acme\/heartbeats\/\w{26}$/);
  const [mine, theirs] = [await textOf(admin, here), await textOf(viewer, here)];
  expect(mine).toContain("every 90 minutes");
  expect(addressIn(mine)).not.toBe("");
  expect(mine).toContain(`curl -fsS -m 10 --retry 5 -o /dev/null http://localhost:8787${addressIn(mine)}`);
  expect(theirs).not.toMatch(/\/ping\/|Send a ping|name="version"|Create a ping key/);
  expect(await textOf(responder, here)).not.toMatch(/\/ping\/|Send a ping/);
  expect(await textOf(viewer, `${home}?tag=backup&text=night`)).toContain("Nightly");
  expect(await textOf(viewer, `${home}?tag=none`)).toContain("No heartbeats found");
  const cron = { version: "0", scheduleKind: "cron", "schedule.expression": "30 3 * * *" };
  expect((await admin.post(here, fields(cron))).status).toBe(303);
  const changed = await textOf(viewer, here);
  expect(changed).toContain("30 3 * * * in Europe/Berlin");
  expect(changed).toMatch(/Sat, Nov 21[^<]*03:30/);
  expect(changed).toMatch(/Sat, Nov 21[^<]*02:30/);
  const late = await admin.post(here, fields({ version: "0", name: "Mine" }));
  const text = await late.text();
  expect([late.status, text.includes("Nightly"), text.includes("Mine"), text.includes("90 minutes")]).toEqual([
    409,
    true,
    true,
    true,
  ]);
});

test("a timer of systemd is kept as typed, its zone beside it, and its unit says the same", async () => {
  const calendar = { scheduleKind: "calendar", "schedule.expression": "OnCalendar=Mon..Fri 10:00 America/New_York" };
  const here = placeOf(await make({ ...calendar, slug: "" }));
  const text = await textOf(admin, here);
  expect(text).toContain("Mon..Fri 10:00 in America/New_York");
  expect(text).toContain('value="Mon..Fri 10:00"');
  expect(text).toContain('<option value="calendar" selected="">systemd timer (OnCalendar)');
  expect(text).toContain("OnCalendar=Mon..Fri 10:00 America/New_York\nPersistent=true");
  expect(text).not.toContain("CRON_TZ");
});

test("keywords are kept as typed, shown as a rule of its pings, and go into a copy", async () => {
  const words = { failWords: "ERROR, panic: ", successWords: "done", startWords: "", wordsIn: "body" };
  const here = placeOf(await make({ ...words, slug: "" }));
  const text = await textOf(admin, here);
  expect(text).toContain('value="ERROR, panic:"');
  expect(text).toMatch(/<option value="body" selected="">Body only/);
  expect(text).toMatch(/Pings<\/dt><dd>keywords/);
  const copy = await textOf(admin, `${home}/new?from=${here.split("/").at(-1)}`);
  expect(copy).toContain('value="ERROR, panic:"');
  const long = await make({ successWords: "x".repeat(101) });
  expect([long.status, await long.text()]).toEqual([422, expect.stringMatching(/successWords-error"[^>]*>[^<]*100/)]);
});

test("a form that was opened before there were keywords still saves, and changes nothing that it does not have", async () => {
  const { wordsIn: _in, ...older } = fields({ slug: "" });
  const plain = await admin.post(`${home}/new`, older);
  expect([plain.status, await textOf(admin, placeOf(plain))]).toEqual([
    303,
    expect.stringMatching(/<option value="anywhere" selected="">/),
  ]);
  deployment.clock.now += 1000;
  const words = { failWords: "ERROR", successWords: "done", startWords: "", wordsIn: "body" };
  const here = placeOf(await make({ ...words, slug: "" }));
  expect((await admin.post(here, { ...older, name: "Renamed", version: "0" })).status).toBe(303);
  const text = await textOf(admin, here);
  expect(text).toContain("Renamed");
  expect(text).toMatch(/<option value="body" selected="">/);
  expect(text).toContain('value="ERROR"');
  const late = await admin.post(here, { ...older, name: "Mine", version: "0" });
  expect([late.status, (await late.text()).includes("Look in")]).toEqual([409, false]);
});

test("what is down because of another one says for which it waits, until that is up again", async () => {
  const above = placeOf(await make({ name: "Database", slug: "" }));
  const dependsOn = above.split("/").at(-1) ?? "";
  const below = placeOf(await make({ name: "Backup", slug: "", dependsOn }));
  const ping = async (here: string, suffix: string) => {
    deployment.clock.now += 1000;
    await admin.go(`${addressIn(await textOf(admin, here))}${suffix}`);
    await deployment.settled();
  };
  const waits = /Waiting for <a [^>]*><bdi>Database<\/bdi><\/a>/;
  await ping(below, "/fail");
  expect(await textOf(viewer, below)).not.toMatch(waits);
  await ping(above, "/fail");
  expect(await textOf(viewer, below)).toMatch(waits);
  expect(await textOf(viewer, above)).not.toContain("Waiting for");
  await ping(above, "");
  expect(await textOf(viewer, below)).not.toMatch(waits);
});

test("a ping by button stands in the list with its page; a body is shown as text", async () => {
  const here = placeOf(await make({ slug: "" }));
  const done = await admin.post(here, { form: "ping" });
  expect(done.headers.get("location")).toBe(`${here}?done=heartbeat-pinged`);
  const address = addressIn(await textOf(admin, here));
  const body = `<script>alert(1)</script>${"x".repeat(10_000)}`;
  deployment.clock.now += 60_000;
  expect((await viewer.go(`${address}/2`, { method: "POST", body, headers: { cookie: "" } })).status).toBe(200);
  const page = await textOf(viewer, here);
  expect(page).toMatch(/Failure<.*?exit status 2.*?with a body/s);
  const ping = await textOf(viewer, `${here}/pings/2`);
  expect(ping).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect([ping.includes("<script>alert"), ping.includes("first 10,000 bytes")]).toEqual([false, true]);
  for (const number of ["3", "0", "-1", "1e1", "x"])
    expect((await viewer.go(`${here}/pings/${number}`)).status).toBe(404);
});

test("a run is one row with its start, and the newest ten rows are shown until all are chosen", async () => {
  const here = placeOf(await make({ slug: "" }));
  const address = addressIn(await textOf(admin, here));
  const call = async (suffix: string) => {
    deployment.clock.now += 60_000;
    expect((await viewer.go(`${address}${suffix}`, { method: "POST", headers: { cookie: "" } })).status).toBe(200);
  };
  for (let run = 0; run < 11; run += 1) for (const suffix of ["/start", "/0"]) await call(suffix);
  await call("/start");
  const rowsOf = (html: string) =>
    [...html.matchAll(/href="[^"]*\/pings\/(\d+)"/g)].map(([, number]) => Number(number));
  const page = await textOf(viewer, here);
  expect(rowsOf(page)).toEqual([23, ...Array.from({ length: 18 }, (_, index) => 22 - index)]);
  expect(page).toMatch(/Start<\/a>.{0,20} → .{0,20}Success<.*?exit status 0<.*?1 min<\/span><\/td>/s);
  const [, all = ""] = /href="([^"]*\?pings=all#pings)"[^>]*>Show all pings/.exec(page) ?? [];
  const whole = await textOf(viewer, all.split("#")[0] ?? "");
  expect(rowsOf(whole)).toHaveLength(23);
  expect(whole).not.toContain("Show all pings");
});

test("paused, resumed, muted by a responder, given another address, and deleted at the second step", async () => {
  const here = placeOf(await make({ slug: "" }));
  const step = (form: string, over: Record<string, string> = {}) => admin.post(here, { form, version: "0", ...over });
  expect((await responder.post(here, { form: "pause", version: "0" })).status).toBe(403);
  expect((await step("pause")).headers.get("location")).toBe(`${here}?done=heartbeat-paused`);
  expect(await textOf(viewer, here)).toContain("Paused");
  const stale = await step("pause");
  expect([stale.status, (await stale.text()).includes("Continue anyway")]).toEqual([409, true]);
  expect((await step("resume", { version: "1" })).headers.get("location")).toBe(`${here}?done=heartbeat-resumed`);
  const again = await step("resume", { version: "2" });
  expect([again.status, (await again.text()).includes("is not paused")]).toEqual([409, true]);
  const muted = await responder.post(here, { form: "mute", intent: "mute", minutes: "60", reason: "moving" });
  expect([muted.status, (await textOf(viewer, here)).includes("Muted")]).toEqual([303, true]);
  expect((await viewer.post(here, { form: "mute", intent: "mute", minutes: "60" })).status).toBe(403);
  const first = addressIn(await textOf(admin, here));
  const unsure = await step("rotate", { version: "3" });
  expect([unsure.status, (await unsure.text()).includes("Tick the box")]).toEqual([422, true]);
  expect((await step("rotate", { version: "3", sure: "on" })).status).toBe(303);
  expect(addressIn(await textOf(admin, here))).not.toBe(first);
  expect((await viewer.go(first)).status).toBe(404);
  expect((await step("delete", { version: "4" })).status).toBe(422);
  const gone = await step("delete", { version: "4", sure: "on" });
  expect([gone.status, placeOf(gone), (await admin.go(here)).status]).toEqual([303, home, 404]);
});

test("a copy begins with all but the slug; the page's ping key is made once and changed at the second step", async () => {
  const here = placeOf(await make({ slug: "copied" }));
  const copy = await textOf(admin, `${home}/new?from=${here.split("/").at(-1)}`);
  expect(copy).toContain('value="Nightly (copy)"');
  expect(copy).not.toContain('value="copied"');
  expect((await admin.go(`${home}/new?from=nothing`)).status).toBe(404);
  const version = /name="make-ping-key"|name="version" value="(\d+)"/.exec(await textOf(admin, home))?.[1] ?? "";
  expect((await admin.post(home, { form: "make-ping-key", version })).headers.get("location")).toContain(
    "ping-key-created",
  );
  const keyOf = async () => /\/ping\/([\w-]{43})\/SLUG/.exec(await textOf(admin, home))?.[1] ?? "";
  const key = await keyOf();
  expect((await viewer.go(`/ping/${key}/copied`)).status).toBe(200);
  expect(await textOf(viewer, home)).not.toContain(key);
  expect(await textOf(admin, here)).toContain(`/ping/${key}/copied`);
  const next = String(Number(version) + 1);
  expect((await admin.post(home, { form: "rotate-ping-key", version: next })).status).toBe(422);
  expect((await admin.post(home, { form: "rotate-ping-key", version: next, sure: "on" })).status).toBe(303);
  expect([await keyOf(), (await viewer.go(`/ping/${key}/copied`)).status]).not.toContain(key);
  expect((await viewer.go(`/ping/${key}/copied`)).status).toBe(404);
  await make({ slug: "copied" });
  expect(await textOf(admin, here)).toContain("Another heartbeat has the same slug");
});

test("many at once: muted, and deleted after one confirmation, without script", async () => {
  const ids = [await make({ name: "Stock", slug: "" }), await make({ name: "Prices", slug: "" })].map(
    (made) => placeOf(made).split("/").at(-1) ?? "",
  );
  const ticks = Object.fromEntries(ids.map((id) => [`heartbeat-${id}`, "on"]));
  const bulk = (over: Record<string, string>, by = admin) => {
    deployment.clock.now += 1000;
    return by.post(home, { form: "bulk", ...over });
  };
  const list = await textOf(admin, home);
  for (const id of ids) expect(list).toContain(`name="heartbeat-${id}"`);
  expect(await textOf(viewer, home)).not.toContain(`name="heartbeat-`);
  const undecided = await bulk({ ...ticks, deed: "" });
  const again = await undecided.text();
  expect([undecided.status, again.includes("Choose an action"), again.match(/checked=""/g)?.length]).toEqual([
    422,
    true,
    2,
  ]);
  const none = await bulk({ deed: "delete" });
  expect([none.status, (await none.text()).includes("Select at least one heartbeat")]).toEqual([422, true]);
  const wrong = await bulk({ ...ticks, deed: "mute", minutes: "0" });
  expect([wrong.status, /id="bulk-minutes-error"/.test(await wrong.text())]).toEqual([422, true]);
  expect((await bulk({ ...ticks, deed: "mute", minutes: "60" }, responder)).status).toBe(403);
  const muted = await bulk({ ...ticks, deed: "mute", minutes: "60" });
  expect(muted.headers.get("location")).toBe(`${home}?done=heartbeats-changed`);
  for (const id of ids) expect(await textOf(viewer, `${home}/${id}`)).toContain("Muted");
  expect((await bulk({ ...ticks, deed: "unmute" })).status).toBe(303);
  for (const id of ids) expect(await textOf(viewer, `${home}/${id}`)).not.toContain("Muted");
  const asked = await bulk({ ...ticks, deed: "delete" });
  const sure = await asked.text();
  expect([asked.status, sure.includes("Delete 2 heartbeats?"), sure.includes('value="delete_sure"')]).toEqual([
    200,
    true,
    true,
  ]);
  for (const id of ids) expect((await viewer.go(`${home}/${id}`)).status).toBe(200);
  const gone = await bulk({ ...ticks, deed: "delete_sure" });
  expect(gone.headers.get("location")).toBe(`${home}?done=heartbeats-deleted`);
  for (const id of ids) expect((await viewer.go(`${home}/${id}`)).status).toBe(404);
});
