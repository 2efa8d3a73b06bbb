import fc from "fast-check";
import { expect, test } from "vitest";
import { nextOccurrenceRows } from "./maintenance-list";

const occurrence = fc.record({
  id: fc.uuid(),
  title: fc.constant("Move"),
  status: fc.constantFrom("scheduled", "in_progress", "verifying"),
  startsAt: fc.nat(20),
  endsAt: fc.constant(30),
  components: fc.constant<string[]>([]),
  seriesId: fc.constantFrom(null, "weekly", "monthly"),
});

test("of each series the next scheduled occurrence is shown, and says how many follow; all else is shown", () => {
  fc.assert(
    fc.property(fc.array(occurrence), (rows) => {
      const shown = nextOccurrenceRows(rows);
      expect(shown.length + shown.reduce((sum, { more }) => sum + more, 0)).toBe(rows.length);
      expect(shown.map(({ startsAt }) => startsAt)).toEqual(
        shown.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b),
      );
      for (const seriesId of ["weekly", "monthly"]) {
        const own = rows.filter((row) => row.seriesId === seriesId && row.status === "scheduled");
        const first = shown.filter((row) => row.seriesId === seriesId && row.status === "scheduled");
        expect(first.map(({ startsAt, more }) => [startsAt, more])).toEqual(
          own.length === 0 ? [] : [[Math.min(...own.map(({ startsAt }) => startsAt)), own.length - 1]],
        );
      }
    }),
  );
});
