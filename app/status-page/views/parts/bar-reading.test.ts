import * as fc from "fast-check";
import { expect, test } from "vitest";
import { undrawnDay, uptimeBarDayPath, uptimeBarPaths } from "./bar-paths";
import { daysOfBars } from "./bar-reading";

const letters = fc.constantFrom("o", "d", "p", "m", "x", "n", "-");

test("a browser reads every day back from the drawing of the bars", () => {
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 400 }), (days) => {
      const drawn = uptimeBarPaths(days.join("")).map((each) => ({ ...each, story: null }));
      expect(daysOfBars(drawn).map(({ letter }) => letter)).toEqual(days);
    }),
  );
});

test("a day with a path of its own has its story", () => {
  const others = uptimeBarPaths(`oo${undrawnDay}o`).map((each) => ({ ...each, story: null }));
  const own = { letter: "p", d: uptimeBarDayPath("p", 2), story: "28 Nov: Partial outage for 12 min" };
  const days = daysOfBars([...others, own]);
  expect(days.map(({ letter }) => letter).join("")).toBe("oopo");
  expect(days[2]?.story).toBe(own.story);
  expect(days[1]?.story).toBeNull();
});
