import { expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { monitorShardTable, monitorYearTable } from "~/db/schema";
import { insertRowsStatements, updateRowsStatements } from "~/db/write";
import { englishText } from "~/failures/refusal";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import type { MonitorSummaryView } from "./monitor-view";
import { monitorShardsOfPageQuery } from "./queries/shard";
import {
  absentSortValue,
  compareSortedListPlaces,
  type MonitorSortKey,
  monitorSortKeys,
  uptimeSpanDays,
} from "./rules/list-order";
import type { MonitorStateRecord, PlannedMonitor } from "./rules/monitor";
import { listMonitors, pauseMonitor } from "./verbs";

const desk = deskOfFile({ UPFRONT_PLAN: "own" });

const dayMs = 86_400_000;
const today = () => Math.floor(desk.deployment.clock.now / dayMs);
const nameOf = (index: number) => `${index % 2 ? "till" : "Till"} ${String(index % 30).padStart(2, "0")}`;

/** Values of which many are equal, and some are missing: in the open day, in closed ones, in the year before. */
const stateOf = (index: number, watchedSince: number): MonitorStateRecord => ({
  confirmed: "up",
  since: 0,
  run: [],
  last: index % 7 ? 1000 + (index % 5) : null,
  silentSince: null,
  heardAt: null,
  watchedSince,
  owed: false,
  code: "ok",
  detail: englishText(""),
  milliseconds: index % 6 ? 100 * (index % 4) : null,
  opinions: [],
  day: today() - (index % 3),
  today: [index % 4, 0, index % 2, 0, 0],
});
const daysOf = (index: number) => {
  const day = (back: number) => new Date((today() - back) * dayMs).toISOString().slice(5, 10);
  return {
    [day(0)]: [1, 0, 1, 0, 0],
    [day(3)]: [index % 3, 1, 0, 9, 0],
    [day(20)]: [5, 0, index % 5, 0, 0],
    [day(80)]: [1, 0, index % 2, 0, 0],
  };
};

async function fill(place: Desk, count: number): Promise<void> {
  const ctx = place.as("admin");
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    ids.push(await watch(place, { name: nameOf(index), interval: 60, components: {} }));
  }
  const [shards] = await readBatch(ctx, monitorShardsOfPageQuery(ctx, place.pageId));
  const known = ({ id, watchedSince }: PlannedMonitor) => {
    const index = ids.indexOf(id);
    return [id, stateOf(index, index % 9 ? watchedSince : 1)] as const;
  };
  const rows = shards.map(({ id, plan }) => ({ id, states: Object.fromEntries(plan.map(known)) }));
  const years = ids.flatMap((monitorId, index) => (index % 8 ? [{ monitorId, year: 2026, days: daysOf(index) }] : []));
  await runBatch(ctx, [
    ...updateRowsStatements(monitorShardTable, place.pageId, rows),
    ...insertRowsStatements(monitorYearTable, years),
  ]);
  await good(pauseMonitor(ctx, { pageId: place.pageId, id: ids[1] ?? "" }));
}

const daysReadBy = (key: MonitorSortKey): number => (key in uptimeSpanDays ? uptimeSpanDays[key as "week"] : 0);

const ranks: Record<string, number> = { down: 0, degraded: 1, no_data: 2 };

/** The value that people see in a column. */
function seenValue(row: MonitorSummaryView, key: MonitorSortKey): number | null {
  if (key === "name") return 0;
  if (key === "state") return ranks[row.state] ?? 3;
  if (key === "checked") return row.lastCheckAt === null ? null : row.lastCheckAt / 60_000;
  if (key === "response") return row.milliseconds;
  const share = row.uptime[key];
  return share === null ? null : Math.round(share * 10_000);
}

test.each(monitorSortKeys.flatMap((key) => [false, true].map((descending) => ({ key, descending }))))(
  "sorted by $key, descending: $descending, pages have each row once, in the order of what is seen",
  async (sort) => {
    const place = await openDesk(desk.deployment, `by-${sort.key}-${sort.descending ? "d" : "a"}`);
    await fill(place, 53);
    const ctx = place.as("viewer");
    const list = (after?: string) =>
      good(listMonitors(ctx, { pageId: place.pageId, sort, ...(after === undefined ? {} : { after }) }));
    const first = await list();
    const second = await list(first.more ?? "");
    const rows = [...first.monitors, ...second.monitors];
    expect([first.monitors.length, second.monitors.length, second.more]).toEqual([50, 3, null]);
    const places = rows.map((row) => ({
      ...row,
      value: seenValue(row, sort.key) ?? absentSortValue(sort.descending),
    }));
    const sorted = places.toSorted((one, other) => compareSortedListPlaces(one, other, sort));
    expect(places.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(53);
    console.log(`two pages by ${sort.key}: ${ctx.meter.statements} statements, ${ctx.meter.read} rows read`);
    expect(ctx.meter.statements).toBe(6);
    expect(ctx.meter.read).toBeLessThan(2 * 53 * (10 + 15 + 1.5 * daysReadBy(sort.key)));
  },
);

test("by kind, of the kinds that there are", async () => {
  const place = await openDesk(desk.deployment, "kinds");
  await watch(place, { name: "Site", components: {} });
  const list = (kind: string) => good(listMonitors(place.as("viewer"), { pageId: place.pageId, kind }));
  const { monitors, kinds } = await list("http");
  expect([monitors.map(({ name }) => name), kinds]).toEqual([["Site"], [{ kind: "http", kindTitle: "HTTP(S)" }]]);
  expect((await list("tcp")).monitors).toEqual([]);
});
