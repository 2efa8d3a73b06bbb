import fc from "fast-check";
import { expect, test } from "vitest";
import type { WaitingAlertGroup } from "../firing-groups";
import { alertGroupsOnNow, groupsWaitingElsewhere, joinSingleAlertGroups } from "./alert-groups";

interface Group {
  incidentId: string | null;
  sourceId: string;
  total: number;
  alerts: string[];
}

const group = (sourceId: string, total: number, incidentId: string | null = null): Group => ({
  incidentId,
  sourceId,
  total,
  alerts: Array.from({ length: Math.min(5, total) }, (_, at) => `${sourceId}.${at}`),
});

const waits = (sourceId: string): WaitingAlertGroup => ({
  key: sourceId,
  sourceId,
  title: null,
  mode: "draft",
  since: 0,
  dueAt: 1,
  opening: { kind: "at", at: 1 },
});

const sourcesOf = (groups: Group[]) => groups.map(({ sourceId }) => sourceId);

test("what opens automatically comes first, also where there is room for ten alerts only", () => {
  const many = [...Array.from({ length: 12 }, (_, at) => group(`s${at}`, 1)), group("held", 160)];
  const shown = alertGroupsOnNow(many, [waits("held")]);
  expect(sourcesOf(shown)).toEqual(["held", "s0", "s1", "s2", "s3", "s4"]);
  expect(groupsWaitingElsewhere(shown, [waits("held"), waits("gone")])).toEqual([waits("gone")]);
});

test("a group that an incident took does not show what its source waits for", () => {
  const taken = group("held", 1, "i1");
  expect(sourcesOf(alertGroupsOnNow([group("s0", 1), taken], [waits("held")]))).toEqual(["s0", "held"]);
});

test("groups of one alert that follow one another are one list; others stand alone", () => {
  const runs = joinSingleAlertGroups([group("a", 1), group("b", 1), group("c", 3), group("d", 1)]);
  expect(runs.map(sourcesOf)).toEqual([["a", "b"], ["c"], ["d"]]);
});

const anyGroups = fc.uniqueArray(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 30 })), { selector: ([id]) => id });

test("never more than ten alerts, never an empty group, and nothing is left out while there is room", () => {
  fc.assert(
    fc.property(anyGroups, fc.array(fc.nat(40)), (pairs, held) => {
      const groups = pairs.map(([id, total]) => group(`s${id}`, total));
      const shown = alertGroupsOnNow(
        groups,
        held.map((id) => waits(`s${id}`)),
      );
      const count = (all: Group[]) => all.reduce((sum, { alerts }) => sum + alerts.length, 0);
      expect(count(shown)).toBe(Math.min(10, count(groups)));
      expect(shown.every(({ alerts }) => alerts.length > 0)).toBe(true);
      expect(joinSingleAlertGroups(shown).flat()).toEqual(shown);
    }),
  );
});
