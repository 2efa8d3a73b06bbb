import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { originAnswer, originSettings, readOriginApi } from "../../../tests/support/origin-reading";
import { phasedApiReader, rowsOfOriginAnswer } from "./api-phases";
import { parseForeignId } from "./foreign-values";
import type { OriginRequest } from "./origin";

/** A simulated product with one list of groups, read by pages. */
const reader = (size: number) =>
  phasedApiReader({
    title: "Simulated",
    pauseMs: 0,
    headers: () => ({}),
    begin: () => ({ ok: true, value: {} }),
    phases: [
      {
        pages: { from: 0, size },
        url: ({ cursor }) => `https://example.com/rows?page=${cursor.page}&size=${cursor.size}`,
        take(body, { notes }) {
          const rows = rowsOfOriginAnswer(body, "It");
          if (!rows.ok) return rows;
          notes.leftOut({ noun: "group", id: null, name: "" }, "colour", "Groups have none.");
          const groups = rows.value.flatMap(({ id }) => {
            const own = parseForeignId(id);
            return own === null ? [] : [{ id: own, name: own, description: "" }];
          });
          return { ok: true, value: { part: { groups }, rows: rows.value } };
        },
      },
    ],
  });

const origin = (size: number) => ({ name: "simulated", title: "Simulated", files: [], api: reader(size) });

/** Answers pages of rows, cut off where there are more than `most`. */
const answerFrom = (count: number, most: number) => (request: OriginRequest) => {
  const [page, size] = [...request.url.matchAll(/=(\d+)/g)].map(([, number]) => Number(number));
  const ids = Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));
  const rows = ids.slice((page ?? 0) * (size ?? 0), ((page ?? 0) + 1) * (size ?? 0));
  return originAnswer(JSON.stringify(rows), { isCut: rows.length > most });
};

test("every row is read once and in order, whatever the size of pages and answers", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 4, 10, 100, 250),
      fc.nat(300),
      fc.integer({ min: 1, max: 300 }),
      (size, count, most) => {
        const { document, refusal } = readOriginApi(origin(size), originSettings(), answerFrom(count, most));
        expect(refusal).toBeNull();
        expect(document.groups.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => `r${index}`));
        expect(document.notes).toHaveLength(1);
      },
    ),
    { numRuns: 60 },
  );
});

describe("troubles", () => {
  const settings = originSettings();

  test("a limit without a time waits a minute, and one with a time as long as it says, an hour at most", () => {
    const waitsOf = (headers: Record<string, string>) =>
      readOriginApi(origin(10), settings, (request, index) =>
        index === 0 ? originAnswer("", { status: 429, headers }) : answerFrom(3, 100)(request),
      ).waits;
    expect(waitsOf({})).toEqual([60_000]);
    expect(waitsOf({ "retry-after": "5" })).toEqual([5000]);
    expect(waitsOf({ "retry-after": "999999" })).toEqual([3_600_000]);
    expect(waitsOf({ "retry-after": "soon" })).toEqual([60_000]);
  });

  test("limits never end the reading, and faults do after some tries", () => {
    const many = readOriginApi(origin(10), settings, (request, index) =>
      index < 50 ? originAnswer("", { status: 420 }) : answerFrom(3, 100)(request),
    );
    expect(many.document.groups).toHaveLength(3);
    const faulty = readOriginApi(origin(10), settings, () => originAnswer("", { status: 502 }));
    expect(faulty.waits).toHaveLength(6);
    expect(faulty.refusal).toMatch(/502 again and again/);
  });

  test("a page of one row that is still too long is refused by its address", () => {
    const { refusal } = readOriginApi(origin(10), settings, () => originAnswer("[", { isCut: true }));
    expect(refusal).toBe("https://example.com/rows answered more than can be read at once.");
  });

  test("a list that never changes its page ends", () => {
    const { document } = readOriginApi(origin(2), settings, () => originAnswer('[{"id":"a"},{"id":"b"}]'));
    expect(document.groups.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
