import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statuses } from "~/status/status";
import { dayLetter } from "./bars";
import { noParts, type Parts } from "./uptime";

describe("the letter of a day", () => {
  it.each<[string, Parts, string]>([
    ["nothing happened", noParts, "o"],
    ["major outranks all", [1, 50, 9, 9, 9], "m"],
    ["partial", [0, 1, 50, 9, 9], "p"],
    ["degraded", [0, 0, 1, 50, 9], "d"],
    ["maintenance outranks no data", [0, 0, 0, 1, 50], "x"],
    ["some no data", [0, 0, 0, 0, 1], "n"],
    ["no data all day", [0, 0, 0, 0, 100], "n"],
  ])("%s", (_, parts, letter) => {
    expect(dayLetter(parts, 100, false)).toBe(letter);
    expect(dayLetter(parts, 100, true)).toBe("-");
  });

  it("is not green for a day of which nothing is known", () => {
    expect(dayLetter(noParts, 0, false)).toBe("n");
  });

  it("takes what holds now where the day has only begun", () => {
    expect(dayLetter(noParts, 0, false, "operational")).toBe("o");
    expect(dayLetter(noParts, 0, false, "major_outage")).toBe("m");
    expect(dayLetter([0, 5, 0, 0, 0], 10, false, "operational")).toBe("p");
    expect(dayLetter([0, 5, 0, 0, 0], 10, false, "major_outage")).toBe("m");
    expect(dayLetter(noParts, 0, true, "operational")).toBe("-");
  });

  it("is green only without any part and without anything now", () => {
    const part = fc.integer({ min: 0, max: 2 });
    const parts = fc.tuple(part, part, part, part, part);
    fc.assert(
      fc.property(parts, fc.option(fc.constantFrom(...statuses), { nil: undefined }), (given, present) => {
        const quiet = given.every((each) => each === 0) && (present ?? "operational") === "operational";
        expect(dayLetter(given, 10, false, present) === "o").toBe(quiet);
      }),
    );
  });
});
