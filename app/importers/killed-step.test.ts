import fc from "fast-check";
import { expect, test } from "vitest";
import {
  contentRows,
  importRunsOfEachTest,
  jobOf,
  movedPage,
  previewOf,
  smallMovedPage as small,
} from "../../tests/support/import-jobs";
import { keepState } from "../../tests/support/restored";
import { runImportSteps } from "./engine/run-import";
import { maxImportStepTries } from "./engine/stuck-step";
import { interruptedTryReason } from "./queries/import-try";
import { firstImportPlace, type ImportState } from "./rules/import-job";

/** A step whose invocation is killed writes nothing, not even that it failed. */
const { desk, rowsOf } = importRunsOfEachTest();
const machine = { kind: "machine", id: "import" } as const;
const killed = () => Promise.reject(new Error("killed"));

/** Returns a database of an invocation that is killed after so many calls. */
function dyingAfter(database: D1Database, calls: number): D1Database {
  let left = calls;
  const batch: D1Database["batch"] = (statements) => (left-- > 0 ? database.batch(statements) : killed());
  return { prepare: (query: string) => database.prepare(query), batch } as unknown as D1Database;
}

/** Goes on in an invocation that is killed after so many calls to the database. */
async function killedRound(id: string, calls: number) {
  const { deployment, pageId } = desk;
  const ctx = deployment.ctx(machine, { database: dyingAfter(deployment.bindings.DB, calls) });
  await runImportSteps(ctx, pageId, id).catch(() => undefined);
  return jobOf(desk, id);
}

const begin = (id: string, state: ImportState, tries = 0) =>
  rowsOf(
    `UPDATE import_job SET state = '${state}', due_at = ${desk.deployment.clock.now}, tries = ${tries}, not_before = 0,
      reason = NULL, refusal = NULL, place = '${JSON.stringify(firstImportPlace)}' WHERE id = '${id}'`,
  );

/** Calls that count the try and read for the step; giving up takes as many, and one more in an undo. */
const callsBeforeWork = 2;
const callsOfGivingUp = (state: ImportState) => (state === "undoing" ? 3 : 2);

test("each try counts, and the import ends with a message", async () => {
  const id = await previewOf(desk, movedPage(small));
  await begin(id, "planning");
  for (let round = 1; round <= maxImportStepTries; round++) {
    const { state, tries, reason } = await killedRound(id, callsBeforeWork);
    expect({ state, tries, reason }).toEqual({
      state: "planning",
      tries: round,
      reason: round > 1 ? interruptedTryReason : null,
    });
  }
  const { state, tries, dueAt, refusal } = await killedRound(id, callsBeforeWork);
  expect({ state, tries, dueAt }).toEqual({ state: "failed", tries: 0, dueAt: null });
  expect(refusal).toMatchObject({ code: "step_failed", message: expect.stringContaining(interruptedTryReason) });
});

test("one that is killed once goes on, and its count is cleared", async () => {
  const id = await previewOf(desk, movedPage(small));
  await begin(id, "applying");
  await killedRound(id, callsBeforeWork);
  await killedRound(id, callsBeforeWork);
  expect(await jobOf(desk, id)).toMatchObject({ tries: 2, reason: interruptedTryReason });
  for (let round = 0; round < 60 && (await jobOf(desk, id)).state === "applying"; round++) await killedRound(id, 100);
  expect(await jobOf(desk, id)).toMatchObject({ state: "applied", refusal: null, tries: 0, reason: null });
});

test("wherever each invocation is killed, the import ends", async () => {
  const id = await previewOf(desk, movedPage(small));
  const kept = await keepState(desk.deployment.bindings.DB);
  const states = fc.constantFrom<ImportState>("planning", "applying", "undoing");
  const end = fc.asyncProperty(states, fc.nat(6), async (state, more) => {
    const count = callsOfGivingUp(state) + more;
    await kept.restore(kept.names);
    await begin(id, state, maxImportStepTries - 2);
    const isRunning = ({ state: now }: { state: string }) => now === state;
    let job = await jobOf(desk, id);
    for (let round = 0; round < 300 && isRunning(job); round++) {
      job = await killedRound(id, count);
      await rowsOf(`UPDATE import_job SET tries = ${maxImportStepTries - 2} WHERE tries < ${maxImportStepTries - 2}`);
    }
    expect(["failed", "preview", "applied", "undone"]).toContain(job.state);
    if (more === 0 && state !== "undoing") expect(job.refusal).toMatchObject({ code: "step_failed" });
  });
  await fc.assert(end, { numRuns: 20 });
  await kept.drop();
});

/** These are random in each run: secrets of new addresses, and ids of rows that nothing names. */
const randomParts = /"token_hash":"\w+"|\b\w{8}\.[\w-]{20,}|(?<="id":")\w{26}\d{4}(?=")/g;

/** Applies it in invocations that are killed after so many calls, in turn; every step fits into the longest. */
async function contentAfter(id: string, calls: readonly number[]) {
  await begin(id, "applying");
  for (let round = 0; round < 300 && (await jobOf(desk, id)).state === "applying"; round++) {
    await killedRound(id, calls[round % calls.length] ?? 0);
    await rowsOf("UPDATE import_job SET tries = 0 WHERE tries > 0");
  }
  expect(await jobOf(desk, id)).toMatchObject({ state: "applied", refusal: null });
  const content = Object.entries(await contentRows(desk));
  return content.map(([table, rows]) => [table, rows.map((row) => row.replace(randomParts, "")).sort()]);
}

test("wherever each invocation is killed, what it applied is the same", async () => {
  const id = await previewOf(desk, movedPage(small));
  const kept = await keepState(desk.deployment.bindings.DB);
  const whole = await contentAfter(id, [Number.POSITIVE_INFINITY]);
  const same = fc.asyncProperty(fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }), async (calls) => {
    await kept.restore(kept.names);
    expect(await contentAfter(id, [...calls, 12])).toEqual(whole);
  });
  await fc.assert(same, { numRuns: 10 });
  await kept.drop();
});
