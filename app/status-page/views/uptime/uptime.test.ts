import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createComponentGroup } from "~/components/groups/verbs";
import { updateComponent } from "~/components/update";
import { runBatch } from "~/db/run-batch";
import { componentYearTable } from "~/db/schema/index";
import { backfillIncident } from "~/incidents/backfill";
import { openIncident } from "~/incidents/open";
import { resetIsolate } from "~/platform/isolate";
import { programEndpointHandlerOf } from "~/programs";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { faulty } from "../../../../tests/support/faults";
import { aPage, aRule, arrange, aSource, put } from "../../../../tests/support/scenario";
import { stampKnown } from "../../../../tests/support/stamp-known";
import { type Visit, visit } from "../../../../tests/support/visitor";
import { publishPage } from "../../publishing/engine/publish";
import { uptimeOfLastDays } from "../../rules/recent-uptime";
import { formatUptime } from "../../uptime/rules/uptime";
import { readPublishedView } from "../../view-page";
import { loader } from "./uptime.route";

const hour = 3600_000;
let desk: Desk;

/** Website and API form a group that started on the 10th; Sign-in started on the 18th. */
beforeAll(async () => {
  desk = await openDesk();
  const { pageId, components } = desk;
  const [website, api, signIn] = components;
  for (const id of [website, api])
    await good(updateComponent(desk.as("admin"), { pageId, id, startDate: "2026-11-10" }));
  await good(updateComponent(desk.as("admin"), { pageId, id: signIn, startDate: "2026-11-18", name: "=Sign-in()" }));
  const span = { startedAt: Date.parse("2026-11-15T10:00:00Z"), endsAt: Date.parse("2026-11-15T12:00:00Z") };
  const gone = { pageId, title: "Gone", resolution: "", components: { [website]: "major_outage" } as const };
  await good(backfillIncident(desk.as("responder"), { ...gone, ...span }));
  const slow = { pageId, title: "Slow", body: "We look.", status: "investigating" as const };
  await good(openIncident(desk.as("responder"), { ...slow, components: { [api]: "partial_outage" } }));
  await good(createComponentGroup(desk.as("admin"), { pageId, name: "Shop", components: [website, api] }));
  desk.deployment.clock.now += hour;
  await republish();
});
afterAll(() => desk.close());

const sql = (text: string, ...params: unknown[]) =>
  runBatch(desk.deployment.ctx(), [{ sql: text, params: params as string[] }]);

async function republish() {
  await sql("UPDATE snapshot SET wanted = wanted + 1");
  await publishPage(desk.deployment.ctx(), desk.pageId);
  desk.deployment.clock.now += 1000;
  resetIsolate();
}

async function look(query = "", options: Visit = {}) {
  const args = visit(desk.deployment, `/acme/uptime${query}`, { page: "acme" }, options);
  const response = await loader(args);
  return { status: response.status, headers: response.headers, text: await response.text(), ctx: args.context.ctx };
}

async function download(query = "", database?: D1Database, slug = "acme") {
  const url = new URL(`http://localhost:8787/${slug}/uptime.csv${query}`);
  const ctx = desk.deployment.ctx({ kind: "visitor" }, database ? { database } : undefined);
  const answer = programEndpointHandlerOf(url.pathname, false);
  if (!answer) throw new Error("no such program");
  const response = await answer({ request: new Request(url), ctx, url, hostPage: false, setCookie: null });
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  const { data } = Papa.parse<Record<string, string>>(text.replace("\u{feff}", ""), {
    header: true,
    skipEmptyLines: true,
  });
  return { status: response.status, headers: response.headers, text, rows: data, ctx };
}

