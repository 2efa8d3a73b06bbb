import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, openDesk } from "../../tests/support/desk";
import { endOfDocument, foreignUpdate } from "../../tests/support/hostile-imports";
import { foreignComponent, foreignIncident, startOf2026Ms } from "../../tests/support/import-documents";

/** A program may send anything by the API: it is refused, or ends. */

let desk: Desk;
beforeEach(async () => {
  resetIsolate();
  desk = await openDesk();
});
afterEach(() => desk.close());

const year9999 = Date.UTC(9999, 11, 31);
const times = [9e15, -9e15, 8.64e15, -8.64e15, year9999, 0, Number.NaN];

describe("a time", () => {
  test.each(times)("of an incident may be %s", async (at) => {
    const incident = foreignIncident("i", {
      startedAt: at,
      updates: [foreignUpdate({ shownAt: at, changes: [{ componentId: "c", status: "major_outage" }] })],
    });
    expect(["invalid", "applied"]).toContain(
      await endOfDocument(desk, { components: [foreignComponent("c")], incidents: [incident] }),
    );
  });
  test.each(times)("of an incident's end may be %s", async (at) => {
    const incident = foreignIncident("i", {
      resolvedAt: at,
      updates: [
        foreignUpdate({ changes: [{ componentId: "c", status: "major_outage" }] }),
        foreignUpdate({ status: "resolved", shownAt: at }),
      ],
    });
    expect(["invalid", "applied"]).toContain(
      await endOfDocument(desk, { components: [foreignComponent("c")], incidents: [incident] }),
    );
  });
  test.each(times)("of a component may be %s", async (at) => {
    const components = [
      foreignComponent("c", { startedAt: at }),
      foreignComponent("d", { startedAt: at, keptBy: "watched" }),
    ];
    expect(["invalid", "applied"]).toContain(await endOfDocument(desk, { components }));
  });
  test.each(times)("of maintenance may be %s", async (at) => {
    const one = {
      title: "M",
      startsAt: at,
      endsAt: at,
      state: "completed",
      updates: [{ body: "x", shownAt: at }],
      componentIds: ["c"],
    };
    const maintenances = [
      { ...one, id: "m" },
      { ...one, id: "n", state: "scheduled", endsAt: at + 1 },
      { ...one, id: "o", state: "in_progress" },
    ];
    expect(["invalid", "applied"]).toContain(
      await endOfDocument(desk, { components: [foreignComponent("c")], maintenances }),
    );
  });
  test.each(times)("of a monitor's past may be %s", async (at) => {
    const monitor = {
      id: "m",
      name: "M",
      kind: "http",
      settings: { url: "https://a.example/" },
      intervalSeconds: 60,
      componentIds: ["c"],
      history: [
        { from: at, to: null, status: "major_outage" },
        { from: startOf2026Ms, to: at, status: "operational" },
      ],
    };
    expect(["invalid", "applied"]).toContain(
      await endOfDocument(desk, { components: [foreignComponent("c", { keptBy: "watched" })], monitors: [monitor] }),
    );
  });
  test.each(times)("of a consent may be %s", async (at) => {
    const subscribers = [
      { kind: "email", address: "a@example.org", state: "active", componentIds: [], consentedAt: at },
    ];
    expect(["invalid", "applied"]).toContain(await endOfDocument(desk, { subscribers }));
  });
});
