import { expect, test } from "vitest";
import type { Repeat } from "~/rules/recurrence";
import { repeatText } from "./repeat";
import { words } from "./words";

test("how it repeats, in words", () => {
  const text = (repeat: Omit<Repeat, "end">) => repeatText(words("en"), { ...repeat, end: { kind: "never" } });
  expect([
    text({ frequency: "daily", interval: 1 }),
    text({ frequency: "daily", interval: 3 }),
    text({ frequency: "weekly", interval: 1, weekdays: ["su"] }),
    text({ frequency: "weekly", interval: 2, weekdays: ["mo", "we", "fr"] }),
    text({ frequency: "monthly_day", interval: 1 }),
    text({ frequency: "monthly_weekday", interval: 6 }),
  ]).toEqual([
    "every day",
    "every 3 days",
    "every week on Sunday",
    "every 2 weeks on Monday, Wednesday, and Friday",
    "every month",
    "every 6 months",
  ]);
});
