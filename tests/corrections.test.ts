import fc from "fast-check";
import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/commit";
import { read } from "~/db/read";
import { auditEntry } from "~/db/schema";
import { publish } from "~/engines/publishing/publish";
import { closeDays } from "~/engines/timeline/close-days";
import { programOf } from "~/machines/app";
import { forgetIsolate } from "~/platform/isolate";
import { storiesByDate } from "~/rules/snapshot/day-stories";
import { updateComponent } from "~/usecases/components/update";
import { readUptime } from "~/usecases/components/uptime";
import { listCorrections } from "~/usecases/corrections/list";
import { makeCorrection } from "~/usecases/corrections/make";
import { undoCorrection } from "~/usecases/corrections/undo";
import { backfillIncident } from "~/usecases/incidents/backfill";
import { updatePage } from "~/usecases/pages/update";
import { viewPage } from "~/usecases/published/view";
import { openDeployment } from "./support/database";
import { type Desk, failureOf, good, openDesk } from "./support/desk";
import { watch } from "./support/monitors";
import { later, say } from "./support/own-alerts";
import { unitDue } from "./support/unit-due";
import { openBrowser } from "./support/worker";

const at = (text: string) => Date.parse(`${text}:00Z`);
const minute = 60_000;
/** Midnights of Berlin: the 25th of October has 25 hours. */
const days = [
  { date: "2026-10-23", from: at("2026-10-22T22:00"), to: at("2026-10-23T22:00") },
  { date: "2026-10-24", from: at("2026-10-23T22:00"), to: at("2026-10-24T22:00") },
  { date: "2026-10-25", from: at("2026-10-24T22:00"), to: at("2026-10-25T23:00") },
  { date: "2026-10-26", from: at("2026-10-25T23:00"), to: at("2026-10-26T10:00") },
];

interface Firing {
  who: "shop" | "probe";
  status: "major_outage" | "partial_outage";
  from: number;
  to: number;
}

/** Over midnight, over the doubled hour, twice at once, and one on the open day. */
const firings: Firing[] = [
  { who: "shop", status: "major_outage", from: at("2026-10-23T21:30"), to: at("2026-10-23T22:20") },
  { who: "probe", status: "partial_outage", from: at("2026-10-24T21:00"), to: at("2026-10-24T23:00") },
  { who: "shop", status: "major_outage", from: at("2026-10-24T22:30"), to: at("2026-10-25T01:30") },
  { who: "shop", status: "major_outage", from: at("2026-10-25T22:50"), to: at("2026-10-25T23:10") },
  { who: "probe", status: "partial_outage", from: at("2026-10-26T08:00"), to: at("2026-10-26T09:00") },
];

let desk: Desk;
const sources = { shop: "", probe: "" };

/** Everything that turns, in the order of time; days are closed as a tick would. */
async function live(): Promise<void> {
  const turns = firings.flatMap(({ who, from, to }) => [
    { who, at: from, word: "firing" as const },
    { who, at: to, word: "resolved" as const },
  ]);
  for (const { who, at: when, word } of turns.sort((one, other) => one.at - other.at)) {
    desk.deployment.clock.now = when;
    await closeDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
    await say(desk, sources[who], word);
  }
  desk.deployment.clock.now = days.at(-1)?.to ?? 0;
  await closeDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
  await later(desk, 0);
  // As the tick stamps it: else nothing that was observed would be known to hold.
  const { now } = desk.deployment.clock;
  const sql = "UPDATE snapshot SET observed_at = ?1, wanted = wanted + 1";
  await runBatch(desk.deployment.ctx(), [{ sql, params: [now] }]);
  await publish(desk.deployment.ctx(), desk.pageId);
}

beforeAll(async () => {
  const deployment = await openDeployment();
  deployment.clock.now = at("2026-10-22T23:00");
  desk = await openDesk(deployment);
  await good(updatePage(desk.owner(), { pageId: desk.pageId, timeZone: "Europe/Berlin" }));
  const startDate = "2026-10-23";
  await good(updateComponent(desk.as("admin"), { pageId: desk.pageId, id: desk.components[0], startDate }));
  const quiet = { mode: "none", hold: 0, resolveAfter: 0 } as const;
  const [website] = desk.components;
  sources.shop = await watch(desk, { ...quiet, name: "Shop" });
  sources.probe = await watch(desk, { ...quiet, name: "Probe", components: { [website]: "partial_outage" } });
  await deployment.settled();
  await live();
});
afterAll(() => desk.close());

interface Void {
  who: Firing["who"];
  from: number;
  to: number;
}

