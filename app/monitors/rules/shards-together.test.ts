import fc from "fast-check";
import { expect, test } from "vitest";
import { samplePlan, sampleState } from "../../../tests/support/sample-monitor";
import type { MonitorStateRecord, PlannedMonitor } from "./monitor";
import { checksPerInvocation, groupShardsByInvocation, type ShardAtMinute } from "./shards-together";

const minute = 29_700_000;

interface Given {
  plan?: Partial<PlannedMonitor>[];
  state?: Partial<MonitorStateRecord> | null;
  written?: number;
  lookAt?: number | null;
}

/** Returns a shard of one monitor that is up, unless given otherwise. */
function work(id: string, { plan = [{}], state = {}, written = minute - 1, lookAt = 0 }: Given = {}): ShardAtMinute {
  const planned = plan.map((each, index) => samplePlan({ id: `${id}-${index}`, ...each }));
  const known = state === null ? [] : planned.map((each) => [each.id, sampleState({ last: written, ...state })]);
  return { shard: { id, minute: written, plan: planned, states: Object.fromEntries(known), lookAt }, minute };
}

const idsOf = (groups: ShardAtMinute[][]) => groups.map((group) => group.map(({ shard }) => shard.id).join(" "));

const named = (given: Record<string, Given>) => Object.entries(given).map(([id, each]) => work(id, each));

test.each<[string, Record<string, Given>, string[]]>([
  ["one by itself", { a: {} }, ["a"]],
  [
    "five checks to an invocation, in the order of their names",
    { f: {}, b: {}, a: {}, d: {}, c: {}, e: {} },
    ["a b c d e", "f"],
  ],
  [
    "a check that is done again at once counts as often",
    { a: { plan: [{ retries: 2 }] }, b: { plan: [{ retries: 2 }] }, c: {} },
    ["a", "b c"],
  ],
  [
    "what is not due, or paused, takes no room",
    { a: { plan: [{}, {}, { paused: true }, { interval: 60, phase: 1 }] }, b: { plan: [{}, {}, {}] } },
    ["a b"],
  ],
  ["five or more take one of their own", { a: { plan: [{}, {}, {}, {}, {}] }, b: {}, c: {} }, ["a", "b c"]],
  ["who is about to turn is alone", { a: {}, b: { state: { run: [[minute - 1, "down", 0]] } }, c: {} }, ["b", "a c"]],
  [
    "who is down, slow, new, silent or owed a check is alone",
    {
      a: { state: { confirmed: "down" } },
      b: { state: { confirmed: "degraded" } },
      c: { state: null },
      d: { state: { silentSince: minute - 9 } },
      e: { state: { owed: true } },
      f: {},
      g: {},
    },
    ["a", "b", "c", "d", "e", "f g"],
  ],
  ["whose last minute could not be written is alone", { a: { written: minute - 2 }, b: {}, c: {} }, ["a", "b c"]],
  [
    "by its own time, where it is not looked at each minute",
    {
      a: { plan: [{ interval: 5 }], written: minute - 5, lookAt: minute * 60_000 },
      b: { plan: [{ interval: 5 }], written: minute - 10, lookAt: (minute - 5) * 60_000 },
      c: {},
    },
    ["b", "a c"],
  ],
  [
    "who asks other places at its first bad result is alone",
    {
      a: { plan: [{ inARow: 1, regions: ["weur"] }] },
      b: { plan: [{ inARow: 1 }] },
      c: { plan: [{ regions: ["weur"] }] },
    },
    ["a", "b c"],
  ],
])("%s", (_what, given, groups) => {
  expect(idsOf(groupShardsByInvocation(named(given)))).toEqual(groups);
});

const anyShard = fc.record({
  plan: fc.array(fc.record({ retries: fc.nat(2), interval: fc.constantFrom(1, 5, 60) }), {
    minLength: 1,
    maxLength: 20,
  }),
  state: fc.constantFrom<Partial<MonitorStateRecord>>({}, {}, {}, { confirmed: "down" }, { owed: true }),
  written: fc.constantFrom(minute - 1, minute - 1, minute - 3),
});

test("each is looked at once, nobody shares with who is in trouble, and a part of the groups falls into the same", () => {
  fc.assert(
    fc.property(fc.array(anyShard, { maxLength: 60 }), fc.nat(), fc.nat(), (shards, from, count) => {
      const works = shards.map((each, index) => work(`s${String(index).padStart(3, "0")}`, each));
      const groups = groupShardsByInvocation(works);
      expect(
        groups
          .flat()
          .map(({ shard }) => shard.id)
          .sort(),
      ).toEqual(works.map(({ shard }) => shard.id));
      for (const group of groups.filter(({ length }) => length > 1)) {
        const checks = group.flatMap(({ shard }) =>
          shard.plan.filter(({ interval, phase }) => (minute - phase) % interval === 0),
        );
        expect(checks.reduce((sum, { retries }) => sum + 1 + retries, 0)).toBeLessThanOrEqual(checksPerInvocation);
        const states = group.flatMap(({ shard }) => Object.values(shard.states));
        expect(states.every(({ confirmed, owed }) => confirmed === "up" && !owed)).toBe(true);
        expect(group.every(({ shard }) => shard.minute === minute - 1)).toBe(true);
      }
      const part = groups.slice(from % (groups.length + 1)).slice(0, count % 12);
      expect(idsOf(groupShardsByInvocation(part.flat()))).toEqual(idsOf(part));
    }),
  );
});

test("a thousand pages with a monitor each take two hundred invocations", () => {
  const works = Array.from({ length: 1000 }, (_, index) => work(`s${index}`));
  expect(groupShardsByInvocation(works)).toHaveLength(200);
});
