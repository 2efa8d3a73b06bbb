import { afterAll, beforeAll, expect, test } from "vitest";
import { formatLocalTime } from "~/time/local-time";
import { formsIn } from "../support/desk-forms";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { execute, openTold, type Told } from "../support/told";
import { type Browser, openBrowser } from "../support/worker";

/** Lists of monitors and heartbeats as their URL says: sorted, filtered, all ticked, and again so after an action. */
let told: Told;
let stage: Stage;
let admin: Browser;
let viewer: Browser;
const names = ["Zebra", "apple", "Mango"];

beforeAll(async () => {
  told = await openTold();
  const { deployment } = told;
  await makePeople(deployment);
  const owner = new Owner(await openBrowser(deployment), deployment);
  stage = await setStage(deployment, owner, "shop");
  viewer = await browserOf(deployment, "viewer");
  admin = await browserOf(deployment, "admin");
  await execute(told, `DELETE FROM source WHERE page_id = '${stage.id}' AND family IN ('monitor', 'heartbeat')`);
  await execute(told, "DELETE FROM monitor");
  await execute(told, "DELETE FROM heartbeat");
  const effect = { mode: "draft", hold: "0", resolveAfter: "0", dependsOn: "" };
  const timing = { interval: "5", timeoutSeconds: "8", retries: "0", inARow: "2" };
  for (const name of names) {
    deployment.clock.now += 1000;
    const url = { kind: "http", "settings.url": "https://example.com/" };
    const monitor = { form: "monitor", name, tags: name === "Mango" ? "eu" : "", ...url, ...timing, ...effect };
    expect((await admin.post("/manage/shop/monitors/new?kind=http", monitor)).status).toBe(303);
    const schedule = { scheduleKind: "simple", "schedule.periodSeconds": "90", periodUnit: "minutes" };
    const grace = { graceSeconds: "5", graceUnit: "minutes", wordsIn: "anywhere" };
    const heartbeat = { form: "heartbeat", name, slug: "", tags: "", ...schedule, ...grace, ...effect };
    expect((await admin.post("/manage/shop/heartbeats/new", heartbeat)).status).toBe(303);
  }
  await execute(
    told,
    "UPDATE monitor SET state = 'down' WHERE id = (SELECT id FROM source WHERE name = 'Zebra' AND family = 'monitor')",
  );
  await execute(told, `UPDATE monitor_shard SET minute = ${Math.floor(deployment.clock.now / 60_000)}`);
  await execute(
    told,
    "UPDATE heartbeat SET state = 'down' WHERE id = (SELECT id FROM source WHERE name = 'Zebra' AND family = 'heartbeat')",
  );
}, 120_000);
afterAll(() => told.close());

/** What is seen: what the script is handed says more. */
const textOf = async (who: Browser, path: string) =>
  (await (await who.go(path)).text()).replaceAll(/<script[\s\S]*?<\/script>/g, "");
const rowsIn = (html: string) =>
  [...html.matchAll(/<th role="rowheader"[\s\S]*?<a[^>]*>([^<]*)</g)].map(([, name]) => name);
const ticksIn = (html: string) => [...html.matchAll(/type="checkbox"[^>]* checked=""/g)].length;
const sortedBy = (html: string) =>
  [...html.matchAll(/aria-sort="(\w+)"[^>]*>[\s\S]*?<\/th>/g)].flatMap(([head, sort]) =>
    sort === "none" ? [] : [[sort, head.replaceAll(/<svg[\s\S]*?<\/svg>|<[^>]*>|^[^>]*>/g, "")]],
  );
const idsOf = async (family: string) => {
  const { results } = await told.deployment
    .ctx()
    .d1.prepare(`SELECT id, name FROM source WHERE family = '${family}' AND page_id = '${stage.id}'`)
    .all<{ id: string; name: string }>();
  return Object.fromEntries(results.map(({ id, name }) => [name, id]));
};

const rooms = ["monitors", "heartbeats"] as const;

test.each(rooms)("%s: worst first, and by name in both directions", async (room) => {
  const home = `/manage/shop/${room}`;
  const usual = await textOf(viewer, home);
  expect([rowsIn(usual), sortedBy(usual)]).toEqual([["Zebra", "apple", "Mango"], [["ascending", "State"]]]);
  const byName = await textOf(viewer, `${home}?sort=name`);
  expect([rowsIn(byName), sortedBy(byName)]).toEqual([["apple", "Mango", "Zebra"], [["ascending", "Name"]]]);
  expect(byName).toContain('href="?sort=-name"');
  const back = await textOf(viewer, `${home}?sort=-name`);
  expect([rowsIn(back), sortedBy(back)]).toEqual([["Zebra", "Mango", "apple"], [["descending", "Name"]]]);
  expect(rowsIn(await textOf(viewer, `${home}?sort=password`))).toEqual(["Zebra", "apple", "Mango"]);
});

