import { expect, test } from "vitest";
import { readDueWorkUnits } from "~/clock/queries/due-units";
import { handleCronTick } from "~/clock/tick";
import { good } from "../../tests/support/desk";
import {
  importRunsOfEachTest,
  jobOf,
  movedPage,
  previewOf,
  runToEnd,
  smallMovedPage as small,
} from "../../tests/support/import-jobs";
import { runImportSteps } from "./engine/run-import";
import { maxImportStepTries } from "./engine/stuck-step";
import { importUndoPhases } from "./engine/undo-phases";
import { firstImportPlace, type ImportPlace, type ImportState } from "./rules/import-job";
import { undoImport } from "./undo";

/** A step that fails again and again is tried less and less often, and given up in the end. */
const { desk, rowsOf, countOf, applied } = importRunsOfEachTest();
const minute = 60_000;
const machine = { kind: "machine", id: "import" } as const;
const stuckRefusal = { code: "step_failed" };
const refusal = { ...stuckRefusal, message: expect.stringContaining("broken") };

/** Makes each write of a table fail, until `mend`. */
const fail = (act: "INSERT" | "DELETE" | "UPDATE", table: string, message = "broken") =>
  rowsOf(`CREATE TRIGGER stuck BEFORE ${act} ON ${table} BEGIN SELECT RAISE(ABORT, '${message}'); END`);
const mend = () => rowsOf("DROP TRIGGER stuck");

const setState = (id: string, state: ImportState, more: Partial<ImportPlace> = {}) =>
  rowsOf(
    `UPDATE import_job SET state = '${state}', due_at = ${desk.deployment.clock.now},
      place = '${JSON.stringify({ ...firstImportPlace, ...more })}' WHERE id = '${id}'`,
  );
const setTries = (tries: number) => rowsOf(`UPDATE import_job SET tries = ${tries}, not_before = 0, reason = 'broken'`);

/** Lets the clock tick for so many minutes. */
async function tick(minutes: number, each: () => Promise<void> = async () => {}): Promise<void> {
  const { deployment } = desk;
  for (let at = 0; at < minutes; at++) {
    deployment.clock.now += minute;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
    await each();
  }
}

test("it is tried again after longer and longer, and ends the import when that has not helped", async () => {
  const id = await previewOf(desk, movedPage(small));
  await setState(id, "planning");
  await fail("INSERT", "import_part");
  const delays: number[] = [];
  await tick(26, async () => {
    const { tries, notBefore } = await jobOf(desk, id);
    if (tries > delays.length) delays.push(notBefore - desk.deployment.clock.now);
  });
  expect(delays.slice(0, 5)).toEqual([15_000, 30_000, 60_000, 120_000, 120_000]);
  expect(await jobOf(desk, id)).toMatchObject({ state: "planning", reason: expect.stringContaining("broken") });
  await setTries(maxImportStepTries - 1);
  const seen: string[] = [];
  await tick(10, async () => {
    const { state, tries } = await jobOf(desk, id);
    seen.push(`${state} ${tries}`);
  });
  expect(seen).toContain(`planning ${maxImportStepTries}`);
  expect(await jobOf(desk, id)).toMatchObject({ state: "failed", refusal, tries: 0, dueAt: null });
  expect(await countOf("import_part")).toBe(0);
});

test("what is due soon after a walk of the pages is found by the next tick, not by the fifth minute", async () => {
  const id = await previewOf(desk, movedPage(small));
  const { deployment } = desk;
  deployment.clock.now += (6 - (Math.floor(deployment.clock.now / minute) % 5)) * minute;
  await setState(id, "planning");
  await rowsOf(`UPDATE import_job SET due_at = due_at + 1000 WHERE id = '${id}'`);
  await rowsOf("UPDATE deployment SET pages_look_at = 0");
  const found = async () =>
    (await readDueWorkUnits(deployment.ctx(), deployment.clock.now, false)).units.filter(
      ({ kind }) => kind === "import",
    );
  expect(await found()).toEqual([]);
  deployment.clock.now += minute;
  expect(await found()).toMatchObject([{ id }]);
});

