import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { impactOf, impactShown } from "./impact";
import { type Impact, impacts, type Status, statuses } from "./status";

describe("the impact of an incident", () => {
  it.each<[Status[], Impact]>([
    [[], "none"],
    [["operational"], "none"],
    [["under_maintenance", "no_data"], "none"],
    [["degraded_performance"], "minor"],
    [["degraded_performance", "partial_outage"], "major"],
    [["major_outage", "operational"], "critical"],
  ])("of %j is %s", (given, expected) => {
    expect(impactOf(given)).toBe(expected);
  });

  it("is the worst of its components' own", () => {
    const some = fc.array(fc.constantFrom(...statuses), { maxLength: 5 });
    fc.assert(
      fc.property(some, some, (one, other) => {
        const heights = [one, other].map((each) => impacts.indexOf(impactOf(each)));
        expect(impacts.indexOf(impactOf([...one, ...other]))).toBe(Math.max(...heights));
      }),
    );
  });

  it("is shown as a person set it, up or down", () => {
    expect(impactShown({ impact: "critical", impactOverride: "none" })).toBe("none");
    expect(impactShown({ impact: "none", impactOverride: "major" })).toBe("major");
    expect(impactShown({ impact: "minor", impactOverride: null })).toBe("minor");
  });
});
