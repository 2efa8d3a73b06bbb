import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { readComponentUptime } from "~/components/uptime";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { programEndpointHandlerOf } from "~/programs";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import { readPublishedView } from "~/status-page/view-page";
import { good, openDesk } from "../support/desk";
import { sizedBy } from "../support/sizes";
import { unitDue } from "../support/unit-due";
import { happenings, type Lived, live, unlived } from "../support/uptime-lives";
import {
  add,
  type Day,
  dateAfter,
  dateIn,
  dayOf,
  daysUpTo,
  letterOf,
  noTime,
  type Sum,
  uptimeOf,
} from "../support/uptime-oracle";

const minute = 60_000;
const weight = 0.3;

async function csvOf({ desk }: Lived, query: string): Promise<Record<string, string>[]> {
  const url = new URL(`http://localhost:8787/acme/uptime.csv${query}`);
  const answer = programEndpointHandlerOf(url.pathname, false);
  if (!answer) throw new Error("no such program");
  const ctx = desk.deployment.ctx({ kind: "visitor" });
  const text = await (await answer({ request: new Request(url), ctx, url, hostPage: false, setCookie: null })).text();
  const options = { header: true, skipEmptyLines: true } as const;
  const { data } = Papa.parse<Record<string, string>>(text.replace("\u{feff}", ""), options);
  return data.filter((row) => row.component_id === desk.components[0]);
}

/** A row of the file in the oracle's words. */
const told = (row: Record<string, string> | undefined) => ({
  major: Number(row?.major_outage_seconds) * 1000,
  partial: Number(row?.partial_outage_seconds) * 1000,
  degraded: Number(row?.degraded_performance_seconds) * 1000,
  maintenance: Number(row?.under_maintenance_seconds) * 1000,
  noData: Number(row?.no_data_seconds) * 1000,
  span: (Number(row?.known_seconds) + Number(row?.no_data_seconds)) * 1000,
  uptime: row?.uptime_percent === "" ? null : Math.round(Number(row?.uptime_percent) * 100),
});

const expected = (sum: Sum) => ({ ...sum, uptime: uptimeOf(sum, weight) });

async function published({ desk }: Lived): Promise<void> {
  const { now } = desk.deployment.clock;
  const sql = "UPDATE snapshot SET observed_at = ?1, wanted = wanted + 1";
  await closePageDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
  await runBatch(desk.deployment.ctx(), [{ sql, params: [now] }]);
  await publishPage(desk.deployment.ctx(), desk.pageId);
  resetIsolate();
}

/** All that prints the days says what the oracle says of them. */
async function agree(lived: Lived, since: number): Promise<void> {
  const { desk, life, zone } = lived;
  await published(lived);
  const { now } = desk.deployment.clock;
  const days: Day[] = daysUpTo(zone, dateAfter(dateIn(zone, since)), now);
  const sums = days.map((day) => dayOf(life, day, now));
  const [first, last] = [days[0]?.date ?? "", days.at(-1)?.date ?? ""];
  const query = `?from=${first}&to=${last}`;
  expect((await csvOf(lived, `${query}&by=day`)).map((row) => ({ date: row.date, ...told(row) }))).toEqual(
    days.map(({ date }, index) => ({ date, ...expected(sums[index] ?? noTime) })),
  );
  const whole = expected(sums.reduce(add, noTime));
  expect(told((await csvOf(lived, query))[0])).toEqual(whole);
  const [componentId] = desk.components;
  const v1 = await good(
    readComponentUptime(desk.as("viewer"), { pageId: desk.pageId, componentId, start: first, end: last }),
  );
  expect([v1.uptime, v1.major, v1.partial]).toEqual([whole.uptime, whole.major, whole.partial]);
  const { snapshot } = await good(readPublishedView(desk.deployment.ctx(), { slug: "acme" }));
  const bars = snapshot.components.find(({ id }) => id === componentId)?.days ?? "";
  expect(bars.slice(-days.length)).toBe(days.map((day) => letterOf(life, day, now)).join(""));
}

const lives = fc.record({
  /** Within weeks in which clocks change on both sides of the world. */
  begins: fc.integer({ min: 0, max: 40 * 24 * 60 }),
  happenings,
  rest: fc.integer({ min: 2 * 24 * 60, max: 3 * 24 * 60 }),
});

test("an oracle that shares no code counts the same days, files, bars and figures of random lives", async () => {
  await fc.assert(
    fc.asyncProperty(lives, async ({ begins, happenings: all, rest }) => {
      const desk = await openDesk();
      try {
        const lived = unlived(desk);
        desk.deployment.clock.now = Date.parse("2027-03-01T00:00:00Z") + begins * minute;
        await live(lived, { after: 1, what: "clear", pick: 0 });
        const since = desk.deployment.clock.now;
        for (const each of all) await live(lived, each);
        desk.deployment.clock.now += rest * minute;
        await agree(lived, since);
      } finally {
        await desk.close();
      }
    }),
    { numRuns: sizedBy("UPFRONT_LIVES", 6, 200), endOnFailure: true, seed: Number(process.env.UPFRONT_FUZZ_SEED ?? 1) },
  );
}, 600_000);