const rowOf = (text: string, name: string) => {
  const row = text.split("<tr").find((each) => each.includes(name)) ?? "";
  return [...row.matchAll(/<td[^>]*>([^<]*)</g)].map((cell) => cell[1]);
};
const away = () => faulty(desk.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database;

test("uptime of components and groups with its times, formula and dates, in five statements", async () => {
  await stampKnown(desk.deployment.ctx());
  const whole = await look("?from=2026-11-15&to=2026-11-15");
  expect(whole.status).toBe(200);
  expect(whole.ctx.meter.statements).toBeLessThanOrEqual(1 + 5);
  expect(whole.ctx.meter.written).toBe(0);
  expect(whole.text).toContain("<strong>Nov 15, 2026 to Nov 15, 2026</strong>");
  expect(rowOf(whole.text, "Website")).toEqual(["91.66%", "1 day", "2 h", "–", "–", "–", "–"]);
  expect(rowOf(whole.text, "Shop")).toEqual(["95.83%", "2 days", "2 h", "–", "–", "–", "–"]);
  expect(rowOf(whole.text, "=Sign-in()")).toEqual(["No data", "0 min", "–", "–", "–", "–", "1 day"]);
  expect(whole.text).toContain("0.3 × partial outage");
  expect(whole.text).toContain("Days follow the UTC time zone.");
  expect(whole.text).not.toContain("Includes today up to now.");
  expect(whole.headers.get("x-upfront-cache")).toBeNull();
  expect(whole.text).toContain('<meta name="robots" content="noindex">');
  expect(whole.text).toContain(
    'rel="canonical" href="http://localhost:8787/acme/uptime?from=2026-11-15&amp;to=2026-11-15"',
  );
});

test("by default what is known of the last 90 days; a short outage is neither rounded away nor 100 %", async () => {
  const usual = await look();
  expect(usual.text).toContain('name="from" type="date" value="2026-11-10"');
  expect(usual.text).toContain("Includes today up to now.");
  expect(usual.text).toContain("since Nov 18, 2026");
  expect(usual.text).not.toContain("noindex");
  expect(usual.text).toContain('<strong aria-current="true">Last 90 days');
  const api = rowOf(usual.text, ">API<");
  expect([api[0] !== "100%", api[3]]).toEqual([true, "1 h 1 min"]);
});

const answers: [query: string, status: number, text: string][] = [
  ["?from=2026-11-16&to=2026-11-12", 422, "The first day is after the last day."],
  ["?from=tomorrow", 422, "Enter a date such as 2026-11-20."],
  ["?to=2026-02-30", 422, "Enter a date such as 2026-11-20."],
  ["?from=2027-01-01", 422, "This day is in the future."],
  ["?from=2020-01-01&to=2020-12-31", 422, "There is no data before Nov 10, 2026."],
  ["?from=1976-01-01", 200, "The report starts on Nov 10, 2026. There is no data before that."],
  ["?from=2026-11-12&to=2099-01-01", 200, "The report ends today."],
  ["?from=&to=&x=1", 200, "Nov 10, 2026 to Nov 20, 2026"],
];

test.each(answers)("%s is answered in words", async (query, status, text) => {
  const found = await look(query);
  expect([found.status, found.text.includes(text), found.text.includes("<form")]).toEqual([status, true, true]);
  expect(found.text).not.toContain("undefined");
  if (status === 422) expect(found.ctx.meter.statements).toBeLessThanOrEqual(1);
  const file = await download(query);
  expect(file.status).toBe(status);
  if (status === 422) expect(file.text).toContain('"fields":{');
});

test("the document's own figures are those of the report", async () => {
  const { snapshot } = await good(readPublishedView(desk.deployment.ctx(), { slug: "acme" }));
  const percent = (share: number | null) => (share === null ? "" : formatUptime(share));
  for (const [days, from] of [
    [90, "2026-08-23"],
    [5, "2026-11-16"],
  ] as const) {
    const { rows } = await download(`?from=${from}`);
    for (const component of snapshot.components.filter(({ status }) => status === "operational")) {
      const shown = rows.find((row) => row.component_id === component.id)?.uptime_percent;
      expect(shown).toBe(percent(uptimeOfLastDays(snapshot, component, days)));
      if (days === 90) expect(shown).toBe(percent(component.uptime));
    }
  }
});

test("what was typed stays in the field, harmless", async () => {
  const found = await look(`?from=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(found.text).toContain("&quot;&gt;&lt;script&gt;");
  expect(found.text).not.toContain("<script>alert");
});

test("the file has a row per component with all that the formula needs, and no cell that computes", async () => {
  const { rows, headers, text, ctx } = await download("?from=2026-11-15&to=2026-11-15");
  expect(text.startsWith("\u{feff}component_id,component,group,from,to,time_zone,uptime_percent,")).toBe(true);
  expect(headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
  expect(headers.get("content-disposition")).toBe('attachment; filename="acme-uptime-2026-11-15-2026-11-15.csv"');
  expect(headers.get("cache-control")).toBeNull();
  expect(ctx.meter.statements).toBeLessThanOrEqual(1 + 5);
  expect(rows.map((row) => [row.component, row.group, row.uptime_percent, row.no_data_seconds])).toEqual([
    ["'=Sign-in()", "", "", "86400"],
    ["Website", "Shop", "91.66", "0"],
    ["API", "Shop", "100.00", "0"],
  ]);
  const website = rows[1] ?? {};
  expect([website.known_seconds, website.major_outage_seconds, website.partial_outage_weight]).toEqual([
    "86400",
    "7200",
    "0.3",
  ]);
});

test("day by day; the days add up to the rows; too many are refused", async () => {
  const query = "?from=2026-11-12&to=2026-11-20";
  const [whole, days] = [await download(query), await download(`${query}&by=day`)];
  expect(days.rows).toHaveLength(27);
  expect(days.ctx.meter.statements).toBeLessThanOrEqual(1 + 5);
  const before = days.rows.filter((row) => row.component === "'=Sign-in()" && row.uptime_percent === "");
  expect(before.map((row) => row.date)).toEqual(["12", "13", "14", "15", "16", "17"].map((day) => `2026-11-${day}`));
  for (const row of whole.rows) {
    const own = days.rows.filter((each) => each.component_id === row.component_id);
    for (const field of ["known_seconds", "major_outage_seconds", "partial_outage_seconds", "no_data_seconds"])
      expect(own.reduce((sum, each) => sum + Number(each[field]), 0)).toBeCloseTo(Number(row[field]), 3);
  }
});

test.each([
  ["Europe/Berlin", "2026-10-25", 25],
  ["America/New_York", "2026-03-08", 23],
  ["Africa/Cairo", "2026-04-24", 23],
])("in %s the day %s has %i hours, in the report and in both files", async (timeZone, date, hours) => {
  const slug = timeZone.toLowerCase().replace(/[^a-z]/g, "-");
  const page = await arrange(desk.deployment, aPage({ slug, timeZone, components: 1 }));
  await sql("UPDATE component SET start_date = '2026-01-01' WHERE page_id = ?1", page.id);
  await publishPage(desk.deployment.ctx(), page.id);
  const query = `?from=${date}&to=${date}`;
  for (const each of [query, `${query}&by=day`])
    expect((await download(each, undefined, slug)).rows.map((row) => row.known_seconds)).toEqual([`${hours * 3600}`]);
  const args = visit(desk.deployment, `/${slug}/uptime${query}`, { page: slug });
  const text = await (await loader(args)).text();
  expect(text).toContain(`Days follow the ${timeZone.replace("_", " ")} time zone.`);
  // All of these hours have data, so the table needs no column that says how many have.
  expect(text).not.toContain(">Time with data<");
});

test("unknown and private are one answer; the database away is 503 and leads home; nothing hidden leaks", async () => {
  await look();
  expect(await download("", away())).toMatchObject({ status: 503 });
  const stale = await look("", { database: away() });
  expect(stale.status).toBe(503);
  expect(stale.text).toContain('<a href="/acme">Go to current status</a>');
  const [website = ""] = desk.components;
  await good(updateComponent(desk.as("admin"), { pageId: desk.pageId, id: website, showUptime: false }));
  desk.deployment.clock.now += 2000;
  for (const { text } of [await look(), await download(), await download("?by=day")]) {
    expect(text).not.toContain("Website");
    expect(text).toContain("API");
  }
  const shop = (await good(readPublishedView(desk.deployment.ctx(), { slug: "acme" }))).snapshot.groups[0];
  const api = (await download("?from=2026-08-23")).rows.find((row) => row.component === "API");
  expect(formatUptime(shop?.uptime ?? 0)).toBe(api?.uptime_percent);
  await sql("UPDATE snapshot SET visibility = 'members'");
  desk.deployment.clock.now += 2000;
  resetIsolate();
  const [hidden, unknown] = [await download(), await download("", undefined, "nobody")];
  const same = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, "");
  expect([hidden.status, same(hidden)]).toEqual([404, same(unknown)]);
  expect((await look()).status).toBe(404);
  await sql("UPDATE snapshot SET visibility = 'public'");
  await good(updateComponent(desk.as("admin"), { pageId: desk.pageId, id: website, showUptime: true }));
  resetIsolate();
});

test("checks that stopped leave a gap that is neither up nor down", async () => {
  const [website = ""] = desk.components;
  const source = aSource(desk.pageId, { id: "s" });
  await arrange(desk.deployment, source, aRule(source, { components: [website] }));
  await sql("UPDATE snapshot SET observed_at = ?1", desk.deployment.clock.now);
  await republish();
  desk.deployment.clock.now += 5 * hour;
  resetIsolate();
  const { rows } = await download("?from=2026-11-20&to=2026-11-20");
  const gap = Number(rows.find((row) => row.component === "Website")?.no_data_seconds);
  expect(gap).toBeGreaterThan(5 * 3600 - 1);
  expect(gap).toBeLessThan(5 * 3600 + 10);
  expect(rows.find((row) => row.component === "API")?.no_data_seconds).toBe("0");
});

test("ten years cost the same statements; rows grow with years and components", async () => {
  const [website = "", api = ""] = desk.components;
  resetIsolate();
  const before = await download("?from=2026-11-15&to=2026-11-20");
  for (const id of [website, api])
    await good(updateComponent(desk.as("admin"), { pageId: desk.pageId, id, startDate: "2016-01-01" }));
  // Nothing vouches for the years before Website was monitored: they are already packed as no data.
  await sql("DELETE FROM component_year WHERE year BETWEEN 2017 AND 2025");
  const years = Array.from({ length: 9 }, (_, index) => 2017 + index);
  await put(
    desk.deployment,
    componentYearTable,
    years.flatMap((year) =>
      [website, api].map((componentId) => ({
        pageId: desk.pageId,
        year,
        componentId,
        days: { "07-01": [hour, 0, 0, 0, hour] },
      })),
    ),
  );
  await republish();
  const long = await download("?from=2016-12-01");
  expect(long.ctx.meter.statements).toBe(before.ctx.meter.statements);
  const cost = ({ ctx: { meter } }: typeof long) => `${meter.statements} statements, ${meter.read} rows read`;
  console.log(`three components: six days ${cost(before)}; ten years ${cost(long)}`);
  expect(long.ctx.meter.read).toBeLessThan(before.ctx.meter.read + 2 * 9 + 20);
  const row = long.rows.find((each) => each.component === "API");
  expect([row?.major_outage_seconds, row?.no_data_seconds]).toEqual(["32400", "32400"]);
  expect((await download("?from=2016-01-01")).status).toBe(422);
  expect((await download("?from=2016-12-01&by=day")).status).toBe(200);
});
