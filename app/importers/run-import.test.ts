import { expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { good } from "../../tests/support/desk";
import { type FaultMode, faulty } from "../../tests/support/faults";
import {
  beginToApply,
  contentRows,
  importRunsOfEachTest,
  jobOf,
  movedPage,
  previewOf,
  runToEnd,
  smallMovedPage as small,
  withoutRemains,
} from "../../tests/support/import-jobs";
import { keepState } from "../../tests/support/restored";
import { planImportThingsStep } from "./engine/apply-things";
import { commitImportStep } from "./engine/job-step";
import { runImportSteps } from "./engine/run-import";
import { importRowCountOfDayQuery } from "./queries/import-rows";
import { firstImportPlace } from "./rules/import-job";
import { undoImport } from "./undo";

/** An import is a job in steps: bounded, and interrupted anywhere. */
const dayMs = 24 * 3600_000;
const machine = { kind: "machine", id: "import" } as const;
const { desk, rowsOf, countOf, undo } = importRunsOfEachTest();

test("a page moves in and out within an invocation's bounds, at few rows a thing", async () => {
  const size = {
    components: 20,
    incidents: 60,
    updatesPerIncident: 5,
    monitors: 10,
    heartbeats: 4,
    maintenances: 5,
    subscribers: 300,
  };
  const before = await contentRows(desk);
  const id = await previewOf(desk, movedPage(size));
  expect(await contentRows(desk)).toEqual(before);
  await beginToApply(desk, id);
  const applying = await runToEnd(desk, id);
  expect(await jobOf(desk, id)).toMatchObject({ state: "applied", done: 406 - 3 });
  expect(await countOf("incident_update")).toBe(300);
  await good(undoImport(desk.owner(), { pageId: desk.pageId, id }));
  await desk.deployment.settled();
  const undoing = await runToEnd(desk, id);
  const rounds = [...applying, ...undoing];
  const most = Math.max(...rounds.map(({ statements, subrequests }) => statements + subrequests));
  expect(most).toBeLessThanOrEqual(39);
  const written = applying.reduce((sum, round) => sum + round.written, 0);
  const things = 20 + 2 + 1 + 60 + 300 + 10 + 4 + 5 + 1 + 300;
  console.log(
    `${things} things: ${written} rows, ${applying.length} and ${undoing.length} rounds, at most ${most} statements`,
  );
  expect(written / things).toBeLessThanOrEqual(3.5);
  const job = await jobOf(desk, id);
  expect(job).toMatchObject({
    state: "undone",
    undoLeftCount: 1,
    undoLeft: [{ noun: "page", reason: "settings_stay" }],
  });
  expect(withoutRemains(await contentRows(desk))).toEqual(withoutRemains(before));
  expect(await countOf("import_part")).toBe(0);
});

test("visitors see the page change once, at the end of applying and of undoing", async () => {
  const wanted = async () =>
    Number((await rowsOf("SELECT wanted FROM snapshot WHERE part = 'home' AND audience = 'public'"))[0]?.wanted);
  const first = await wanted();
  const id = await previewOf(desk, movedPage(small));
  expect(await wanted()).toBe(first);
  await beginToApply(desk, id);
  await runToEnd(desk, id);
  expect(await wanted()).toBe(first + 1);
  await undo(id);
  expect(await wanted()).toBe(first + 2);
  expect(await countOf("notice")).toBe(0);
});

/** Columns that are made by chance, and so differ when a step is made again. */
const chance = new Set(["token_hash", "token_sealed", "settings_sealed", "target_sealed", "uuid", "recorded_at"]);

/** Returns rows of content without what is made by chance; rows of the timeline and of shards have no other id. */
function comparable(content: Record<string, string[]>): Record<string, string[]> {
  const plainRow = (table: string, row: string) =>
    Object.entries(JSON.parse(row) as Record<string, unknown>)
      .filter(
        ([name]) => !chance.has(name) && !(name === "id" && (table === "status_change" || table === "monitor_shard")),
      )
      .map(([name, value]) => `${name}=${String(value).replaceAll(/"settingsSealed":"[^"]*"/g, "")}`)
      .join(" ");
  return Object.fromEntries(
    Object.entries(content).map(([table, rows]) => [table, rows.map((row) => plainRow(table, row)).sort()]),
  );
}

/** Goes on while each invocation loses one call to the database, another one each time. */
async function interrupted(id: string, mode: FaultMode): Promise<void> {
  const { bindings, ctx } = desk.deployment;
  await runToEnd(desk, id, (round) => ctx(machine, faulty(bindings.DB, 1 + (round % 9), mode)));
}

test.each(["before", "after", "stall"] as const)("cut off at any call (%s) it ends equal", async (mode) => {
  const id = await previewOf(desk, movedPage(small));
  const { bindings, clock } = desk.deployment;
  const kept = await keepState(bindings.DB);
  const applyAndUndo = async (goOn: () => Promise<unknown>) => {
    await rowsOf(`UPDATE import_job SET state = 'applying', due_at = ${clock.now}`);
    await goOn();
    expect((await jobOf(desk, id)).state).toBe("applied");
    const made = comparable(await contentRows(desk));
    await rowsOf(
      `UPDATE import_job SET state = 'undoing', due_at = ${clock.now}, place = '${JSON.stringify(firstImportPlace)}'`,
    );
    await goOn();
    expect((await jobOf(desk, id)).state).toBe("undone");
    return { made, left: comparable(await contentRows(desk)) };
  };
  const clean = await applyAndUndo(() => runToEnd(desk, id));
  await kept.restore(kept.names);
  const cut = await applyAndUndo(() => interrupted(id, mode));
  await kept.drop();
  expect(cut).toEqual(clean);
});

test("two runners at once write nothing twice", async () => {
  const id = await previewOf(desk, movedPage(small));
  await beginToApply(desk, id);
  const { deployment, pageId } = desk;
  for (let turn = 0; turn < 60; turn++)
    await Promise.all([1, 2, 3].map(() => runImportSteps(deployment.ctx(machine), pageId, id)));
  expect(await jobOf(desk, id)).toMatchObject({ state: "applied" });
  expect(await countOf("incident")).toBe(4);
  expect(await countOf("incident_update")).toBe(12);
  expect(await countOf("subscriber")).toBe(5);
});

test("a day's rows on Free are not exceeded: it goes on at midnight", async () => {
  const id = await previewOf(desk, movedPage(small));
  const today = new Date(desk.deployment.clock.now).toISOString().slice(0, 10);
  await rowsOf(`UPDATE import_job SET rows_today = 39999, rows_day = '${today}'`);
  await beginToApply(desk, id);
  const job = await jobOf(desk, id);
  expect(job).toMatchObject({ state: "applying", dueAt: Date.UTC(2026, 10, 21), done: 0 });
  await runImportSteps(desk.deployment.ctx(machine), desk.pageId, id);
  expect(await jobOf(desk, id)).toEqual(job);
  await runToEnd(desk, id);
  expect((await jobOf(desk, id)).state).toBe("applied");
});

test("days of the past wait for the next day too, and count", async () => {
  const id = await previewOf(desk, movedPage(small));
  const { clock } = desk.deployment;
  await rowsOf(`UPDATE import_job SET state = 'applying', due_at = ${clock.now}`);
  let job = await jobOf(desk, id);
  for (; job.place.stage === "things"; job = await jobOf(desk, id)) {
    const ctx = desk.deployment.ctx(machine);
    await commitImportStep(ctx, job, await planImportThingsStep(ctx, job));
  }
  await rowsOf("UPDATE import_job SET rows_today = 40000");
  await runImportSteps(desk.deployment.ctx(machine), desk.pageId, id);
  const midnight = Date.UTC(2026, 10, 21);
  expect(await jobOf(desk, id)).toMatchObject({ state: "applying", dueAt: midnight, rowsToday: 40_000 });
  await runToEnd(desk, id);
  const { state, rowsDay, rowsToday } = await jobOf(desk, id);
  expect({ state, rowsDay }).toEqual({ state: "applied", rowsDay: "2026-11-21" });
  expect(rowsToday).toBeGreaterThan(0);
});

test("rows of an import that was undone count until the day is over", async () => {
  const id = await previewOf(desk, movedPage(small));
  await beginToApply(desk, id);
  await runToEnd(desk, id);
  await undo(id);
  const midnight = Date.UTC(2026, 10, 21);
  expect(await jobOf(desk, id)).toMatchObject({ state: "undone", dueAt: midnight });
  const today = new Date(desk.deployment.clock.now).toISOString().slice(0, 10);
  const [[sum]] = await readBatch(desk.deployment.ctx(), importRowCountOfDayQuery(desk.deployment.ctx(), today));
  expect(sum?.rows).toBe((await jobOf(desk, id)).rowsToday);
  desk.deployment.clock.now = midnight;
  await runImportSteps(desk.deployment.ctx(machine), desk.pageId, id);
  expect(await jobOf(desk, id)).toMatchObject({ state: "undone", dueAt: null });
});

test("a due time of a clock that was a month ahead delays nothing", async () => {
  const id = await previewOf(desk, movedPage(small));
  await beginToApply(desk, id);
  const { clock } = desk.deployment;
  await rowsOf(`UPDATE import_job SET due_at = ${clock.now + 40 * dayMs}`);
  await runImportSteps(desk.deployment.ctx(machine), desk.pageId, id);
  expect((await jobOf(desk, id)).place).not.toMatchObject({ part: 0, step: 0 });
});

test("ticks of a deployment without further invocations go on with it, a step a minute", async () => {
  const id = await previewOf(desk, movedPage({ ...small, incidents: 90 }));
  await beginToApply(desk, id);
  const { deployment } = desk;
  const statesByMinute: string[] = [];
  for (let minute = 0; minute < 40 && statesByMinute.at(-1) !== "applied"; minute++) {
    deployment.clock.now += 60_000;
    const ctx = deployment.ctx();
    await handleCronTick(ctx, deployment.clock.now);
    await deployment.settled();
    expect(ctx.meter.statements + ctx.meter.subrequests).toBeLessThanOrEqual(40);
    statesByMinute.push((await jobOf(desk, id)).state);
  }
  expect(statesByMinute.at(-1)).toBe("applied");
  const [home] = await rowsOf(
    "SELECT wanted - built AS waiting FROM snapshot WHERE part = 'home' AND audience = 'public'",
  );
  expect(home).toEqual({ waiting: 0 });
});

test("one whose parts cannot be decrypted any more ends with what came", async () => {
  const id = await previewOf(desk, movedPage(small));
  await rowsOf("UPDATE import_part SET sealed = 'lost.lost' WHERE kind = 'document' AND number = 1");
  await beginToApply(desk, id);
  await runToEnd(desk, id);
  const job = await jobOf(desk, id);
  expect(job).toMatchObject({
    state: "applied",
    refusal: { code: "forgotten", message: expect.stringContaining("a backup was restored") },
  });
  expect(await countOf("incident")).toBe(0);
  const [entry] = await rowsOf("SELECT after FROM audit_entry WHERE action = 'import.finish'");
  const { origin, done: count, refusal } = job;
  expect(JSON.parse(String(entry?.after))).toEqual({ origin, count, reason: refusal?.message });
  await undo(id);
});

test("an import of a deleted page stands still", async () => {
  const id = await previewOf(desk, movedPage(small));
  await beginToApply(desk, id);
  const before = await jobOf(desk, id);
  await rowsOf("UPDATE page SET deleted_at = 1");
  await runImportSteps(desk.deployment.ctx(machine), desk.pageId, id);
  expect(await jobOf(desk, id)).toEqual(before);
});
