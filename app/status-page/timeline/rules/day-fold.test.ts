import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type StatusByLayer, statuses, statusLayers } from "~/status/status";
import { daysBetween, nextDayStart } from "~/time/day";
import { operationalLayers } from "../../../../tests/support/layers";
import { tallyUptimeParts } from "../../uptime/rules/uptime";
import {
  addRowsToFold,
  type ComponentFold,
  canAnswerFromFold,
  type DayFold,
  dayFoldOf,
  statusSegmentsFromFold,
} from "./day-fold";
import { limitDayFold, maxDayFoldSteps } from "./day-fold-bound";
import { maxDayFoldChars, parseStoredDayFold, storedDayFoldText } from "./day-fold-text";
import { layerValue } from "./layer-steps";
import { effectiveStatusSegments, type StatusChange, type StatusSegment, type TimeSpan } from "./timeline";

type Row = StatusChange & { componentId: string };

const hour = 3600_000;
const ids = ["a", "b"];
/** Zones and dates with an hour that occurs twice, one that is left out, and midnights that are skipped. */
const places = [
  { zone: "Etc/UTC", from: Date.UTC(2026, 10, 20) },
  { zone: "Europe/Berlin", from: Date.UTC(2026, 9, 24, 22) },
  { zone: "America/New_York", from: Date.UTC(2026, 2, 8, 5) },
  { zone: "America/Santiago", from: Date.UTC(2026, 8, 6, 4) },
  { zone: "Asia/Kathmandu", from: Date.UTC(2026, 10, 19, 18, 15) },
];

const statusOrNull = fc.option(fc.constantFrom(...statuses));

interface Draft {
  componentId: string;
  layer: (typeof statusLayers)[number];
  /** The former status, if it differs from what the last row said. */
  from: StatusByLayer["manual"] | "as it was";
  to: StatusByLayer["manual"];
  /** Minutes by which its instant lies before the time when the row is written. */
  late: number;
  /** Minutes since the previous row; 0 = the same commit. */
  after: number;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  componentId: fc.constantFrom(...ids),
  layer: fc.constantFrom(...statusLayers, "observed" as const),
  from: fc.oneof({ weight: 9, arbitrary: fc.constant("as it was" as const) }, { weight: 1, arbitrary: statusOrNull }),
  to: statusOrNull,
  late: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 5 }) },
    { weight: 1, arbitrary: fc.integer({ min: -30, max: 2000 }) },
  ),
  after: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 8, arbitrary: fc.integer({ min: 1, max: 60 }) }),
});

/** Returns rows as the timeline writes them: each version later than the one before, whatever their instants. */
function rowsOf(
  drafts: readonly Draft[],
  from: number,
): { rows: Row[]; current: Map<string, StatusByLayer>; last: number } {
  const current = new Map(ids.map((id) => [id, { ...operationalLayers }]));
  let [at, sequence] = [from, 0];
  const rows = drafts.map(({ componentId, layer, late, after, ...each }) => {
    at += after * 60_000;
    if (after > 0 || sequence === 0) sequence++;
    const own = current.get(componentId) as StatusByLayer;
    const before = each.from === "as it was" ? own[layer] : each.from;
    const row = { componentId, layer, from: before, to: each.to, at: at - late * 60_000, recordedAt: at, sequence };
    Object.assign(own, layerValue(layer, each.to));
    return row;
  });
  return { rows, current, last: at };
}

const drafts = (maxLength: number) => fc.array(draft, { maxLength });

interface World {
  rows: Row[];
  current: Map<string, StatusByLayer>;
  zone: string;
  from: number;
  now: number;
  /** Stretches without observation, in order of time. */
  stopped: readonly TimeSpan[];
}

const world = fc
  .record({
    place: fc.constantFrom(...places),
    drafts: drafts(80),
    later: fc.integer({ min: 0, max: 3 * 24 * 60 }),
    stops: fc.array(fc.tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 1, max: 400 })), { maxLength: 2 }),
  })
  .map(({ place, drafts: all, later, stops }): World => {
    const { rows, current, last } = rowsOf(all, place.from);
    const now = last + later * 60_000;
    let end = place.from;
    const stopped = stops.map(([after, length]) => {
      const from = end + after * 60_000;
      end = from + length * 60_000;
      return { from, to: end };
    });
    return { ...place, rows, current, now, stopped };
  });

