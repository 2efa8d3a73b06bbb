import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateComponent } from "~/components/update";
import { runBatch } from "~/db/run-batch";
import { backfillIncident } from "~/incidents/backfill";
import { openIncident } from "~/incidents/open";
import { resetIsolate } from "~/platform/isolate";
import { programEndpointHandlerOf } from "~/programs";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { publishPage } from "../../publishing/engine/publish";

let desk: Desk;

/** An outage of a second and a half, one that is open, and a clock in the middle of a second. */
beforeAll(async () => {
  desk = await openDesk();
  const { pageId, components, deployment } = desk;
  const [website, api] = components;
  for (const id of [website, api])
    await good(updateComponent(desk.as("admin"), { pageId, id, startDate: "2026-11-10" }));
  const span = { startedAt: Date.parse("2026-11-14T10:00:00.400Z"), endsAt: Date.parse("2026-11-14T10:00:01.900Z") };
  const short = { pageId, title: "Short", resolution: "", components: { [api]: "major_outage" } as const };
  await good(backfillIncident(desk.as("responder"), { ...short, ...span }));
  deployment.clock.now += 777;
  const slow = { pageId, title: "Slow", body: "We look.", status: "investigating" as const };
  await good(openIncident(desk.as("responder"), { ...slow, components: { [website]: "partial_outage" } }));
  deployment.clock.now += 3_600_321;
  await runBatch(deployment.ctx(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
  await publishPage(deployment.ctx(), pageId);
  resetIsolate();
});
afterAll(() => desk.close());

async function download(query: string) {
  const url = new URL(`http://localhost:8787/acme/uptime.csv${query}`);
  const program = programEndpointHandlerOf(url.pathname, false);
  if (!program) throw new Error("no such program");
  const call = { request: new Request(url), ctx: desk.deployment.ctx({ kind: "visitor" }), url };
  const response = await program({ ...call, hostPage: false, setCookie: null });
  const options = { header: true, skipEmptyLines: true } as const;
  return Papa.parse<Record<string, string>>((await response.text()).replace("\u{feff}", ""), options).data;
}

const query = "?from=2026-11-12&to=2026-11-20";

test("all is whole seconds: known and unknown fill the window, what was bad is within, and days add up to the rows", async () => {
  const [rows, days] = [await download(query), await download(`${query}&by=day`)];
  const seconds = Object.keys(rows[0] ?? {}).filter((name) => name.endsWith("_seconds"));
  expect([rows.length, days.length, seconds.length]).toEqual([3, 27, 6]);
  const window = Math.floor((desk.deployment.clock.now - Date.parse("2026-11-12T00:00:00Z")) / 1000);
  for (const row of [...rows, ...days]) {
    expect(seconds.filter((name) => !/^\d+$/.test(row[name] ?? ""))).toEqual([]);
    const bad = seconds.filter((name) => !/^(known|no_data)/.test(name));
    expect(bad.reduce((sum, name) => sum + Number(row[name]), 0)).toBeLessThanOrEqual(Number(row.known_seconds));
  }
  for (const row of rows) {
    expect(Number(row.known_seconds) + Number(row.no_data_seconds)).toBe(window);
    const own = days.filter((each) => each.component_id === row.component_id);
    for (const name of seconds)
      expect([name, own.reduce((sum, each) => sum + Number(each[name]), 0)]).toEqual([name, Number(row[name])]);
  }
});

test("the percentage is that of the page, of exact times", async () => {
  const api = (await download(`${query}&by=day`)).filter((row) => row.component === "API");
  const told = api.map((row) => [row.date?.slice(8), row.major_outage_seconds, row.uptime_percent]);
  expect(told.slice(0, 4)).toEqual([
    ["12", "0", "100.00"],
    ["13", "0", "100.00"],
    ["14", "2", "99.99"],
    ["15", "0", "100.00"],
  ]);
});
