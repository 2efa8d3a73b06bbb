import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleSnapshot } from "../../../tests/support/sample-snapshot";
import { statuses } from "../basics/status";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";
import { packSnapshot, unpackSnapshot } from "./snapshot-packing";

const status = fc.constantFrom(...statuses);
const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
const text = fc.string({ unit: "grapheme" });
const date = fc.integer({ min: 0, max: 400 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const parts = fc.array(fc.integer({ min: 0, max: 86_400_000 }), { minLength: 5, maxLength: 5 });

const component: fc.Arbitrary<SnapshotComponent> = fc.record({
  id: text,
  groupId: fc.option(text),
  name: text,
  description: text,
  position: fc.integer(),
  shownWhen: fc.constantFrom("always", "affected"),
  showUptime: fc.boolean(),
  startDate: date,
  status,
  since: fc.option(instant),
  lastKnown: fc.option(fc.record({ status, noDataSince: instant })),
  observed: fc.boolean(),
  unobservedStatus: status,
  days: fc.string({ unit: fc.constantFrom("o", "d", "p", "m", "x", "n", "-"), maxLength: 120 }),
  stories: fc.dictionary(date, parts, { noNullPrototype: true }),
  uptime: fc.option(fc.integer({ min: 0, max: 10_000 })),
  createdAt: instant,
  updatedAt: instant,
});

const sample = sampleSnapshot();

test("what is packed comes out as it went in, whatever the components are", () => {
  fc.assert(
    fc.property(fc.array(component, { maxLength: 12 }), (components) => {
      const snapshot: Snapshot = { ...sample, components };
      expect(unpackSnapshot(packSnapshot(snapshot))).toEqual(snapshot);
    }),
  );
});

test("an incident that is open stands once; of the recent ones each keeps its place", () => {
  const [first, ...others] = sample.incidents;
  if (!first) throw new Error("the sample has no open incident");
  const over = { ...first, id: "over", title: "Over and told once", status: "resolved" as const };
  const snapshot: Snapshot = {
    ...sample,
    incidents: [first, ...others],
    recent: { ...sample.recent, incidents: [over, first, ...others] },
  };
  const packed = packSnapshot(snapshot);
  expect(packed.split(JSON.stringify(first.title))).toHaveLength(2);
  expect(unpackSnapshot(packed)).toEqual(snapshot);
});

test("a document that an earlier version wrote is read as it is", () => {
  expect(unpackSnapshot(JSON.stringify(sample))).toEqual(sample);
});

test("is a third shorter at least, with many components", () => {
  const snapshot = sampleSnapshot(50);
  expect(packSnapshot(snapshot).length).toBeLessThan((JSON.stringify(snapshot).length * 2) / 3);
});
