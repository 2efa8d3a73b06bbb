import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { monitorTable, noticeTable } from "~/db/schema";
import { importedMuteUntilMs } from "~/mutes/rules/imported-silence";
import { foreignMonitor } from "../../../../tests/support/import-documents";
import { shardsOf, watch } from "../../../../tests/support/monitors";
import {
  executeOn,
  firstOf,
  importFactsOfDesk,
  importId,
  noteForeignId,
  rowsWrittenBy,
  sourceRows,
  writtenThings,
} from "../../../../tests/support/observer-imports";
import { deskOfFile } from "../../../../tests/support/of-file";
import { incidentsOf, later, observedOf, say } from "../../../../tests/support/own-alerts";
import { readImportAbilities } from "../import-abilities";
import { readImportTakeOverCounts, takeOverImportStatements } from "../take-over";
import { monitorImportWriter } from "./monitor";

const desk = deskOfFile({ UPFRONT_PLAN: "own" });
const ctx = () => desk.owner();
const minute = 60_000;

const write = (monitors: object[], options = {}, more = {}) =>
  monitorImportWriter.write(ctx(), importFactsOfDesk(desk, more), writtenThings("monitor", { monitors }, options));

async function rowsOf(id: string) {
  const [[check]] = await readBatch(ctx(), ctx().db.select().from(monitorTable).where(eq(monitorTable.id, id)));
  return { ...(await sourceRows(desk, id)), monitor: check };
}

const planOf = async (id: string) =>
  (await shardsOf(ctx(), desk.pageId)).flatMap(({ plan }) => plan).find((each) => each.id === id);

describe("monitors that are made", () => {
  test("300 at once: few statements, 20 to a shard, spread over the minutes, and few rows", async () => {
    const monitors = Array.from({ length: 300 }, (_, index) =>
      foreignMonitor(`m${index}`, { componentIds: ["1", "2", "gone"], intervalSeconds: 290, tags: ["a", "b"] }),
    );
    const statements = await write(monitors);
    expect(statements.length).toBeLessThanOrEqual(monitorImportWriter.statements);
    const written = await rowsWrittenBy(desk, statements);
    expect(written / monitors.length).toBeLessThanOrEqual(
      monitorImportWriter.rows(firstOf(writtenThings("monitor", { monitors })).planned),
    );
    expect(written / monitors.length).toBeGreaterThan(14);
    const shards = await shardsOf(ctx(), desk.pageId);
    expect(shards.map(({ plan }) => plan.length)).toEqual(Array.from({ length: 15 }, () => 20));
    const phases = shards.flatMap(({ plan }) => plan.map(({ phase }) => phase));
    expect([0, 1, 2, 3, 4].map((each) => phases.filter((phase) => phase === each).length)).toEqual([
      60, 60, 60, 60, 60,
    ]);
    const again = await rowsWrittenBy(desk, await write(monitors));
    expect(again).toBeLessThan(60);
  });

  test("one has its settings sealed, two rules, the import's time, and no word to anybody", async () => {
    const { source: own, monitor: check, rules, moved } = await rowsOf("our-m0");
    expect(own).toMatchObject({ kind: "http", name: "m0", family: "monitor", version: 0, silentSince: null });
    expect([own?.mutedUntil, own?.createdAt]).toEqual([importedMuteUntilMs, desk.deployment.clock.now - minute]);
    expect(JSON.parse((await ctx().secrets.open(own?.settingsSealed ?? "")) ?? "")).toEqual({
      url: "https://m0.example",
    });
    expect(check).toMatchObject({
      interval: 5,
      timeoutSeconds: 8,
      inARow: 2,
      tags: ["a", "b"],
      pausedAt: null,
      state: "new",
    });
    expect(check?.watchedSince).toBe(desk.deployment.clock.now);
    expect(rules).toMatchObject([
      { match: { severities: ["warning"] }, mode: "none" },
      { match: {}, mode: "draft", catchAll: true, holdSeconds: 120, resolveAfterSeconds: 300 },
    ]);
    expect(moved.map(({ status }) => status).sort()).toEqual([
      "degraded_performance",
      "degraded_performance",
      "major_outage",
      "major_outage",
    ]);
  });

  test("paused there, or without room by now: paused here, and its state is unknown", async () => {
    await rowsWrittenBy(desk, await write([foreignMonitor("p")], { arrival: { isPaused: true } }));
    const { source: own, monitor: check } = await rowsOf("our-p");
    expect([check?.pausedAt, own?.silentSince]).toEqual([desk.deployment.clock.now, desk.deployment.clock.now]);
    expect(await planOf("our-p")).toMatchObject({ paused: true });
  });

  test("beside a component without data it is silent from the beginning, as a monitor that a person adds", async () => {
    await executeOn(desk, "UPDATE component SET observed_status = 'no_data' WHERE id = ?1", desk.components[1]);
    await rowsWrittenBy(desk, await write([foreignMonitor("n", { componentIds: ["2"] })]));
    await executeOn(desk, "UPDATE component SET observed_status = 'operational' WHERE id = ?1", desk.components[1]);
    expect((await rowsOf("our-n")).source?.silentSince).toBe(desk.deployment.clock.now);
  });

  test("a component that was removed here since is not named", async () => {
    const idOf = () => "removed";
    await rowsWrittenBy(desk, await write([foreignMonitor("r", { componentIds: ["1"] })], {}, { idOf }));
    const { rules, moved } = await rowsOf("our-r");
    expect([rules.length, moved]).toEqual([2, []]);
  });
});

