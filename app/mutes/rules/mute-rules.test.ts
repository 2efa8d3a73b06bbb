import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SettleFacts } from "~/alerts/settling/rules/settle-facts";
import { blank, firing, rule, settleOnce, source, start } from "../../../tests/support/settling";
import { importedMuteUntilMs } from "./imported-silence";
import { muteInputSchema } from "./mute-input";
import {
  componentsOfSilentImports,
  findMutedSourceIds,
  lastMuteEndBySource,
  muteEndOf,
  nextMuteEndTime,
} from "./mute-rules";

const hour = 3600_000;
const until = start + hour;
const minute = 60_000;

const both = [
  { componentId: "a", status: "major_outage" as const },
  { componentId: "b", status: "major_outage" as const },
];
const world = (change: Partial<SettleFacts>): SettleFacts => ({
  ...blank([rule({ components: both, holdSeconds: 120, groupBy: [] })]),
  ...change,
});
const mutes: [string, Partial<SettleFacts>, number | null][] = [
  ["nothing", {}, null],
  ["its source", { sources: [source("s", { mutedUntil: until })] }, until],
  ["another source", { sources: [source("s"), source("t", { mutedUntil: until })] }, null],
  ["the page", { mutedUntil: until }, until],
  ["one of its components", { mutedComponents: new Map([["a", until]]) }, null],
  [
    "all of its components, until the first ends",
    {
      mutedComponents: new Map([
        ["a", until],
        ["b", until + 1],
      ]),
    },
    until,
  ],
  ["what is over", { mutedUntil: start, sources: [source("s", { mutedUntil: start })] }, null],
  ["source and page, the longer", { mutedUntil: until + 1, sources: [source("s", { mutedUntil: until })] }, until + 1],
];

describe.each(mutes)("muted: %s", (_, change, end) => {
  test("until when", () => {
    const facts = world(change);
    const own = facts.sources.find((each) => each.id === "s");
    expect(muteEndOf(facts, own, both)).toBe(end);
    expect(findMutedSourceIds(facts).has("s")).toBe(end !== null);
  });

  test("the status moves; who is told and what opens waits for the end, then it opens if it still fires", () => {
    const first = settleOnce(world({ ...change, alerts: [firing("x")] }));
    expect(first.facts.components[0]?.observedStatus).toBe("major_outage");
    expect(first.decision.silencedAlerts.has("s.x")).toBe(end !== null);
    const held = settleOnce({ ...first.facts, now: start + 2 * minute });
    expect(held.facts.incidents).toHaveLength(end === null ? 1 : 0);
    if (end === null) return;
    expect(held.decision.dueAt).toBeGreaterThan(held.facts.now);
    expect(held.decision.dueAt).toBeLessThanOrEqual(end);
    expect(settleOnce(held.facts).decision.groups).toEqual([]);
    expect(settleOnce({ ...held.facts, now: end }).facts.incidents).toHaveLength(1);
    const over = { ...held.facts, now: end, alerts: [] };
    expect(settleOnce(over).facts).toMatchObject({ incidents: [], groups: [] });
  });
});

test("taken back: it opens at once where its hold is over, else at the end of the hold", () => {
  const muted = settleOnce(world({ mutedUntil: until, alerts: [firing("x")] })).facts;
  const early = settleOnce({ ...muted, mutedUntil: null, now: start + minute });
  expect(early.facts.incidents).toEqual([]);
  expect(early.decision.dueAt).toBe(start + 2 * minute);
  expect(settleOnce({ ...muted, mutedUntil: null, now: start + 10 * minute }).facts.incidents).toHaveLength(1);
});

test("an incident that is open goes on and ends as always", () => {
  const open = settleOnce({ ...settleOnce(world({ alerts: [firing("x")] })).facts, now: start + 2 * minute }).facts;
  const over = settleOnce({ ...open, mutedUntil: until, alerts: [], recoveredAt: open.now }).facts;
  const resolved = settleOnce({ ...over, now: over.now + 5 * minute });
  expect(resolved.decision.changed).toMatchObject([{ change: "resolved" }]);
});

test("a component whose mute is on is not told of; with the page, none is", () => {
  const one = settleOnce(world({ mutedComponents: new Map([["b", until]]), alerts: [firing("x")] }));
  expect([...one.decision.silencedComponents]).toEqual(["b"]);
  const all = settleOnce(world({ mutedUntil: until, alerts: [firing("x")] }));
  expect([...all.decision.silencedComponents]).toEqual(["a", "b", "c"]);
});

const imported = source("s", { mutedUntil: importedMuteUntilMs, family: "monitor", vouchesSince: start });
const waiting = { family: "heartbeat", silentSince: start, vouchesSince: null } as const;

test.each([
  ["a monitor of an import", [imported], ["a", "b"]],
  ["it, and a heartbeat that was never pinged", [imported, source("t", waiting)], ["a", "b"]],
  ["it, and a heartbeat that was", [imported, source("t", { ...waiting, vouchesSince: start })], ["a"]],
  ["a monitor that is muted for an hour", [source("s", { mutedUntil: until })], []],
  ["a monitor that was taken over", [source("s", { mutedUntil: start })], []],
])("changes of components reported by %s notify nobody: %j", (_, sources, expected) => {
  const one = rule({ components: both });
  const other = rule({ id: "q", sourceId: "t", components: [{ componentId: "b", status: "major_outage" }] });
  const facts = world({ sources, rules: [one, other], alerts: [firing("x")] });
  expect([...componentsOfSilentImports(facts)]).toEqual(expected);
  const { decision } = settleOnce(facts);
  expect(decision.silencedComponents).toEqual(new Set(expected));
});

test("which mute ended last, of the source, its components or the page", () => {
  const ended = {
    mutedUntil: start - 3,
    mutedComponents: new Map([
      ["b", start - 2],
      ["c", start],
    ]),
  };
  expect(lastMuteEndBySource(world(ended))("s")).toBe(start - 2);
  expect(lastMuteEndBySource(world({ ...ended, sources: [source("s", { mutedUntil: start })] }))("s")).toBe(start);
  expect(lastMuteEndBySource(world({ mutedUntil: until }))("s")).toBeNull();
});

test("the end of every mute is looked at, the nearest first; what is over is not", () => {
  const at = fc.option(fc.integer({ min: start - 5, max: start + 5 }), { nil: null });
  fc.assert(
    fc.property(at, at, at, (page, own, component) => {
      const sources = [source("s", { mutedUntil: own })];
      const mutedComponents = new Map(component === null ? [] : [["a", component]]);
      const ahead = [page, own, component].filter((each) => each !== null && each > start).map(Number);
      const found = nextMuteEndTime(world({ mutedUntil: page, sources, mutedComponents }));
      expect(found).toBe(ahead.length > 0 ? Math.min(...ahead) : null);
    }),
  );
});

test.each([
  [15, true],
  [1, true],
  [10_080, true],
  [0, false],
  [10_081, false],
  [1.5, false],
])("%d minutes", (minutes, fits) => {
  const given = { pageId: "p", subject: { kind: "page", id: "p" }, minutes };
  expect(muteInputSchema.safeParse(given).success).toBe(fits);
  expect(muteInputSchema.safeParse({ ...given, reason: "x".repeat(201) }).success).toBe(false);
});
