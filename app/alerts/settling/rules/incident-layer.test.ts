import { expect, test } from "vitest";
import type { Status } from "~/status/status";
import { incidentLayerChanges } from "./incident-layer";

const now = 1_000_000;
const incident = (id: string, startedAt: number, given: Record<string, Status>) => ({
  id,
  startedAt,
  components: Object.entries(given).map(([componentId, status]) => ({ componentId, status })),
});
const over = (id: string, recoveredAt: number | null) => ({ id, change: "resolved" as const, recoveredAt });
const rows = (...given: Parameters<typeof incidentLayerChanges>) =>
  incidentLayerChanges(...given).map(({ componentId, from, to, at }) => [componentId, from, to, at]);

const old = incident("old", 0, { x: "major_outage" });

test("one resolves while another opens: each component moves at its own instant", () => {
  const fresh = incident("fresh", now - 120, { y: "major_outage" });
  expect(rows({ before: [old], after: [fresh], changed: [over("old", now - 300)] }, now)).toEqual([
    ["x", "major_outage", null, now - 300],
    ["y", null, "major_outage", now],
  ]);
});

test("two resolve at once: each is over when its own alerts recovered", () => {
  const other = incident("other", 0, { y: "degraded_performance" });
  const changed = [over("old", now - 300), over("other", now - 10)];
  expect(rows({ before: [old, other], after: [], changed }, now)).toEqual([
    ["x", "major_outage", null, now - 300],
    ["y", "degraded_performance", null, now - 10],
  ]);
});

test("two of one component resolve at once: it gets better step by step", () => {
  const other = incident("other", 0, { x: "degraded_performance" });
  const changed = [over("old", now - 300), over("other", now - 10)];
  expect(rows({ before: [old, other], after: [], changed }, now)).toEqual([
    ["x", "major_outage", "degraded_performance", now - 300],
    ["x", "degraded_performance", null, now - 10],
  ]);
  const turned = [over("old", now - 10), over("other", now - 300)];
  expect(rows({ before: [old, other], after: [], changed: turned }, now)).toEqual([
    ["x", "major_outage", null, now - 10],
  ]);
});

test("one opens for a component that another just left: it was well in between", () => {
  const fresh = incident("fresh", now - 120, { x: "major_outage" });
  expect(rows({ before: [old], after: [fresh], changed: [over("old", now - 300)] }, now)).toEqual([
    ["x", "major_outage", null, now - 300],
    ["x", null, "major_outage", now],
  ]);
});

test("what began after the end of another is not dated back to that end", () => {
  const later = incident("later", now - 60, { x: "partial_outage" });
  expect(rows({ before: [old, later], after: [later], changed: [over("old", now - 300)] }, now)).toEqual([
    ["x", "major_outage", null, now - 300],
    ["x", null, "partial_outage", now - 60],
  ]);
});

test("an end that is not known, or yet to come, is now; what changes nothing writes nothing", () => {
  for (const recoveredAt of [null, now + 500]) {
    expect(rows({ before: [old], after: [], changed: [over("old", recoveredAt)] }, now)).toEqual([
      ["x", "major_outage", null, now],
    ]);
  }
  expect(rows({ before: [old], after: [old], changed: [] }, now)).toEqual([]);
});
