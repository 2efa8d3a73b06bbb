import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Impact, impacts, type Status, statuses } from "~/status/status";
import { displayedImpact, impactOfStatuses, isAnnouncementIncident, worstImpact } from "./impact";

describe("the impact of an incident", () => {
  it.each<[Status[], Impact]>([
    [[], "none"],
    [["operational"], "none"],
    [["under_maintenance", "no_data"], "none"],
    [["degraded_performance"], "minor"],
    [["degraded_performance", "partial_outage"], "major"],
    [["major_outage", "operational"], "critical"],
  ])("of %j is %s", (given, expected) => {
    expect(impactOfStatuses(given)).toBe(expected);
  });

  it("is the worst of its components' own", () => {
    const some = fc.array(fc.constantFrom(...statuses), { maxLength: 5 });
    fc.assert(
      fc.property(some, some, (one, other) => {
        const heights = [one, other].map((each) => impacts.indexOf(impactOfStatuses(each)));
        expect(impacts.indexOf(impactOfStatuses([...one, ...other]))).toBe(Math.max(...heights));
      }),
    );
  });

  it("is shown as a person set it, up or down", () => {
    expect(displayedImpact({ impact: "critical", impactOverride: "none" })).toBe("none");
    expect(displayedImpact({ impact: "none", impactOverride: "major" })).toBe("major");
    expect(displayedImpact({ impact: "minor", impactOverride: null })).toBe("minor");
  });

  it("is told as it was at its worst, so that who recovers is not taken for an announcement", () => {
    const recovered = [{ changes: [{ from: "major_outage", to: "operational" }] }, { changes: [] }];
    const over = { impact: "none" as const, impactOverride: null, components: ["api"], updates: recovered };
    expect([worstImpact(over), isAnnouncementIncident(over)]).toEqual(["critical", false]);
    expect(worstImpact({ ...over, impactOverride: "minor" })).toBe("minor");
    expect(isAnnouncementIncident({ ...over, updates: [] })).toBe(false);
    expect(isAnnouncementIncident({ ...over, components: [], updates: [] })).toBe(true);
    expect(isAnnouncementIncident({ ...over, components: [], updates: [], impactOverride: "major" })).toBe(false);
  });
});
