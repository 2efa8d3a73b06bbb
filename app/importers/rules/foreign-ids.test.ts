import { expect, test } from "vitest";
import {
  foreignComponent,
  foreignIncident,
  foreignMonitor,
  moveDocumentOf,
} from "../../../tests/support/import-documents";
import { moveThingHash } from "./content-hash";
import { foreignIdRowsByKey, moveThingArrivalHash, moveThingKey } from "./foreign-ids";
import { type MoveThing, moveThings } from "./move-things";

const only = (parts: Record<string, unknown>): MoveThing => {
  const [first] = moveThings(moveDocumentOf(parts));
  if (!first) throw new Error("the document is empty");
  return first;
};
const incident = (given: object) => only({ incidents: [foreignIncident("1", given)] });
const monitor = (given: object) => only({ monitors: [foreignMonitor("1", given)] });
const hash = (thing: MoveThing) => moveThingHash("key", thing);
const update = { status: "investigating", body: "We look.", shownAt: 1 };

test.each([
  ["the order of keys", monitor({ settings: { a: 1, b: [1, 2] } }), monitor({ settings: { b: [1, 2], a: 1 } }), true],
  ["the order of components", monitor({ componentIds: ["a", "b"] }), monitor({ componentIds: ["b", "a"] }), true],
  ["a past that goes on", monitor({}), monitor({ history: [{ from: 1, to: null, status: "no_data" }] }), true],
  ["the order of a setting", monitor({ settings: { b: [1, 2] } }), monitor({ settings: { b: [2, 1] } }), false],
  ["another interval", monitor({}), monitor({ intervalSeconds: 120 }), false],
  ["another title", incident({}), incident({ title: "Another" }), false],
  ["another update", incident({ updates: [update] }), incident({ updates: [update, update] }), false],
  ["an edited update", incident({ updates: [update] }), incident({ updates: [{ ...update, body: "Found." }] }), false],
  ["another noun", only({ groups: [{ id: "1", name: "x" }] }), only({ components: [foreignComponent("1")] }), false],
])("%s", (_, one, other, isSame) => {
  expect(hash(one) === hash(other)).toBe(isSame);
});

test("a hash depends on the key and on what the thing comes without, and is short", () => {
  const thing = incident({});
  const [a, b] = [{ noun: "component", theirId: "a" } as const, { noun: "component", theirId: "b" } as const];
  expect(hash(thing)).toMatch(/^[0-9a-f]{24}$/);
  expect(moveThingHash("other", thing)).not.toBe(hash(thing));
  const hashes = [[], [a], [b], [a, b]].map((without) => moveThingArrivalHash(hash(thing), without));
  expect(new Set(hashes).size).toBe(4);
  expect(moveThingArrivalHash(hash(thing), [b, a])).toBe(hashes[3]);
});

test("rows are those of one origin, by noun and id", () => {
  const row = { ourId: "x", hash: "", version: 1, importId: "i", isMade: true, changedByImportId: null, theirId: "1" };
  const rows = [
    { ...row, origin: "kuma", kind: "monitor" as const },
    { ...row, origin: "kuma", kind: "component" as const },
    { ...row, origin: "cachet", kind: "incident" as const },
  ];
  const known = foreignIdRowsByKey(rows, "kuma");
  expect([...known.keys()]).toEqual(["monitor:1", "component:1"]);
  expect(known.get(moveThingKey({ noun: "monitor", theirId: "1" }))).toBe(rows[0]);
});
