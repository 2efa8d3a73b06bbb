import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareNewestFirst,
  firstPageOfPastEvents,
  type HistoryCursor,
  historyCursorText,
  parseHistoryCursor,
} from "./history-mark";

const window = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 11, 1) };

test("a mark comes back from an address; what nobody wrote, and what lies after the month, is none", () => {
  const mark = { at: window.from + 12_345, id: "01kx-a_b" };
  expect(parseHistoryCursor(historyCursorText(mark), window)).toEqual(mark);
  const written = historyCursorText(mark);
  const strange = [
    null,
    "",
    "-",
    "x",
    `0${written}`,
    ` ${written}`,
    `${written} `,
    `${written}'`,
    written.toUpperCase(),
  ];
  const elsewhere = [window.to, window.to + 1].map((at) => historyCursorText({ ...mark, at }));
  expect(
    [...strange, ...elsewhere, `${written}${"a".repeat(64)}`].filter((text) => parseHistoryCursor(text, window)),
  ).toEqual([]);
});

const things = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1, maxLength: 3 }), at: fc.integer({ min: 1, max: 6 }), work: fc.boolean() }),
  { selector: ({ id }) => id, maxLength: 40 },
);

test("page by page every thing comes once, in the order of the whole list", () => {
  fc.assert(
    fc.property(things, fc.integer({ min: 1, max: 7 }), (all, limit) => {
      const sorted = [...all].sort(compareNewestFirst);
      const read: string[] = [];
      let after: HistoryCursor | null = null;
      do {
        const mark: HistoryCursor | null = after;
        const behind = sorted.filter((each) => !mark || compareNewestFirst(mark, each) < 0);
        const incidents = behind.filter(({ work }) => !work).map(({ id, at }) => ({ id, startedAt: at }));
        const maintenances = behind.filter(({ work }) => work).map(({ id, at }) => ({ id, startsAt: at }));
        const one = firstPageOfPastEvents(
          { incidents, maintenances } as Parameters<typeof firstPageOfPastEvents>[0],
          limit,
        );
        const page = sorted.filter(({ id }) => [...one.incidents, ...one.maintenances].some((each) => each.id === id));
        expect(page.length).toBe(Math.min(limit, behind.length));
        read.push(...page.map(({ id }) => id));
        after = one.rest;
      } while (after);
      expect(read).toEqual(sorted.map(({ id }) => id));
    }),
  );
});