describe("what this deployment refuses", () => {
  test.each([
    ["a public address", {}, 60],
    ["a private address", { settings: { url: "http://10.0.0.1/" } }, null],
    ["our own host", { settings: { url: "http://localhost:8787/" } }, null],
    ["a secret that is lacking", { settings: { url: "https://a.example", auth: "bearer" } }, null],
    ["a setting that it does not know", { settings: { url: "https://a.example", colour: "red" } }, null],
    ["a kind that it does not know", { kind: "telepathy" }, null],
    [
      "an empty setting, which is none",
      { settings: { url: "https://a.example", token: "" }, intervalSeconds: 3000 },
      1,
    ],
    ["a certificate, which is two calls", { kind: "tls", settings: { host: "a.example" } }, 120],
  ])("%s: checks an hour %j", async (_, given, expected) => {
    const [written] = writtenThings("monitor", { monitors: [foreignMonitor("x", given)] });
    const { checksPerHourOf } = await readImportAbilities(ctx());
    expect(written && checksPerHourOf(written.thing)).toBe(expected);
    if (expected === null) expect(await write([foreignMonitor("x", given)])).toEqual([]);
  });
});

describe("monitors that change", () => {
  const changed = (given: object) => write([foreignMonitor("c", given)], { action: "change" });

  test("what came is written, the version rises by one; silence, pausing and rules stay", async () => {
    await rowsWrittenBy(
      desk,
      await write([foreignMonitor("c", { componentIds: ["1"] })], { arrival: { isPaused: true } }),
    );
    const before = await rowsOf("our-c");
    const statements = await changed({
      name: "Other",
      componentIds: ["2"],
      intervalSeconds: 600,
      settings: { url: "https://o.example" },
    });
    expect(statements.length).toBeLessThanOrEqual(monitorImportWriter.statements);
    expect(await rowsWrittenBy(desk, statements)).toBeLessThanOrEqual(16);
    const after = await rowsOf("our-c");
    expect(after.source).toMatchObject({ name: "Other", version: 1, mutedUntil: importedMuteUntilMs });
    expect(after.monitor).toMatchObject({
      interval: 10,
      pausedAt: before.monitor?.pausedAt,
      shardId: before.monitor?.shardId,
    });
    expect(after.rules).toEqual(before.rules);
    expect(new Set(after.moved.map(({ componentId }) => componentId))).toEqual(new Set([desk.components[1]]));
    expect(await planOf("our-c")).toMatchObject({ name: "Other", interval: 10 });
  });

  test("with more calls than its shard has room for it moves to another", async () => {
    const full = (await shardsOf(ctx(), desk.pageId)).find(({ plan }) => plan.length === 20);
    const moving = full?.plan[0]?.id ?? "";
    const given = { kind: "tls", settings: { host: "a.example" } };
    const things = writtenThings(
      "monitor",
      { monitors: [foreignMonitor(moving.replace("our-", ""), given)] },
      { action: "change" },
    );
    await rowsWrittenBy(desk, await monitorImportWriter.write(ctx(), importFactsOfDesk(desk), things));
    const { monitor: check } = await rowsOf(moving);
    expect(check?.shardId).not.toBe(full?.id);
    expect(check).toMatchObject({ cost: 2, state: "new" });
    const plans = (await shardsOf(ctx(), desk.pageId)).filter(({ plan }) => plan.some(({ id }) => id === moving));
    expect(plans.map(({ id }) => id)).toEqual([check?.shardId]);
  });
});