/** Returns all that pages show of segments: how long each status held on each day, the current one, and since when. */
function shown(segments: readonly StatusSegment[], { zone, from, now }: World) {
  const days = daysBetween(zone, from, now).map((day) =>
    tallyUptimeParts(segments, { from: day.from, to: Math.min(day.to, now) }),
  );
  return { days, last: segments.at(-1) };
}

/** Returns the question that a build asks of a component's fold. */
const askedOf = ({ from, now, stopped }: World, current: StatusByLayer | undefined, startAt: number) => ({
  from,
  to: now,
  current: current as StatusByLayer,
  startAt,
  stopped: stopped.filter(({ to }) => to <= now),
});

const starts = ({ zone, from }: World) => [from - 24 * hour, from, nextDayStart(zone, from)];

/** Reads the fold from its kept text, as a build does. */
const reread = (fold: DayFold) => parseStoredDayFold(storedDayFoldText(fold) ?? "", fold.from, fold.to);

/** Builds on the last kept fold, with a bound that is soon reached. */
function build(kept: DayFold | null, all: readonly Row[], own: World, least: number) {
  const known = kept
    ? addRowsToFold(
        kept,
        all.filter((row) => row.recordedAt > kept.to),
      )
    : null;
  const current = layersAfter(all);
  const stopped = own.stopped.filter(({ to }) => to <= own.now);
  const fits = (fold: DayFold) =>
    ids.every((id) => {
      const component = fold.components.get(id);
      return !component || canAnswerFromFold(component, askedOf(own, current.get(id), own.from));
    });
  const fold = known && fits(known) ? known : dayFoldOf(own.from, all);
  const end = Math.min(own.now, nextDayStart(own.zone, own.from), ...stopped.map(({ from }) => from));
  return { fold, anew: fold !== known, kept: limitDayFold(fold, current, end, { most: least, left: least >> 1 }) };
}

/** Returns the layers after these rows, because a page's own columns agree with its timeline. */
function layersAfter(rows: readonly Row[]): Map<string, StatusByLayer> {
  const found = new Map(ids.map((id) => [id, { ...operationalLayers }]));
  for (const { componentId, layer, to } of rows) {
    Object.assign(found.get(componentId) as StatusByLayer, layerValue(layer, to));
  }
  return found;
}