/** ms of major and partial outage of a window, minute by minute. */
function expected(voids: readonly Void[], window: { from: number; to: number }): [number, number] {
  const parts: [number, number] = [0, 0];
  for (let now = window.from; now < window.to; now += minute) {
    const taken = voids.filter(({ from, to }) => from <= now && now < to).map(({ who }) => who);
    const left = firings.filter(({ from, to, who }) => from <= now && now < to && !taken.includes(who));
    if (left.some(({ status }) => status === "major_outage")) parts[0] += minute;
    else if (left.length > 0) parts[1] += minute;
  }
  return parts;
}

async function program(path: string): Promise<string> {
  const url = new URL(`http://localhost:8787${path}`);
  const ask = programOf(url.pathname, false);
  if (!ask) throw new Error(`no program at ${path}`);
  const ctx = desk.deployment.ctx({ kind: "visitor" });
  return (await ask({ request: new Request(url), ctx, url, hostPage: false, setCookie: null })).text();
}

async function csv(query: string): Promise<Record<string, string>[]> {
  const text = await program(`/acme/uptime.csv?from=2026-10-23&to=2026-10-26${query}`);
  const parsed = Papa.parse<Record<string, string>>(text.replace("\u{feff}", ""), {
    header: true,
    skipEmptyLines: true,
  });
  return parsed.data.filter((row) => row.component === "Website");
}

const seconds = (row: Record<string, string> | undefined) =>
  [row?.major_outage_seconds, row?.partial_outage_seconds].map((text) => Number(text) * 1000);

/** All formats say the same as the model, and as one another. */
async function agree(voids: readonly Void[]): Promise<void> {
  await desk.deployment.settled();
  forgetIsolate();
  const [website] = desk.components;
  const whole = { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
  const { snapshot } = await good(viewPage(desk.deployment.ctx(), { slug: "acme" }));
  const shown = snapshot.components.find(({ id }) => id === website);
  const [total] = await csv("");
  const byDay = await csv("&by=day");
  for (const day of days) {
    const parts = expected(voids, day);
    expect([day.date, ...seconds(byDay.find(({ date }) => date === day.date))]).toEqual([day.date, ...parts]);
    expect([day.date, ...(storiesByDate(shown?.stories ?? {})[day.date] ?? [0, 0]).slice(0, 2)]).toEqual([
      day.date,
      ...parts,
    ]);
  }
  expect(seconds(total)).toEqual(expected(voids, whole));
  const told = await good(
    readUptime(desk.as("viewer"), {
      pageId: desk.pageId,
      componentId: website,
      start: "2026-10-23",
      end: "2026-10-26",
    }),
  );
  expect([told.major, told.partial]).toEqual(expected(voids, whole));
  expect(Number(total?.uptime_percent) * 100).toBeCloseTo(told.uptime ?? -1);
  expect(shown?.uptime).toBe(told.uptime);
  const standing = (await good(listCorrections(desk.as("viewer"), { pageId: desk.pageId }))).corrections.filter(
    ({ undoneAt }) => undoneAt === null,
  );
  const v2 = JSON.parse(await program("/acme/api/v2/summary.json")) as { corrections?: { id: string }[] };
  expect(snapshot.corrections?.map(({ id }) => id) ?? []).toEqual(standing.map(({ id }) => id));
  expect(v2.corrections?.map(({ id }) => id) ?? []).toEqual(standing.map(({ id }) => id));
  expect(standing).toHaveLength(voids.length);
}

const correct = ({ who, from, to }: Void, reason = "The check was wrong.") =>
  makeCorrection(desk.as("admin"), { pageId: desk.pageId, sourceId: sources[who], startsAt: from, endsAt: to, reason });

const undoAll = async () => {
  const { corrections } = await good(listCorrections(desk.as("viewer"), { pageId: desk.pageId }));
  for (const { id, undoneAt } of corrections)
    if (undoneAt === null) await good(undoCorrection(desk.as("admin"), { pageId: desk.pageId, id }));
};

const stretch: fc.Arbitrary<Void> = fc
  .record({
    who: fc.constantFrom("shop" as const, "probe" as const),
    from: fc.integer({ min: 0, max: 60 }).map((half) => at("2026-10-23T21:00") + half * 30 * minute),
    to: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ who, from, to }) => ({ who, from, to: Math.min(from + to * 30 * minute, at("2026-10-26T09:30")) }));