test("silent until it is taken over: its component moves, nobody is notified, nothing opens; then what still fires does", async () => {
  await rowsWrittenBy(desk, await write([foreignMonitor("s", { componentIds: ["3"] })]));
  await noteForeignId(desk, "monitor", "s");
  await executeOn(desk, "UPDATE component SET kept_by = 'watched' WHERE id = ?1", desk.components[2]);
  await say(desk, "our-s", "firing");
  await later(desk, 10 * minute);
  expect((await observedOf(desk, desk.components[2])).map(([status]) => status)).toContain("major_outage");
  expect(await incidentsOf(desk)).toEqual([]);
  const [notices] = await readBatch(ctx(), ctx().db.select().from(noticeTable));
  expect(notices.filter(({ kind }) => kind === "component_changed" || kind === "alert_fired")).toEqual([]);
  const scope = { pageId: desk.pageId, importId, origin: "statuspage" };
  expect(await readImportTakeOverCounts(ctx(), scope)).toEqual({
    silentMonitors: 1,
    silentChannels: 0,
    waitingHeartbeats: 0,
  });
  await rowsWrittenBy(desk, takeOverImportStatements(ctx(), scope));
  expect(await readImportTakeOverCounts(ctx(), scope)).toEqual({
    silentMonitors: 0,
    silentChannels: 0,
    waitingHeartbeats: 0,
  });
  await later(desk, 10 * minute);
  expect((await incidentsOf(desk)).map(({ visibility }) => visibility)).toEqual(["draft"]);
  expect((await rowsOf("our-s")).source?.version).toBe(0);
});

describe("an undo", () => {
  test("an open incident names the monitor that opened it", async () => {
    const [incident] = await incidentsOf(desk);
    expect(await monitorImportWriter.readRemovable(ctx(), desk.pageId, ["our-s", "our-p", "gone"])).toEqual([
      { id: "our-p", name: "p", version: 0, namedBy: [] },
      { id: "our-s", name: "s", version: 0, namedBy: [{ noun: "incident", ourId: incident?.id }] },
    ]);
  });

  test("removes all of it, and the plan of its shard; another version breaks the batch", async () => {
    const own = await watch(desk);
    const things = await monitorImportWriter.readRemovable(ctx(), desk.pageId, ["our-p", "our-n"]);
    const stale = await monitorImportWriter.remove(ctx(), desk.pageId, [{ ...firstOf(things), version: 7 }]);
    await expect(rowsWrittenBy(desk, stale)).rejects.toThrow();
    await rowsWrittenBy(desk, await monitorImportWriter.remove(ctx(), desk.pageId, things));
    for (const id of ["our-p", "our-n"]) {
      expect(await rowsOf(id)).toEqual({ source: undefined, monitor: undefined, rules: [], moved: [] });
      expect(await planOf(id)).toBeUndefined();
    }
    expect((await monitorImportWriter.readHere(ctx(), desk.pageId, [])).map(({ id }) => id)).toContain(own);
  });
});
