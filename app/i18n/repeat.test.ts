import { expect, test } from "vitest";
import type { MaintenanceRepeat } from "~/time/repeat";
import { words } from "../../tests/support/words";
import { repeatText } from "./repeat";

test("how it repeats, in words", () => {
  const text = (repeat: Omit<MaintenanceRepeat, "end">) =>
    repeatText(words("en"), { ...repeat, end: { kind: "never" } }, "2026-11-20");
  expect([
    text({ frequency: "daily", interval: 1 }),
    text({ frequency: "daily", interval: 3 }),
    text({ frequency: "weekly", interval: 1, weekdays: ["su"] }),
    text({ frequency: "weekly", interval: 2, weekdays: ["mo", "we", "fr"] }),
    text({ frequency: "monthly_day", interval: 1 }),
    text({ frequency: "monthly_weekday", interval: 6 }),
    repeatText(words("de"), { frequency: "monthly_weekday", interval: 1, end: { kind: "never" } }, "2026-11-29"),
    repeatText(words("ja"), { frequency: "monthly_day", interval: 1, end: { kind: "never" } }, "2026-11-05"),
  ]).toEqual([
    "every day",
    "every 3 days",
    "every week on Sunday",
    "every 2 weeks on Monday, Wednesday, and Friday",
    "every month (day 20)",
    "every 6 months (third Friday)",
    "jeden Monat (letzter Sonntag)",
    "毎月（5日）",
  ]);
});

test("each day, week and month in languages that count otherwise", () => {
  const text = (tag: string, interval: number) =>
    repeatText(words(tag), { frequency: "weekly", interval, weekdays: ["mo"], end: { kind: "never" } }, "2026-11-23");
  expect(["ja", "zh-Hans"].map((tag) => text(tag, 1))).toEqual(["毎週月曜日", "每周星期一"]);
  expect(text("zh-Hans", 2)).toBe("每 2 周的星期一");
  expect([1, 2, 3].map((interval) => text("ar", interval))).toEqual([
    "كل أسبوع: الاثنين",
    "كل أسبوعين: الاثنين",
    "كل 3 أسابيع: الاثنين",
  ]);
});
