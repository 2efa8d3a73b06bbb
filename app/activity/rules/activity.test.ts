import fc from "fast-check";
import { expect, test } from "vitest";
import { type ActivityCursor, joinRepeatedEvents, mergeActivityStreams } from "./activity";
import { activityKinds, activitySubjectFilterOf, activitySubjectName, parseActivityKind } from "./kinds";

interface Event {
  id: string;
  at: number;
}

const newestFirst = (one: Event, other: Event) => other.at - one.at || (one.id < other.id ? 1 : -1);
const isAfter = ({ at, id }: Event, [before, last]: ActivityCursor) => at < before || (at === before && id < last);

/** Reads one part of a source as a query does: at most so many events after the cursor. */
function partOf(all: readonly Event[], before: ActivityCursor | null, most: number) {
  const left = [...all].sort(newestFirst).filter((each) => before === null || isAfter(each, before));
  const events = left.slice(0, most);
  const last = events.at(-1);
  return { events, stoppedAt: left.length > most && last ? ([last.at, last.id] as const) : null };
}

const placed = (name: string) =>
  fc.array(fc.nat(20), { maxLength: 40 }).map((times) => times.map((at, index) => ({ at, id: `${name}${index}` })));

test("pages of two sources follow one another without a gap or a double, whatever each of them reads at a time", () => {
  const sizes = fc.record({ page: fc.integer({ min: 1, max: 9 }), one: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(placed("a"), placed("b"), sizes, (one, other, size) => {
      const found: Event[] = [];
      let before: ActivityCursor | null = null;
      for (let page = 0; page < 200; page += 1) {
        const sources = [partOf(one, before, size.one), partOf(other, before, size.page + 1)];
        const merged: { events: Event[]; before: string | null } = mergeActivityStreams(sources, size.page);
        found.push(...merged.events);
        if (merged.before === null) break;
        const [at = "", id = ""] = merged.before.split(".");
        before = [Number(at), id];
      }
      expect(found).toEqual([...one, ...other].sort(newestFirst));
    }),
  );
});

test("neighbours of the same key become one with their number, others stay", () => {
  const events = ["join", "join", "", "join", "leave"].map((key, at) => ({ key, at }));
  const joined = joinRepeatedEvents(events, ({ key }) => (key === "" ? null : key));
  expect(joined.map(({ key, at, count }) => [key, at, count])).toEqual([
    ["join", 0, 2],
    ["", 2, 1],
    ["join", 3, 1],
    ["leave", 4, 1],
  ]);
});

test("every kind has its subjects, and refused requests belong to none", () => {
  const has = (kind: (typeof activityKinds)[number] | undefined, subject: string) => {
    const { kinds, excluded } = activitySubjectFilterOf(kind);
    return kinds.includes(subject) !== excluded;
  };
  for (const kind of [undefined, ...activityKinds]) expect(has(kind, "security")).toBe(false);
  const kindOf = (subject: string) => activityKinds.filter((kind) => has(kind, subject));
  expect(["incident", "alert", "maintenance", "subscriber", "channel"].map(kindOf)).toEqual([
    ["incidents"],
    ["status"],
    ["maintenance"],
    ["subscribers"],
    ["setup"],
  ]);
  expect([parseActivityKind("setup"), parseActivityKind("other"), parseActivityKind(undefined)]).toEqual([
    "setup",
    undefined,
    undefined,
  ]);
});

test("people and subscribers have no name here", () => {
  const entry = { subjectId: "i", subjectTitle: null, before: null, after: { name: "ann@example.com" } };
  for (const subjectKind of ["subscriber", "invitation", "person", "membership", "token"])
    expect(activitySubjectName({ ...entry, subjectKind }, { i: "Ann" })).toBe(null);
  expect(activitySubjectName({ ...entry, subjectKind: "component", after: { name: "Shop" } }, {})).toBe("Shop");
});
