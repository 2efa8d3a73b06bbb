import { expect, test } from "vitest";
import type { MaintenanceRepeat } from "~/time/repeat";
import { maintenanceRepeatText, repeatOrRuleText } from "./maintenance-repeat-words";
import { wordsIn } from "./words/words";

test("a repetition in words", () => {
  const words = (repeat: Omit<MaintenanceRepeat, "end">, end: MaintenanceRepeat["end"] = { kind: "never" }) =>
    maintenanceRepeatText(wordsIn("en"), { ...repeat, end });
  expect(words({ frequency: "daily", interval: 1 })).toBe("Every day");
  expect(words({ frequency: "weekly", interval: 1, weekdays: [] })).toBe("Every week");
  expect(words({ frequency: "monthly_weekday", interval: 3 }, { kind: "count", count: 1 })).toBe(
    "Every 3 months on the same weekday, once",
  );
  expect(words({ frequency: "weekly", interval: 2, weekdays: ["tu", "th"] }, { kind: "count", count: 5 })).toBe(
    "Every 2 weeks on Tuesday and Thursday, 5 times",
  );
  expect(words({ frequency: "monthly_day", interval: 1 }, { kind: "until", date: "2027-01-31" })).toBe(
    "Every month on the same day, until 2027-01-31",
  );
});

test("a rule that its fields cannot say is shown as it is", () => {
  expect(repeatOrRuleText(wordsIn("en"), { rule: "FREQ=YEARLY", repeat: null })).toBe("FREQ=YEARLY");
});
