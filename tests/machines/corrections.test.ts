import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCorrection } from "~/corrections/make";
import { undoCorrection } from "~/corrections/verbs";
import { readBatch } from "~/db/read";
import { auditEntryTable } from "~/db/schema";
import { backfillIncident } from "~/incidents/backfill";
import { resetIsolate } from "~/platform/isolate";
import {
  agree,
  at,
  correct,
  csv,
  desk,
  minute,
  openCorrectedPage,
  sources,
  undoAll,
  type Void,
} from "../support/corrected-page";
import { failureOf, good } from "../support/desk";
import { watch } from "../support/monitors";
import { openBrowser } from "../support/worker";

beforeAll(openCorrectedPage);
afterAll(() => desk.close());

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
  resetIsolate();
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
  const [rows] = await readBatch(ctx, ctx.db.select().from(auditEntryTable));
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
