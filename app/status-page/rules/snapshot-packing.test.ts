import fc from "fast-check";
import { expect, test } from "vitest";
import { statuses } from "~/status/status";
import { calmSnapshot, sampleSnapshot, unmonitoredSnapshot } from "../../../tests/support/sample-snapshot";
import { uptimePartsByDate } from "./day-stories";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";
import { figureColumns, packSnapshot, parseSnapshot, unpackComponentFigures, unpackSnapshot } from "./snapshot-packing";

const status = fc.constantFrom(...statuses);
const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
const text = fc.string({ unit: "grapheme" });
const date = fc.integer({ min: 0, max: 400 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const parts = fc.array(fc.integer({ min: 0, max: 86_400_000 }), { minLength: 5, maxLength: 5 });

const monitored: fc.Arbitrary<SnapshotComponent> = fc.record({
  id: text,
  groupId: fc.option(fc.oneof(text, fc.constantFrom(...sampleSnapshot().groups.map(({ id }) => id)))),
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
const component = fc
  .tuple(monitored, fc.boolean())
  .map(([each, isKnown]) => (isKnown ? each : { ...each, status: "no_data" as const, unmonitored: true as const }));

const sample = sampleSnapshot();

/** Reads a document from its row, with its stories unpacked. */
function read(text: string): Snapshot {
  const snapshot = unpackSnapshot(text);
  return {
    ...snapshot,
    components: snapshot.components.map((each) => ({ ...each, stories: uptimePartsByDate(each.stories) })),
  };
}

test("what is packed comes out as it went in, whatever the components are", () => {
  fc.assert(
    fc.property(fc.array(component, { maxLength: 12 }), (components) => {
      const groups = sample.groups.map((group, index) => ({
        ...group,
        componentIds: [...(index === 0 ? components.map(({ id }) => id) : []), ...group.componentIds],
      }));
      const snapshot: Snapshot = { ...sample, groups, components };
      expect(read(packSnapshot(snapshot))).toEqual(snapshot);
      expect(read(packSnapshot(unpackSnapshot(packSnapshot(snapshot))))).toEqual(snapshot);
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
  expect(read(packed)).toEqual(snapshot);
});

test("a row that an earlier version packed by component is read", () => {
  const { components, recent, ...rest } = sample;
  const [first, second] = components;
  if (!first || !second) throw new Error("the sample has no components");
  const row = (each: SnapshotComponent, stories: string) => {
    const looks = [each.groupId, each.name, each.description, each.position, 4, each.startDate];
    const past = [each.days, stories, each.uptime, each.createdAt, each.updatedAt];
    return [each.id, ...looks, "pd", null, null, ...past];
  };
  const dates = ["2026-11-01", "2026-11-20"];
  const packed = [row(first, "1,900000;0,0,0,60000"), row(second, "")];
  const told = {
    shownWhen: "always",
    showUptime: true,
    observed: true,
    status: "partial_outage",
    since: null,
  } as const;
  const of = (each: SnapshotComponent, stories: Record<string, number[]>): SnapshotComponent => ({
    ...each,
    ...told,
    unobservedStatus: "degraded_performance",
    lastKnown: null,
    stories,
  });
  const stories = { "2026-11-20": [900_000, 0, 0, 0, 0], "2026-11-01": [0, 0, 60_000, 0, 0] };
  expect(read(JSON.stringify({ ...rest, dates, packed, recent }))).toEqual({
    ...sample,
    components: [of(first, stories), of(second, {})],
  });
});

test("a document that an earlier version wrote is read as it is", () => {
  expect(unpackSnapshot(JSON.stringify(sample))).toEqual(sample);
});

test.each([
  ["packed", packSnapshot],
  ["whole", JSON.stringify],
])("a page of which an earlier version said that nobody vouches for it, %s, is nowhere green", (_, write) => {
  const calm = calmSnapshot();
  const [worse, ...others] = calm.components.map((each) => ({ ...each, days: "o".repeat(90), uptime: 10_000 }));
  if (!worse) throw new Error("the sample has no components");
  const down = { ...worse, status: "partial_outage" as const };
  const components = [down, ...others];
  const shown = read(write({ ...calm, unmonitored: true, components }));
  expect(shown.components[0]).toEqual({ ...down, stories: shown.components[0]?.stories });
  const seen = shown.components.slice(1).map(({ status, unmonitored, unobservedStatus, uptime, days }) => {
    return { status, unmonitored, unobservedStatus, uptime, isGreen: days.includes("o") };
  });
  const nothing = { status: "no_data", unmonitored: true, unobservedStatus: "no_data", uptime: null, isGreen: false };
  expect(seen).toEqual(others.map(() => nothing));
  expect(shown.groups.map(({ status, unmonitored }) => [status, unmonitored])).toEqual(
    calm.groups.map(() => ["no_data", true]),
  );
  const ours = unmonitoredSnapshot();
  expect(read(write(ours))).toEqual(ours);
});

test("is half as long at most, with many components", () => {
  const snapshot = sampleSnapshot(50);
  expect(packSnapshot(snapshot).length).toBeLessThan(JSON.stringify(snapshot).length / 2);
});

test.each([
  ["that is none", "not JSON", false],
  ["of no document", "null", false],
  ["without a part of it", JSON.stringify({ ...JSON.parse(packSnapshot(sample)), columns: {} }), false],
  ["with a status that nobody knows", packSnapshot(sample).replace(/"([odpmxn]{2})"/, '"z$1"'), false],
  ["of a later version", JSON.stringify({ format: 2 }), true],
])("a text %s is not read", (_, text, isLater) => {
  expect(parseSnapshot(packSnapshot(sample)).document).not.toBeNull();
  expect(parseSnapshot(text)).toEqual({ document: null, isLater });
});

test("the figures of components are read from their columns alone", () => {
  fc.assert(
    fc.property(fc.array(component, { minLength: 1, maxLength: 5 }), (components) => {
      const { columns } = JSON.parse(packSnapshot({ ...sample, components })) as { columns: unknown[] };
      const read = unpackComponentFigures(JSON.stringify(figureColumns.map((place) => columns[place])));
      expect(read).toEqual(components.map(({ id, since, days, uptime }) => ({ id, since, days, uptime })));
    }),
  );
  expect(unpackComponentFigures("[null,null,null,null]")).toEqual([]);
});
