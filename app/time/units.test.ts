import fc from "fast-check";
import { expect, test } from "vitest";
import { sortWorkUnits, type WorkUnit, type WorkUnitKind, workUnitRetryDelayMs } from "./units";

const now = 1_000_000_000;
const kinds: WorkUnitKind[] = [
  "settle",
  "heartbeats",
  "checks",
  "publish",
  "maintenance",
  "manual",
  "send",
  "day",
  "series",
];
const unit = (over: Partial<WorkUnit>): WorkUnit => ({
  kind: "settle",
  pageId: "p",
  id: "x",
  dueAt: now,
  tries: 0,
  ...over,
});
const namesOf = (units: readonly WorkUnit[]) => units.map(({ kind, pageId, id }) => `${pageId} ${kind} ${id}`);

test("red goes before green, and both before what nobody waits for", () => {
  const units = [
    unit({ kind: "series", id: "s" }),
    unit({ kind: "settle", id: "green", recovers: true }),
    unit({ kind: "maintenance", id: "m" }),
    unit({ kind: "settle", id: "red" }),
  ];
  expect(sortWorkUnits(units, now).map(({ id }) => id)).toEqual(["red", "m", "green", "s"]);
});

test("an import comes last, until it has waited", () => {
  const units = [
    unit({ kind: "import", id: "i" }),
    unit({ kind: "rendering", id: "r" }),
    unit({ kind: "day", id: "d" }),
  ];
  expect(sortWorkUnits(units, now).map(({ id }) => id)).toEqual(["d", "r", "i"]);
  const waited = unit({ kind: "import", id: "w", dueAt: now - 60_000 });
  expect(sortWorkUnits([...units, waited], now)[0]).toBe(waited);
});

test("a document is not made twice: an edge of its page makes it anyway", () => {
  const units = [
    unit({ kind: "publish" }),
    unit({ kind: "maintenance", id: "m" }),
    unit({ kind: "publish", pageId: "q" }),
  ];
  expect(namesOf(sortWorkUnits(units, now))).toEqual(["q publish x", "p maintenance m"]);
});

test("what has waited for a minute goes before everything that has not", () => {
  const old = unit({ kind: "series", id: "old", dueAt: now - 60_000 });
  expect(sortWorkUnits([unit({ id: "red" }), old], now)[0]).toBe(old);
});

test("a late page goes before late mail that waits up to a minute longer, and mail before what is newer", () => {
  const send = unit({ kind: "send", pageId: "", id: "", dueAt: now - 120_000 });
  const red = unit({ id: "red", dueAt: now - 60_000 });
  const green = unit({ id: "green", pageId: "q", dueAt: now - 60_000, recovers: true });
  expect(sortWorkUnits([send, red, green], now)).toEqual([red, green, send]);
  const longer = { ...send, dueAt: now - 121_000 };
  expect(sortWorkUnits([red, green, longer], now)[0]).toBe(longer);
});

test("checks and mail, which belong to no page, stand in different lines", () => {
  const checks = unit({ kind: "checks", pageId: "", id: "", dueAt: now - 100_000 });
  const settles = ["a", "b"].map((pageId) => unit({ pageId, dueAt: now - 70_000 }));
  const send = unit({ kind: "send", pageId: "", id: "", dueAt: now - 160_000 });
  expect(sortWorkUnits([...settles, checks, send], now).slice(0, 2)).toEqual([checks, send]);
});

test("pages take turns: one with many things due does not hold up another", () => {
  const many = Array.from({ length: 5 }, (_, index) =>
    unit({ pageId: "busy", id: `${index}`, dueAt: now - 50 + index }),
  );
  const order = sortWorkUnits([...many, unit({ pageId: "quiet", dueAt: now })], now);
  expect(namesOf(order).slice(0, 3)).toEqual(["busy settle 0", "quiet settle x", "busy settle 1"]);
});

const anyUnit = fc.record({
  kind: fc.constantFrom(...kinds),
  pageId: fc.constantFrom("a", "b", "c"),
  id: fc.string({ maxLength: 3 }),
  dueAt: fc.integer({ min: now - 300_000, max: now }),
  tries: fc.nat(5),
});

test("taken a few at a time, every unit's turn comes after those that were due before it", () => {
  fc.assert(
    fc.property(fc.array(anyUnit, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (units, capacity) => {
      let waiting: WorkUnit[] = units;
      for (let minute = 0; waiting.length > 0; minute++) {
        expect(minute).toBeLessThanOrEqual(Math.ceil(units.length / capacity));
        const order = sortWorkUnits(waiting, now + minute * 60_000);
        const taken = new Set(order.slice(0, capacity));
        waiting = order.filter((each) => !taken.has(each));
      }
    }),
  );
});

test("new work that keeps coming never passes over what waits", () => {
  fc.assert(
    fc.property(fc.array(anyUnit, { minLength: 1, maxLength: 12 }), (units) => {
      const first = unit({ kind: "series", pageId: "last", dueAt: now });
      let waiting: WorkUnit[] = [first, ...units];
      let minutes = 0;
      while (waiting.includes(first)) {
        const at = now + minutes * 60_000;
        const [taken] = sortWorkUnits(waiting, at);
        waiting = [...waiting.filter((each) => each !== taken), unit({ pageId: "new", dueAt: at + 60_000 })];
        minutes++;
      }
      expect(minutes).toBeLessThanOrEqual(units.length + 2);
    }),
  );
});

test("what could not run is tried again within two minutes, ever more rarely", () => {
  expect([0, 1, 2, 3, 20].map(workUnitRetryDelayMs)).toEqual([15_000, 30_000, 60_000, 120_000, 120_000]);
});