const edges = [
  { who: "shop", from: at("2026-10-23T21:30"), to: at("2026-10-23T22:00") },
  { who: "shop", from: at("2026-10-25T00:30"), to: at("2026-10-25T01:00") },
  { who: "probe", from: at("2026-10-24T21:00"), to: at("2026-10-24T23:00") },
] as const;

test("bars, uptime, CSV, v2 and both APIs agree after any sequence of corrections, at midnight and at the end of summer time", async () => {
  await agree([]);
  const steps = fc.array(fc.oneof(stretch, fc.constantFrom<Void>(...edges)), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (voids, undoesFirst) => {
      await undoAll();
      const standing: (Void & { id: string })[] = [];
      for (const each of voids) {
        const covered = standing.some(({ who, from, to }) => who === each.who && from <= each.from && to >= each.to);
        const made = await correct(each);
        expect(made.ok).toBe(!covered);
        if (made.ok) standing.push({ ...each, id: made.value.id });
        await agree(standing);
      }
      const [first] = standing;
      if (!undoesFirst || !first) return;
      await good(undoCorrection(desk.as("admin"), { pageId: desk.pageId, id: first.id }));
      await agree(standing.slice(1));
    }),
    { numRuns: 6, seed: 21 },
  );
  await undoAll();
  await agree([]);
});

test("what an incident says of the same time stays; the correction is public with its reason and without who made it", async () => {
  const [website] = desk.components;
  const reason = "Our own network was down; the shop was up.";
  const span = { startedAt: at("2026-10-24T22:30"), endsAt: at("2026-10-24T23:00") };
  const said = {
    pageId: desk.pageId,
    title: "Slow",
    resolution: "",
    components: { [website]: "major_outage" } as const,
  };
  await good(backfillIncident(desk.as("responder"), { ...said, ...span }));
  await good(correct({ who: "shop", from: at("2026-10-24T22:30"), to: at("2026-10-25T01:30") }, reason));
  forgetIsolate();
  const [day] = (await csv("&by=day")).filter(({ date }) => date === "2026-10-25");
  expect(day?.major_outage_seconds).toBe(String(30 * 60 + 10 * 60));
  expect(day?.corrections).toBe(`2026-10-24T22:30:00.000Z/2026-10-25T01:30:00.000Z ${reason}`);
  const visitor = await openBrowser(desk.deployment);
  for (const path of [`/acme/components/${website}`, "/acme/uptime?from=2026-10-23&to=2026-10-26"]) {
    const text = await (await visitor.go(path)).text();
    expect(text).toContain(reason);
    expect(text).toMatch(/Corrected <time/);
    expect(text).not.toMatch(/founder|\badmin\b/i);
  }
  const other = await (await visitor.go("/acme/uptime?from=2026-10-23&to=2026-10-23")).text();
  expect(other).not.toContain(reason);
  const ctx = desk.owner();
  const [rows] = await read(ctx, ctx.db.select().from(auditEntry));
  const entry = rows.find((each) => each.action === "correction.create" && each.after?.reason === reason);
  expect(entry).toMatchObject({ actorId: "admin", after: { name: "Shop" } });
  await undoAll();
});

test("what cannot be corrected says why", async () => {
  const [from, to] = [at("2026-10-26T08:00"), at("2026-10-26T09:00")];
  const given = { pageId: desk.pageId, sourceId: sources.probe, startsAt: from, endsAt: to, reason: "No." };
  const refusal = async (over: Partial<typeof given>, ctx = desk.as("admin")) =>
    failureOf(makeCorrection(ctx, { ...given, ...over }));
  expect(await refusal({}, desk.as("responder"))).toMatchObject({ name: "forbidden" });
  expect(await refusal({ sourceId: "none" })).toMatchObject({ name: "missing" });
  expect(await refusal({ reason: " " })).toMatchObject({ name: "invalid", fields: { reason: expect.anything() } });
  expect(await refusal({ endsAt: desk.deployment.clock.now + minute })).toMatchObject({
    fields: { endsAt: "time.future" },
  });
  expect(await refusal({ endsAt: from })).toMatchObject({ fields: { endsAt: "time.end_after_start" } });
  expect(await refusal({ startsAt: from - 91 * 24 * 60 * minute })).toMatchObject({
    fields: { startsAt: "correction.too_old" },
  });
  const idle = await watch(desk, { name: "Idle", components: {} });
  expect(await refusal({ sourceId: idle })).toMatchObject({ code: "moves_nothing" });
  await good(makeCorrection(desk.as("admin"), given));
  expect(await refusal({ startsAt: from + minute })).toMatchObject({ code: "already_corrected" });
  await undoAll();
});
