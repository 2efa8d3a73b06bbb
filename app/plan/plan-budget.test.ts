import fc from "fast-check";
import { expect, test } from "vitest";
import type { Refusal } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import { allowedCheckIntervalMinutes } from "./check-intervals";
import { checksPerHour, overBudgetAdvice, planCheckCeiling, plans, planUsageFor } from "./plan-budget";

test.each([
  ["free", true, 30],
  ["free", false, 10],
  ["paid", true, 1000],
  ["paid", false, 25],
  ["own", true, 1000],
  ["own", false, 1000],
] as const)("%s carries, spread %s, %d checks a minute", (plan, spread, ceiling) => {
  expect(planCheckCeiling(plan, spread)).toBe(ceiling);
});

test("what runs and what is left, in checks a minute, and the rows of a day", () => {
  const load = { checksPerHour: 10 * 60 + 12, monitors: 11, shards: 1 };
  expect(planUsageFor({ plan: "free", spread: true, ...load })).toEqual({
    plan: "free",
    ceiling: 30,
    used: 10.2,
    free: 19.8,
    rowsWrittenPerDay: 1440 + 11 * 24,
  });
  expect(planUsageFor({ plan: "free", spread: false, ...load }).free).toBe(0);
});

const wordsOf = (refusal: Refusal | null) => (refusal === null ? "" : refusalText(refusal, "en"));

test("the 31st each minute is refused, with the ceiling and five minutes as the way out", () => {
  expect(overBudgetAdvice({ ceiling: 30, checksPerHour: 29 * 60 }, { interval: 1 })).toBeNull();
  const full = overBudgetAdvice({ ceiling: 30, checksPerHour: 30 * 60 }, { interval: 1 });
  expect(wordsOf(full)).toMatch(/allows 30 checks per minute, and 30 are in use/);
  expect(wordsOf(full)).toMatch(/every 5 minutes/);
});

test.each([
  [29.5, 1, "To fit, check it every 2 minutes."],
  [29.8, 1, "To fit, check it every 5 minutes."],
  [29.95, 2, "To fit, check it every 30 minutes."],
  [29.5, 2, null],
])("with %d used, one each %d minutes: %s", (used, interval, offer) => {
  const answer = overBudgetAdvice({ ceiling: 30, checksPerHour: used * 60 }, { interval });
  if (offer === null) expect(answer).toBeNull();
  else expect(wordsOf(answer)).toContain(offer);
});

test("many at once are counted as many", () => {
  expect(overBudgetAdvice({ ceiling: 10, checksPerHour: 0 }, { interval: 5, count: 50 })).toBeNull();
  const many = overBudgetAdvice({ ceiling: 10, checksPerHour: 60 }, { interval: 5, count: 50 });
  expect(wordsOf(many)).toContain("every 10 minutes");
});

test("what is let through never passes the ceiling, and what is offered is let through", () => {
  const one = fc.constantFrom(...allowedCheckIntervalMinutes);
  fc.assert(
    fc.property(fc.constantFrom(...plans), fc.boolean(), fc.array(one, { maxLength: 80 }), (plan, spread, wanted) => {
      const ceiling = planCheckCeiling(plan, spread);
      let used = 0;
      for (const interval of wanted) {
        const refusal = overBudgetAdvice({ ceiling, checksPerHour: used }, { interval });
        if (refusal === null) used += checksPerHour(interval);
        const offered = Number(/To fit, check it every (\d+) minutes/.exec(refusal ?? "")?.[1]);
        if (offered) expect(overBudgetAdvice({ ceiling, checksPerHour: used }, { interval: offered })).toBeNull();
      }
      expect(used).toBeLessThanOrEqual(ceiling * 60);
    }),
  );
});
