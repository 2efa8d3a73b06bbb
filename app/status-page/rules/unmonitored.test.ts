import fc from "fast-check";
import { expect, test } from "vitest";
import { statuses } from "~/status/status";
import { bannerSeen, isUnmonitored, statusSeen } from "./unmonitored";

const components = [{ id: "a" }, { id: "b" }];
const nobody = { page: { spokenAt: null }, components, observedComponentIds: new Set<string>() };

test.each([
  ["no component, whoever spoke", { ...nobody, page: { spokenAt: 1 }, components: [] }, true],
  ["nothing watches, nobody spoke", nobody, true],
  ["what watches watched a component that is gone", { ...nobody, observedComponentIds: new Set(["gone"]) }, true],
  ["people spoke, however long ago", { ...nobody, page: { spokenAt: 1 } }, false],
  ["something watches one of them", { ...nobody, observedComponentIds: new Set(["b"]) }, false],
] as const)("%s", (_, facts, expected) => {
  expect(isUnmonitored(facts)).toBe(expected);
});

test("what nobody vouches for is never said to be well, and what is worse is said as it is", () => {
  const given = fc.array(fc.constantFrom(...statuses), { maxLength: 6 });
  const impact = fc.constantFrom("minor" as const, "major" as const, "critical" as const);
  fc.assert(
    fc.property(given, fc.array(impact, { maxLength: 2 }), (all, impacts) => {
      const open = impacts.map((each) => ({ impact: each, impactOverride: null, componentCount: 0 }));
      expect(bannerSeen(all, open, true).state).not.toBe("operational");
      const known = bannerSeen(all, open, false);
      if (known.state !== "operational") expect(bannerSeen(all, open, true)).toEqual(known);
      for (const status of all) {
        expect(statusSeen({ status }, { unmonitored: true })).toBe(status === "operational" ? null : status);
        expect(statusSeen({ status }, {})).toBe(status);
      }
    }),
  );
});
