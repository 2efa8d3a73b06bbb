import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSettleFactsByPage } from "~/alerts/settling/queries/settle";
import { observersByComponent } from "~/alerts/settling/rules/silence";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { ruleComponentTable, ruleTable, sourceTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import type { SettableStatus } from "~/status/status";
import { deskOfFile } from "../../tests/support/of-file";
import {
  anyComponentObserverQuery,
  soleWatchedComponentsQuery,
  type WatcherToDelete,
} from "./queries/observed-components";

const desk = deskOfFile();

const observer = fc.record({
  family: fc.constantFrom("source" as const, "monitor" as const, "heartbeat" as const),
  kind: fc.constantFrom("vendor", "alertmanager"),
  heartbeatSeconds: fc.constantFrom(null, 300),
  silenceHours: fc.constantFrom(null, 24),
  quietMeansWell: fc.boolean(),
  moves: fc.array(
    fc.array(fc.tuple(fc.nat(2), fc.constantFrom<SettableStatus>("operational", "major_outage")), { maxLength: 3 }),
    { minLength: 1, maxLength: 2 },
  ),
});

type World = readonly (typeof observer extends fc.Arbitrary<infer One> ? One : never)[];

/** Stores the rows of a world; until then nothing watches any component. */
async function put(world: World) {
  const ctx = desk.as("admin");
  const { pageId, components } = desk;
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
  const sources = world.map(({ moves: _, ...own }, at) => ({ id: `s${at}`, pageId, name: `S${at}`, ...own, ...times }));
  const sealed = { tokenHash: null, tokenSealed: "", settingsSealed: "" };
  const rules = world.flatMap(({ moves }, at) => moves.map((moved, place) => ({ at, place, moved })));
  const rows = rules.map(({ at, place }) => ({
    ...{ id: `r${at}${place}`, pageId, sourceId: `s${at}`, position: place, match: {}, groupBy: [], catchAll: false },
    ...times,
  }));
  const named = rules.flatMap(({ at, place, moved }) =>
    [...new Map(moved)].map(([which, status]) => ({
      ...{ pageId, ruleId: `r${at}${place}`, status },
      componentId: components[which as 0 | 1 | 2],
    })),
  );
  const { db } = ctx;
  await readBatch(
    ctx,
    db.delete(ruleComponentTable).returning(),
    db.delete(ruleTable).returning(),
    db.delete(sourceTable).returning(),
  );
  const kept = sources.map((each) => ({ ...each, ...sealed, tokenHash: each.id }));
  const all = [
    ...insertRowsStatements(sourceTable, kept),
    ...insertRowsStatements(ruleTable, rows),
    ...insertRowsStatements(ruleComponentTable, named),
  ];
  if (all.length > 0) await runBatch(ctx, all);
  return rows;
}

test("what nothing else watches is what settling would no longer find an observer of", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(observer, { minLength: 1, maxLength: 4 }), async (world) => {
      const ctx = desk.as("admin");
      const rows = await put(world);
      const facts = (await readSettleFactsByPage(ctx, [desk.pageId])).get(desk.pageId)?.facts;
      if (!facts) throw new Error("no facts");
      const before = observersByComponent(facts.sources, facts.rules);
      const ways: [WatcherToDelete, (ruleId: string) => boolean][] = [
        ...world.map((_, at): [WatcherToDelete, (id: string) => boolean] => [
          { sources: [`s${at}`] },
          (id) => id[1] === `${at}`,
        ]),
        [{ sources: ["s0", "s1"] }, (id) => id[1] === "0" || id[1] === "1"],
        ...rows.map(({ id }): [WatcherToDelete, (id: string) => boolean] => [{ rule: id }, (other) => other === id]),
      ];
      for (const [going, goes] of ways) {
        const rest = observersByComponent(
          facts.sources,
          facts.rules.filter(({ id }) => !goes(id)),
        );
        const [found] = await readBatch(ctx, soleWatchedComponentsQuery(ctx, desk.pageId, going));
        expect(found.map(({ id }) => id).sort()).toEqual([...before.keys()].filter((id) => !rest.has(id)).sort());
      }
      for (const id of desk.components) {
        const [[one]] = await readBatch(ctx, anyComponentObserverQuery(ctx, desk.pageId, id));
        expect(one !== undefined).toBe(before.has(id));
      }
    }),
    { numRuns: 25 },
  );
});

test("nothing goes, or something of another page: nothing is left", async () => {
  await put([
    {
      family: "monitor",
      kind: "http",
      heartbeatSeconds: null,
      silenceHours: null,
      quietMeansWell: false,
      moves: [[[0, "major_outage"]]],
    },
  ] as unknown as World);
  const ctx = desk.as("admin");
  expect((await readBatch(ctx, soleWatchedComponentsQuery(ctx, desk.pageId, { sources: ["s0"] })))[0].length).toBe(1);
  expect((await readBatch(ctx, soleWatchedComponentsQuery(ctx, "other", { sources: ["s0"] })))[0]).toEqual([]);
  expect((await readBatch(ctx, soleWatchedComponentsQuery(ctx, desk.pageId, { sources: [] })))[0]).toEqual([]);
  await readBatch(ctx, ctx.db.delete(ruleTable).where(eq(ruleTable.pageId, desk.pageId)).returning());
});
