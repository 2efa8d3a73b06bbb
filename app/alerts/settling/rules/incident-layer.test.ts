import { describe, expect, test } from "vitest";
import type { Status } from "~/status/status";
import { incidentLayerChanges } from "./incident-layer";

const now = 1_000_000;
const incident = (id: string, startedAt: number, given: Record<string, Status>) => ({
  id,
  startedAt,
  components: Object.entries(given).map(([componentId, status]) => ({ componentId, status })),
});
const over = (id: string, recoveredAt: number | null) => ({ id, change: "resolved" as const, recoveredAt });
type Settled = Parameters<typeof incidentLayerChanges>[0];
const rows = (settled: Omit<Settled, "moved"> & Partial<Settled>, at: number) =>
  incidentLayerChanges({ moved: [], ...settled }, at).map(({ componentId, from, to, at }) => [
    componentId,
    from,
    to,
    at,
  ]);

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

describe("of an incident that stays open", () => {
  const step = (to: Status, at: number) => ({
    id: "old",
    steps: [{ componentId: "x", from: "major_outage", to, at } as const],
  });

  test("a component whose alerts are over leaves it when they recovered", () => {
    const after = incident("old", 0, { x: "operational" });
    const moved = [step("operational", now - 300)];
    expect(rows({ before: [old], after: [after], changed: [], moved }, now)).toEqual([
      ["x", "major_outage", null, now - 300],
    ]);
  });

  test("one that something milder still holds gets better then, and no further", () => {
    const after = incident("old", 0, { x: "degraded_performance" });
    const moved = [step("degraded_performance", now - 300)];
    expect(rows({ before: [old], after: [after], changed: [], moved }, now)).toEqual([
      ["x", "major_outage", "degraded_performance", now - 300],
    ]);
  });

  test("what another incident says of it stays", () => {
    const other = incident("other", 0, { x: "partial_outage" });
    const after = incident("old", 0, { x: "operational" });
    const moved = [step("operational", now - 300)];
    expect(rows({ before: [old, other], after: [after, other], changed: [], moved }, now)).toEqual([
      ["x", "major_outage", "partial_outage", now - 300],
    ]);
  });

  test("a component that joins enters it now", () => {
    const after = incident("old", 0, { x: "major_outage", y: "partial_outage" });
    const moved = [
      { id: "old", steps: [{ componentId: "y", from: "operational", to: "partial_outage", at: now } as const] },
    ];
    expect(rows({ before: [old], after: [after], changed: [], moved }, now)).toEqual([
      ["y", null, "partial_outage", now],
    ]);
  });
});
