import { describe, expect, test } from "vitest";
import type { Ctx } from "./ctx";
import { DatabaseAwayError, retryWhileDatabaseAway } from "./trouble";

/**
 * Errors listed at https://developers.cloudflare.com/d1/observability/debug-d1/#error-list (2026-08-11), and how often
 * each is tried.
 */
const listed: [text: string, tries: number][] = [
  ["D1 DB reset because its code was updated.", 4],
  ["Internal error while starting up D1 DB storage caused object to be reset.", 4],
  ["Network connection lost.", 4],
  ["Replica disconnected from primary.", 4],
  ["Internal error in D1 DB storage caused object to be reset.", 4],
  ["Cannot resolve D1 DB due to transient issue on remote node.", 4],
  ["Can't read from request stream because client disconnected.", 4],
  ["D1 DB storage operation exceeded timeout which caused object to be reset.", 4],
  ["D1 DB is overloaded. Requests queued for too long.", 2],
  ["D1 DB is overloaded. Too many requests queued.", 2],
  ["D1 DB's isolate exceeded its memory limit and was reset.", 4],
  ["D1 DB exceeded its CPU time limit and was reset.", 4],
];

const ctx = { sleep: async () => undefined, chance: () => 0 } as unknown as Ctx;

/** Returns how often it was tried, and how it ended. */
async function triedWith(error: Error) {
  let tries = 0;
  const ended = await retryWhileDatabaseAway(ctx, () => {
    tries += 1;
    return Promise.reject(error);
  }).catch((thrown: unknown) => thrown);
  return { tries, ended };
}

describe.each(listed)("%s", (text, tries) => {
  test.each([
    ["as it is", new Error(`D1_ERROR: ${text}`)],
    ["as the cause", new Error("D1_ERROR", { cause: new Error(text) })],
  ])("is a database that is away for a moment, %s", async (_, error) => {
    const found = await triedWith(error);
    expect([found.tries, found.ended instanceof DatabaseAwayError]).toEqual([tries, true]);
  });
});

test("what is wrong with a statement is tried once, and stays what it is", async () => {
  const defect = new Error("D1_ERROR: no such column: nmae");
  expect(await triedWith(defect)).toEqual({ tries: 1, ended: defect });
});
