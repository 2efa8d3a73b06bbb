import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statuses } from "~/status/status";
import { dayLetter } from "./bars";
import { type UptimeParts, zeroUptimeParts } from "./uptime";

describe("the letter of a day", () => {
  it.each<[string, UptimeParts, string]>([
    ["nothing happened", zeroUptimeParts, "o"],
    ["major outranks all", [1, 50, 9, 9, 9], "m"],
    ["partial", [0, 1, 50, 9, 9], "p"],
    ["degraded", [0, 0, 1, 50, 9], "d"],
    ["maintenance outranks no data", [0, 0, 0, 1, 50], "x"],
    ["a minute of no data is no grey day", [0, 0, 0, 0, 1], "o"],
    ["known to the half", [0, 0, 0, 0, 50], "o"],
    ["less than half known", [0, 0, 0, 0, 51], "n"],
    ["trouble of a day that is known in part", [0, 0, 1, 0, 30], "d"],
    ["trouble of a day of which little is known", [0, 3, 0, 0, 90], "p"],
    ["no data all day", [0, 0, 0, 0, 100], "n"],
  ])("%s", (_, parts, letter) => {
    expect(dayLetter(parts, 100, false)).toBe(letter);
    expect(dayLetter(parts, 100, true)).toBe("-");
  });

  it("is not green for a day of which nothing is known", () => {
    expect(dayLetter(zeroUptimeParts, 0, false)).toBe("n");
  });

  it("takes what holds now where the day has only begun", () => {
    expect(dayLetter(zeroUptimeParts, 0, false, "operational")).toBe("o");
    expect(dayLetter(zeroUptimeParts, 0, false, "major_outage")).toBe("m");
    expect(dayLetter([0, 5, 0, 0, 0], 10, false, "operational")).toBe("p");
    expect(dayLetter([0, 5, 0, 0, 0], 10, false, "major_outage")).toBe("m");
    expect(dayLetter(zeroUptimeParts, 0, true, "operational")).toBe("-");
  });

  it("counts no data of this instant by how long it has lasted, and trouble at once", () => {
    expect(dayLetter(zeroUptimeParts, 10, false, "no_data")).toBe("o");
    expect(dayLetter([0, 0, 0, 0, 6], 10, false, "no_data")).toBe("n");
    expect(dayLetter([0, 0, 0, 0, 6], 10, false, "operational")).toBe("n");
    expect(dayLetter([0, 0, 0, 0, 4], 10, false, "under_maintenance")).toBe("x");
  });

  const part = fc.integer({ min: 0, max: 4 });
  const day = fc.tuple(part, part, part, part, part);
  const span = 20;

  it("is green only without trouble and where at least half is known", () => {
    fc.assert(
      fc.property(day, fc.option(fc.constantFrom(...statuses), { nil: undefined }), (given, present) => {
        const isTroubled = given.slice(0, 4).some((each) => each > 0);
        const isWell = present === undefined || present === "operational" || present === "no_data";
        const known = span - given[4] * 4;
        const parts: UptimeParts = [given[0], given[1], given[2], given[3], given[4] * 4];
        expect(dayLetter(parts, span, false, present) === "o").toBe(!isTroubled && isWell && known * 2 >= span);
      }),
    );
  });

  it("never turns from a colour to grey when more of it is known", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 4 }), (given, learnt, what) => {
        const unknown = given[4] * 4;
        const known = Math.min(learnt, unknown);
        const before: UptimeParts = [given[0], given[1], given[2], given[3], unknown];
        const after = before.map((each, at) => each + (at === what && at < 4 ? known : 0));
        after[4] = unknown - known;
        const isGrey = (parts: UptimeParts) => dayLetter(parts, 36, false) === "n";
        if (!isGrey(before)) expect(isGrey(after as unknown as UptimeParts)).toBe(false);
      }),
    );
  });
});