describe("the fold of an open day", () => {
  test("rows folded in any batches say what all of them at once say, kept, summed up and read again", () => {
    fc.assert(
      fc.property(
        world,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        fc.integer({ min: 2, max: 30 }),
        (own, sizes, least) => {
          let kept: DayFold | null = null;
          let done = 0;
          for (let turn = 0; done < own.rows.length; turn++) {
            let next = Math.min(own.rows.length, done + (sizes[turn % sizes.length] ?? 1));
            // A commit is read as a whole or not at all.
            while (own.rows[next] && own.rows[next]?.sequence === own.rows[next - 1]?.sequence) next++;
            const rows = own.rows.slice(0, next);
            const now = turn % 3 === 2 ? own.now : Math.max(...rows.map(({ recordedAt }) => recordedAt));
            const then = { ...own, now };
            const current = layersAfter(rows);
            const built = build(kept, rows, then, least);
            for (const id of ids) {
              const changes = rows.filter(({ componentId }) => componentId === id);
              for (const startAt of starts(own)) {
                const asked = askedOf(then, current.get(id), startAt);
                const component = built.fold.components.get(id) as ComponentFold;
                if (component && !canAnswerFromFold(component, asked)) continue;
                const whole = effectiveStatusSegments(changes, asked.current, asked, startAt, asked.stopped);
                expect(shown(statusSegmentsFromFold(component, asked), then)).toEqual(shown(whole, then));
              }
            }
            const again = reread(built.kept);
            expect(again).toEqual(built.kept);
            kept = again;
            done = next;
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test("in order and on time, a day of changes is never read again", () => {
    const on = drafts(50).map((all) => all.map((each) => ({ ...each, late: 0, from: "as it was" as const })));
    fc.assert(
      fc.property(fc.constantFrom(...places), on, (place, all) => {
        const { rows, last } = rowsOf(all, place.from);
        let kept: DayFold | null = null;
        for (const sequence of new Set(rows.map((each) => each.sequence))) {
          const known = rows.filter((each) => each.sequence <= sequence);
          const now = Math.max(...known.map(({ recordedAt }) => recordedAt));
          const then = { ...place, rows, current: new Map(), now: Math.min(now, last), stopped: [] };
          const built = build(kept, known, then, 6);
          expect(kept !== null && built.anew).toBe(false);
          kept = reread(built.kept);
        }
      }),
    );
  });
});

const batch = 10;

/** Returns the fold of a day on which every component changes each minute, built ten minutes at a time. */
function flapping(components: number): DayFold {
  const { from } = places[0] as (typeof places)[number];
  const names = Array.from({ length: components }, (_, index) => `01hzzzzzzzzzzzzzzzzzzz${1000 + index}`);
  const current = new Map(names.map((id) => [id, operationalLayers]));
  let fold = dayFoldOf(from, []);
  for (let begin = 1; begin < 24 * 60; begin += batch) {
    const minutes = Array.from({ length: Math.min(batch, 24 * 60 - begin) }, (_, index) => begin + index);
    const rows = minutes.flatMap((sequence): Row[] => {
      const [well, bad] = ["operational", "major_outage"] as const;
      const [before, to] = sequence % 2 ? [well, bad] : [bad, well];
      const at = from + sequence * 60_000 + 137;
      return names.map((componentId) => ({
        componentId,
        layer: "observed",
        from: before,
        to,
        at,
        recordedAt: at,
        sequence,
      }));
    });
    const added = addRowsToFold(fold, rows);
    if (!added) throw new Error("not reached");
    fold = limitDayFold(added, current, added.to);
  }
  return fold;
}

test("a day of minute flapping of 1 component and of 200 is kept in few characters, and adds up", () => {
  const [one = 0, many = 0] = [1, 200].map((components) => {
    const fold = flapping(components);
    const [first] = fold.components.values();
    const window = { from: fold.from, to: fold.from + 24 * hour };
    const segments = statusSegmentsFromFold(first, {
      ...window,
      current: operationalLayers,
      startAt: fold.from,
      stopped: [],
    });
    expect(tallyUptimeParts(segments, window)).toEqual([720 * 60_000 - 137, 0, 0, 0, 0]);
    return storedDayFoldText(fold)?.length ?? 0;
  });
  expect(one).toBeLessThan(10_000);
  expect(many).toBeLessThan(50_000);
}, 30_000);

test("one that is longer than may be kept is not kept, and text of another shape is not read", () => {
  const { from } = places[0] as (typeof places)[number];
  const ahead = Array.from({ length: 80_000 }, (_, index) => ({
    componentId: "a",
    layer: "observed" as const,
    from: null,
    to: null,
    at: from + 48 * hour + index * 240 * hour,
    recordedAt: from,
    sequence: 1,
  }));
  const fold = limitDayFold(dayFoldOf(from, ahead), new Map([["a", operationalLayers]]), from + 24 * hour);
  expect(fold.components.get("a")?.steps.observed?.length).toBeGreaterThan(maxDayFoldSteps);
  expect(storedDayFoldText(fold)).toBeNull();
  expect(maxDayFoldChars).toBeLessThan(800_000);
  for (const text of [
    "",
    "{}",
    "[]",
    "null",
    '{"shape":3,"sequence":1,"components":{}}',
    '{"shape":2,"sequence":1,"components":{"a":"q"}}',
  ]) {
    expect(parseStoredDayFold(text, from, from)).toBeNull();
  }
});