test("one that is mended in between goes on, and its tries begin anew", async () => {
  const id = await previewOf(desk, movedPage(small));
  await setState(id, "applying");
  await fail("INSERT", "component");
  await tick(5);
  const { tries } = await jobOf(desk, id);
  expect(tries).toBeGreaterThan(1);
  await mend();
  await tick(12);
  expect(await jobOf(desk, id)).toMatchObject({ state: "applied", refusal: null, tries: 0, reason: null });
});

test("what is in the way for good counts as a failed try, and another runner does not", async () => {
  const id = await previewOf(desk, movedPage(small));
  await setState(id, "applying");
  const run = () => runImportSteps(desk.deployment.ctx(machine), desk.pageId, id);
  await fail("INSERT", "component", "lost_race");
  const untilItFails = async () => {
    for (let turn = 0; turn < 50; turn++) await run();
  };
  await expect(untilItFails()).rejects.toThrow("changed here at the same time");
  await mend();
  await Promise.all([run(), run(), run()]);
  await runToEnd(desk, id);
  expect((await jobOf(desk, id)).state).toBe("applied");
});

test.each([
  ["planning ends the import with the reason", "planning", "import_part", { state: "failed", refusal }],
  ["applying leaves the rest out, and says so", "applying", "component", { state: "applied", refusal: stuckRefusal }],
] as const)("a step of %s", async (_, state, table, expected) => {
  const id = await previewOf(desk, movedPage(small));
  await setState(id, state);
  await fail("INSERT", table);
  await setTries(maxImportStepTries);
  await runToEnd(desk, id);
  expect(await jobOf(desk, id)).toMatchObject({ ...expected, tries: 0 });
});

test("the last commit of applying ends without it, and the import can be undone or run again", async () => {
  const id = await previewOf(desk, movedPage(small));
  await setState(id, "applying");
  await fail("INSERT", "audit_entry");
  for (let turn = 0; turn < 50 && (await jobOf(desk, id)).place.stage !== "end"; turn++)
    await runImportSteps(desk.deployment.ctx(machine), desk.pageId, id).catch(() => undefined);
  expect(await jobOf(desk, id)).toMatchObject({ state: "applying", place: { stage: "end" } });
  await setTries(maxImportStepTries);
  await runToEnd(desk, id);
  const { now } = desk.deployment.clock;
  expect(await jobOf(desk, id)).toMatchObject({ state: "applied", appliedAt: now, refusal, tries: 0 });
  const hidden = () => countOf("component WHERE name LIKE 'Service%' AND shown_when NOT IN ('always', 'affected')");
  expect(await hidden()).toBe(3);
  await mend();
  await applied();
  expect(await hidden()).toBe(0);
  await good(undoImport(desk.owner(), { pageId: desk.pageId, id }));
  await desk.deployment.settled();
  await runToEnd(desk, id);
  expect(await jobOf(desk, id)).toMatchObject({ state: "undone", refusal: null });
});

test("a step of an undo is left and listed", async () => {
  const id = await applied();
  await setState(id, "undoing", { part: importUndoPhases.indexOf("incident") });
  await fail("DELETE", "incident");
  await setTries(maxImportStepTries);
  await runToEnd(desk, id);
  const job = await jobOf(desk, id);
  expect(job).toMatchObject({ state: "undone", refusal: stuckRefusal });
  expect(job.undoLeft?.filter(({ noun, reason }) => noun === "incident" && reason === "failed")).toHaveLength(4);
  expect(await countOf("incident")).toBe(4);
});

test("the last commit of an undo ends without it, and what was read is forgotten afterwards", async () => {
  const id = await applied();
  await setState(id, "undoing", { part: importUndoPhases.length });
  await fail("UPDATE", "snapshot");
  await setTries(maxImportStepTries);
  await runToEnd(desk, id);
  const { clock } = desk.deployment;
  expect(await jobOf(desk, id)).toMatchObject({ state: "undone", undoneAt: clock.now, refusal, tries: 0 });
  await mend();
  clock.now = (await jobOf(desk, id)).dueAt ?? 0;
  await runImportSteps(desk.deployment.ctx(machine), desk.pageId, id);
  expect(await jobOf(desk, id)).toMatchObject({ state: "undone", dueAt: null });
  expect(await countOf("import_part")).toBe(0);
});
