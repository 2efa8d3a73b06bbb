import { expect, test } from "vitest";
import { type BackfilledIncident, restatedUpdateChanges, updatesOfBackfilledIncident } from "./backfill";

const past: BackfilledIncident = { startedAt: 100, endsAt: 200, updates: [], resolution: "Over." };
const fieldsOf = (given: Partial<BackfilledIncident>) => {
  const result = updatesOfBackfilledIncident({ ...past, ...given });
  return result.ok || result.failure.name !== "invalid" ? null : Object.keys(result.failure.fields);
};
const said = (shownAt: number, body = "x") => ({ status: "identified" as const, body, shownAt });

test("updates stand in the order of time, the last word at the end", () => {
  expect(updatesOfBackfilledIncident({ ...past, updates: [said(180), said(100)] })).toEqual({
    ok: true,
    value: [said(100), said(180), { status: "resolved" as const, body: "Over.", shownAt: 200 }],
  });
  expect(fieldsOf({ endsAt: 99 })).toEqual(["endsAt"]);
  expect(fieldsOf({ endsAt: 100 })).toBeNull();
  expect(fieldsOf({ updates: [said(99), said(150), said(201), said(150, " ")] })).toEqual([
    "updates.0.shownAt",
    "updates.2.shownAt",
    "updates.3.body",
  ]);
});

test("what it gave a component is said again from start to end, and leaves the others alone", () => {
  const other = { componentId: "b", name: "B", from: "operational", to: "major_outage", at: 100 };
  const told: Parameters<typeof restatedUpdateChanges>[0] = [
    {
      id: "3",
      status: "resolved",
      shownAt: 200,
      changes: [{ componentId: "a", name: "A", from: "major_outage", to: "operational" }],
    },
    {
      id: "1",
      status: "investigating",
      shownAt: 110,
      changes: [{ componentId: "a", name: "A", from: "operational", to: "major_outage", at: 100 }, other],
    },
    { id: "2", status: "identified", shownAt: 150, changes: [] },
  ];
  expect(restatedUpdateChanges(told, 100, [{ componentId: "a", name: "A", status: "degraded_performance" }])).toEqual([
    {
      id: "1",
      changes: [other, { componentId: "a", name: "A", from: "operational", to: "degraded_performance", at: 100 }],
    },
    { id: "3", changes: [{ componentId: "a", name: "A", from: "degraded_performance", to: "operational" }] },
  ]);
  expect(restatedUpdateChanges(told, 100, [{ componentId: "a", name: "A", status: "operational" }])).toEqual([
    { id: "1", changes: [other] },
    { id: "3", changes: [] },
  ]);
  expect(
    restatedUpdateChanges([{ id: "1", status: "resolved", shownAt: 200, changes: [] }], 100, [
      { componentId: "a", name: "A", status: "major_outage" },
    ]),
  ).toEqual([]);
});
