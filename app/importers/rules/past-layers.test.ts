import fc from "fast-check";
import { expect, it } from "vitest";
import type { Status } from "~/status/status";
import { layerStatusAt } from "~/status-page/rules/incident-story";
import { addLayerSteps, beginningOfTime } from "~/status-page/timeline/rules/layer-steps";
import { type LayerStatusCourse, layerCourseWithin, layerRestatementChanges } from "./past-layers";

const status = fc.constantFrom<Status | null>(null, "partial_outage", "major_outage");
const course: fc.Arbitrary<LayerStatusCourse> = fc
  .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 6 })
  .chain((times) =>
    fc
      .tuple(...times.map(() => status))
      .map((given) => [
        { at: beginningOfTime, status: null },
        ...[...times].sort((one, other) => one - other).map((at, index) => ({ at, status: given[index] ?? null })),
      ]),
  );

it("restates a layer within a window alone, and names every stretch that it changes", () => {
  fc.assert(
    fc.property(
      course,
      course,
      fc.integer({ min: -1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      (recorded, other, from, length) => {
        const to = length > 25 ? Number.POSITIVE_INFINITY : from + length;
        const wanted = layerCourseWithin(recorded, other, { from, to });
        const { changes, spans } = layerRestatementChanges({ componentId: "c", layer: "incident", recorded, wanted });
        const after = addLayerSteps(recorded, changes);
        for (let at = -2; at < 65; at++) {
          const said = layerStatusAt(after, at);
          expect(said).toBe(layerStatusAt(at >= from && at < to ? other : recorded, at));
          const isNamed = spans.some((span) => span.from <= at && at < span.to);
          expect(isNamed).toBe(said !== layerStatusAt(recorded, at));
        }
      },
    ),
  );
});
