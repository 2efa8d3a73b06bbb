import fc from "fast-check";
import { expect, test } from "vitest";
import { shareBarSegments, shareBarWidth } from "./share-bar";
import type { UptimeParts } from "./uptime";

const drawn = (parts: UptimeParts, span: number) =>
  shareBarSegments(parts, span).map(({ letter, from, width }) => `${letter} ${from} ${width}`);

test.each<[UptimeParts, number, string[]]>([
  [[0, 0, 0, 0, 0], 1000, ["o 0 200"]],
  [[500, 0, 0, 0, 0], 1000, ["o 0 100", "m 100 100"]],
  [[1, 0, 0, 0, 0], 1_000_000, ["o 0 197", "m 197 3"]],
  [[100, 100, 100, 100, 100], 1000, ["o 0 100", "n 100 20", "x 120 20", "d 140 20", "p 160 20", "m 180 20"]],
  [[0, 0, 0, 0, 1000], 1000, ["n 0 200"]],
  [[0, 0, 0, 0, 0], 0, []],
])("%j of %i", (parts, span, segments) => {
  expect(drawn(parts, span)).toEqual(segments);
});

test("whatever the parts, the segments fill the bar without a gap, and every part that lasted is seen", () => {
  const part = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }));
  fc.assert(
    fc.property(fc.tuple(part, part, part, part, part), fc.integer({ min: 1, max: 1_000_000 }), (parts, well) => {
      const span = parts.reduce((sum, each) => sum + each, well);
      const segments = shareBarSegments(parts, span);
      const last = segments.at(-1);
      expect((last?.from ?? 0) + (last?.width ?? 0)).toBeCloseTo(shareBarWidth, 0);
      for (const [index, { from, width }] of segments.entries()) {
        expect(width).toBeGreaterThan(0);
        const next = segments[index + 1];
        if (next) expect(Math.abs(from + width - next.from)).toBeLessThanOrEqual(0.11);
      }
      const troubled = segments.filter(({ letter }) => letter !== "o").length;
      expect(troubled).toBe(parts.filter((each) => each > 0).length);
    }),
  );
});
