import { describe, expect, it } from "vitest";
import type { MovedIncident } from "./move-document";
import { toImportedIncident } from "./moved-incident";
import { titleForMovedEvent } from "./moved-title";

const incident: MovedIncident = {
  id: "i",
  title: "Slow",
  impact: "minor",
  startedAt: 1000,
  resolvedAt: 5000,
  updates: [
    { status: "investigating", body: "a", shownAt: 2000, changes: [{ componentId: "x", status: "major_outage" }] },
    { status: "monitoring", body: "b", shownAt: 3000, changes: [{ componentId: "x", status: "degraded_performance" }] },
    { status: "resolved", body: "c", shownAt: 5000, changes: [] },
  ],
  components: [],
  postmortem: null,
  path: null,
  isBackfilled: false,
};

const idOf = (theirId: string) => (theirId === "gone" ? null : `our-${theirId}`);
const changesOf = (given: Partial<MovedIncident>) =>
  toImportedIncident({ ...incident, ...given }, idOf).updates.map(({ changes }) => changes);

describe("an incident as it is stored", () => {
  it("is affected from its start, update by update, and no longer once it is resolved", () => {
    const x = { componentId: "our-x" };
    expect(changesOf({})).toEqual([
      [{ ...x, from: "operational", to: "major_outage", at: 1000 }],
      [{ ...x, from: "major_outage", to: "degraded_performance" }],
      [{ ...x, from: "degraded_performance", to: "operational" }],
    ]);
    expect(toImportedIncident(incident, idOf)).toMatchObject({
      components: { "our-x": "major_outage" },
      impact: "critical",
      impactOverride: "minor",
      status: "resolved",
      monitoringAt: 3000,
      publishedAt: 2000,
    });
  });

  it("keeps its present statuses while it is open", () => {
    const open = { ...incident, resolvedAt: null, updates: incident.updates.slice(0, 2) };
    expect(toImportedIncident(open, idOf)).toMatchObject({
      components: { "our-x": "degraded_performance" },
      impact: "minor",
      impactOverride: null,
      status: "monitoring",
      resolvedAt: null,
    });
  });

  it("is over when its last update says so, also where the origin gives no end", () => {
    expect(toImportedIncident({ ...incident, resolvedAt: null }, idOf).resolvedAt).toBe(5000);
    expect(toImportedIncident({ ...incident, resolvedAt: 10 }, idOf).resolvedAt).toBe(1000);
  });

  it("with one update was as its components are, from its start to its end", () => {
    const given = {
      updates: incident.updates.slice(2),
      components: [{ componentId: "y", status: "partial_outage" as const }],
    };
    expect(changesOf(given)).toEqual([[]]);
    expect(toImportedIncident({ ...incident, ...given }, idOf).components).toEqual({ "our-y": "partial_outage" });
  });

  it("leaves out components that do not come, and says its impact where it names none", () => {
    const updates = incident.updates.map((each) => ({ ...each, changes: [{ componentId: "gone", status: null }] }));
    expect(toImportedIncident({ ...incident, updates }, idOf)).toMatchObject({
      components: {},
      impact: "none",
      impactOverride: "minor",
    });
  });

  it("publishes a postmortem only when it was published there, and the incident is over", () => {
    const postmortem = { body: "Why", publishedAt: 9000 };
    const open = { resolvedAt: null, updates: incident.updates.slice(0, 1) };
    const stateOf = (given: Partial<MovedIncident>) =>
      toImportedIncident({ ...incident, ...given }, idOf).postmortem.state;
    expect(stateOf({ postmortem })).toBe("published");
    expect(stateOf({ postmortem, ...open })).toBe("draft");
    expect(stateOf({ postmortem: { ...postmortem, publishedAt: null } })).toBe("draft");
    expect(stateOf({ postmortem: { body: " ", publishedAt: 9000 } })).toBe("none");
  });
});

it.each([
  [" Down ", "", "Down"],
  ["", "## We look\nmore", "We look"],
  ["", " \n", "–"],
])("calls %j with the text %j %j", (title, body, wanted) => {
  expect(titleForMovedEvent(title, body)).toBe(wanted);
});

it("cuts a title to what fits, and no letter in two", () => {
  expect(titleForMovedEvent("😀".repeat(150), "")).toBe(`${"😀".repeat(99)}…`);
  expect(titleForMovedEvent("x".repeat(201), "")).toHaveLength(200);
});
