import { describe, expect, test } from "vitest";
import { rawOf, readRaw } from "../../../tests/support/ingest-fixtures";
import { sourceAdapters } from "../kinds/known-kinds";
import type { AnySourceAdapter } from "./contract";

const length = 60_000;

/** Texts that make a careless pattern backtrack: quadratic time in their length takes seconds. */
const fillers = [
  " ",
  "\n",
  "a ",
  "[",
  "[]",
  "{{",
  "}}",
  "*",
  '"',
  '",',
  "@",
  "<",
  "<a ",
  "&",
  "=",
  ",",
  "a.",
  "-",
  "a",
  "ä",
  "1",
  "a:1",
].map((each) => `${each.repeat(length / each.length)}x`);

const bound = 400;

/**
 * Returns the least time in ms. A reading that was slow on a busy machine is repeated, while slow code is slow each
 * time.
 */
async function leastTime(source: AnySourceAdapter, body: string): Promise<number> {
  const headers = new Headers({ "content-type": "application/json", ...source.sample(0).headers });
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && least > bound; round++) {
    const begun = performance.now();
    await readRaw(source, rawOf({ headers, body })).catch(() => null);
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the body with each of its texts replaced in turn. */
const spoiled = (payload: unknown, filler: string): string[] =>
  [...new Set(textsIn(payload))].map((text) =>
    JSON.stringify(payload, (_, value) => (value === text ? filler : value)),
  );

describe.each(sourceAdapters.map((each) => [each.kind, each] as const))("%s", (_, source) => {
  test("whatever text is long, reading it takes as long as it is, and no more", async () => {
    const { payload } = source.sample(Date.UTC(2026, 10, 20));
    const slow: string[] = [];
    for (const filler of fillers) {
      for (const body of spoiled(payload, filler)) {
        if ((await leastTime(source, body)) > bound) slow.push(filler.slice(0, 4));
      }
    }
    expect(slow).toEqual([]);
  });
});

test.each(["gatus", "json", "statuscake", "uptime-kuma"])("%s: so does a body that is no JSON", async (kind) => {
  const source = sourceAdapters.find((each) => each.kind === kind) as AnySourceAdapter;
  const pieces = ['{"status":"', '"name":"', '"name" : "a" ,', '{"', '"errors":"x","', " ", '" , "'];
  for (const piece of pieces) {
    expect([piece, (await leastTime(source, piece.repeat(64_000 / piece.length))) > bound]).toEqual([piece, false]);
  }
});
