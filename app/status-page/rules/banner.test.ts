import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { impactOfStatuses } from "~/incidents/rules/impact";
import { effectiveStatus, impacts, type Status, type StatuspageIndicator, statuses } from "~/status/status";
import { type BannerIncident, bannerOfStatuses, statuspageBannerTextByState } from "./banner";

const height: Record<StatuspageIndicator, number> = { none: 0, maintenance: 1, minor: 2, major: 3, critical: 4 };
const status = fc.constantFrom(...statuses);
const leaves = fc.array(status, { maxLength: 6 });
const incident: fc.Arbitrary<BannerIncident> = fc.record({
  impact: fc.constantFrom(...impacts),
  impactOverride: fc.option(fc.constantFrom(...impacts)),
  componentCount: fc.integer({ min: 0, max: 2 }),
});

const named = (words: string): Status[] =>
  words
    .split(" ")
    .filter(Boolean)
    .map((letter) => {
      const found = statuses.find((each) => each.startsWith(letter));
      if (!found) throw new Error(`no status begins with ${letter}`);
      return found;
    });

describe("the banner over the components", () => {
  it.each([
    ["", "none", "All Systems Operational"],
    ["operational", "none", "All Systems Operational"],
    ["operational operational", "none", "All Systems Operational"],
    ["major", "critical", "Major Service Outage"],
    ["major major", "critical", "Major Service Outage"],
    ["partial", "major", "Partial System Outage"],
    ["partial partial", "major", "Partial System Outage"],
    ["major operational", "major", "Partial System Outage"],
    ["major partial", "major", "Partial System Outage"],
    ["partial operational", "minor", "Minor Service Outage"],
    ["partial degraded no", "minor", "Minor Service Outage"],
    ["degraded", "minor", "Partially Degraded Service"],
    ["degraded degraded", "minor", "Degraded System Service"],
    ["degraded operational", "minor", "Partially Degraded Service"],
    ["degraded no", "minor", "Partially Degraded Service"],
    ["no", "minor", "Status Partly Unknown"],
    ["no operational under", "minor", "Status Partly Unknown"],
    ["under", "maintenance", "Service Under Maintenance"],
    ["under operational", "maintenance", "Service Under Maintenance"],
  ])("%j is %s, %s", (words, indicator, sentence) => {
    const found = bannerOfStatuses(named(words), []);
    expect(found.indicator).toBe(indicator);
    expect(statuspageBannerTextByState[found.state]).toBe(sentence);
  });

  it("is green only when every component is", () => {
    fc.assert(
      fc.property(leaves, (given) => {
        const green = given.every((each) => each === "operational");
        expect(bannerOfStatuses(given, []).indicator === "none").toBe(green);
      }),
    );
  });
});

describe("the banner raised by incidents", () => {
  it.each<[string, string, BannerIncident, string]>([
    [
      "no component: by its impact",
      "operational",
      { impact: "minor", impactOverride: null, componentCount: 0 },
      "raised_minor",
    ],
    [
      "an override raises",
      "operational",
      { impact: "none", impactOverride: "major", componentCount: 1 },
      "raised_major",
    ],
    [
      "as high as it gets",
      "degraded",
      { impact: "none", impactOverride: "critical", componentCount: 0 },
      "raised_critical",
    ],
    ["above maintenance", "under", { impact: "minor", impactOverride: null, componentCount: 0 }, "raised_minor"],
    [
      "components speak for themselves",
      "operational",
      { impact: "critical", impactOverride: null, componentCount: 1 },
      "operational",
    ],
    [
      "an announcement moves nothing",
      "operational",
      { impact: "none", impactOverride: "none", componentCount: 0 },
      "operational",
    ],
    [
      "equal keeps the components' words",
      "degraded",
      { impact: "minor", impactOverride: null, componentCount: 0 },
      "degraded_service",
    ],
    [
      "an override never lowers",
      "major",
      { impact: "critical", impactOverride: "minor", componentCount: 1 },
      "major_all",
    ],
  ])("%s", (_, words, given, state) => {
    expect(bannerOfStatuses(named(words), [given]).state).toBe(state);
  });

  it("only rises with another incident, whatever their order", () => {
    fc.assert(
      fc.property(leaves, fc.array(incident, { maxLength: 4 }), incident, (given, open, another) => {
        const before = bannerOfStatuses(given, open);
        const after = bannerOfStatuses(given, [...open, another]);
        expect(height[after.indicator]).toBeGreaterThanOrEqual(height[before.indicator]);
        expect(bannerOfStatuses(given, [another, ...open]).indicator).toBe(after.indicator);
      }),
    );
  });

  it("is never green over an open incident that gives a component a status", () => {
    const given = fc.array(fc.constantFrom(...statuses.filter((each) => each !== "operational")), {
      minLength: 1,
      maxLength: 4,
    });
    const coverage = fc.constantFrom("operational" as const, "no_data" as const, null);
    const layers = fc.record({ manual: fc.option(status), observed: status, maintenance: fc.option(status), coverage });
    fc.assert(
      fc.property(given, layers, leaves, (touched, others, rest) => {
        const shown = touched.map((each) => effectiveStatus({ ...others, incident: each }));
        const open = { impact: impactOfStatuses(touched), impactOverride: null, componentCount: touched.length };
        expect(bannerOfStatuses([...rest, ...shown], [open]).indicator).not.toBe("none");
      }),
    );
  });

  it("is never green over an open incident without components that has an impact", () => {
    fc.assert(
      fc.property(leaves, fc.constantFrom("minor" as const, "major" as const, "critical" as const), (given, impact) => {
        const open = { impact: "none" as const, impactOverride: impact, componentCount: 0 };
        expect(height[bannerOfStatuses(given, [open]).indicator]).toBeGreaterThanOrEqual(height[impact]);
      }),
    );
  });
});