test("each column of monitors sorts, and the four of uptime have their span in full for screen readers", async () => {
  for (const key of ["response", "week", "month", "quarter", "checked"]) {
    expect(rowsIn(await textOf(viewer, `/manage/shop/monitors?sort=-${key}`)), key).toHaveLength(3);
  }
  const html = await textOf(viewer, "/manage/shop/monitors");
  expect(html).toMatch(/Uptime in the last 24 hours<\/span><span aria-hidden="true">Uptime 24 h/);
  expect(html.match(/class="narrow"><span class="sr-only">Uptime in the last 7 days/g)).toHaveLength(3);
  expect(html.match(/Uptime in the last 7 days/g)).toHaveLength(6);
});

test("days and charts are dated as the reader's region writes them, with English words", async () => {
  const british = async (path: string) => {
    const answer = await viewer.go(path, { headers: { "accept-language": "en-GB" } });
    return (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>/g, "");
  };
  expect(await british("/manage/shop/activity")).toMatch(/<h2[^>]*>\w+day,? \d{1,2} [A-Z]\w+</);
  const [, id = ""] = /monitors\/(\w{26})"/.exec(await british("/manage/shop/monitors")) ?? [];
  expect(await british(`/manage/shop/monitors/${id}`)).toMatch(/data-lang="en" data-dates="en-GB"/);
});

test("filtered by text, state, tag and kind, each kept by the links that sort", async () => {
  const list = async (query: string) => rowsIn(await textOf(viewer, `/manage/shop/monitors?${query}`));
  expect(await list("text=an")).toEqual(["Mango"]);
  expect(await list("state=down")).toEqual(["Zebra"]);
  expect(await list("tag=eu")).toEqual(["Mango"]);
  expect(await list("kind=http")).toHaveLength(3);
  expect(await list("kind=tcp")).toEqual([]);
  const none = await textOf(viewer, "/manage/shop/monitors?text=nothing&sort=name");
  expect([none.includes("No monitors found"), none.includes(">Show all<")]).toEqual([true, true]);
  const filtered = await textOf(viewer, "/manage/shop/monitors?tag=eu&sort=name");
  expect(filtered).toContain('href="?tag=eu&amp;sort=-name"');
  const beats = async (query: string) => rowsIn(await textOf(viewer, `/manage/shop/heartbeats?${query}`));
  expect([await beats("kind=simple&text=A"), await beats("kind=cron")]).toEqual([["Zebra", "apple", "Mango"], []]);
});

test.each(rooms)("%s: the link ticks every box that is shown; nothing is ticked without it", async (room) => {
  const home = `/manage/shop/${room}`;
  expect(ticksIn(await textOf(admin, home))).toBe(0);
  const html = await textOf(admin, `${home}?text=a&sort=name`);
  expect(html).toContain(`href="${home}?text=a&amp;sort=name&amp;select=all"`);
  expect(ticksIn(await textOf(admin, `${home}?text=a&sort=name&select=all`))).toBe(3);
  expect(ticksIn(await textOf(viewer, `${home}?select=all`))).toBe(0);
});

test.each(rooms)("%s: after an action, refused or done, the person is in the same view", async (room) => {
  const family = room.slice(0, -1);
  const view = `/manage/shop/${room}?text=a&sort=name`;
  const form = formsIn(await textOf(admin, `${view}&select=all`)).find(({ name }) => name === "bulk");
  expect(form?.action).toBe(view);
  const { apple = "", Mango = "" } = await idsOf(family);
  const boxes = { [`${family}-${apple}`]: "on", [`${family}-${Mango}`]: "on" };
  const post = (fields: Record<string, string>) => {
    told.deployment.clock.now += 1000;
    return admin.post(view, { form: "bulk", ...boxes, ...fields });
  };
  const wrong = await post({ deed: "mute", minutes: "until", until: "2001-01-01T00:00" });
  const again = (await wrong.text()).replaceAll(/<script[\s\S]*?<\/script>/g, "");
  expect([wrong.status, rowsIn(again), ticksIn(again)]).toEqual([422, ["apple", "Mango", "Zebra"], 2]);
  expect(again).toMatch(/id="bulk-until-error"[^>]*>Enter a time within the next 7 days\./);
  const until = Math.ceil(told.deployment.clock.now / 60_000) * 60_000 + 90 * 60_000;
  const muted = await post({ deed: "mute", minutes: "until", until: formatLocalTime(until, "UTC") });
  expect([muted.status, muted.headers.get("location")]).toEqual([303, `${view}&done=${room}-changed`]);
  const { results } = await told.deployment
    .ctx()
    .d1.prepare(`SELECT muted_until AS until FROM source WHERE id IN ('${apple}', '${Mango}')`)
    .all<{ until: number }>();
  for (const row of results) expect(Math.abs(row.until - until)).toBeLessThan(60_000);
  const asked = await (await post({ deed: "delete" })).text();
  const sure = formsIn(asked).find(({ hidden }) => hidden.deed === "delete_sure");
  expect([sure?.action, asked.includes(`href="${view.replace("&", "&amp;")}"`)]).toEqual([view, true]);
  expect((await post({ deed: "unmute" })).status).toBe(303);
});
