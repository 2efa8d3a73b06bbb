import { dayMs } from "~/time/durations";
import type { MaintenanceRepeat } from "~/time/repeat";
import type { CatalogueWords } from "./word-speaker";
import type { WordKey, Words } from "./words";

/** A Monday, whose week provides the names of the days. */
const monday = Date.parse("2024-01-01T12:00:00Z");
const order = ["mo", "tu", "we", "th", "fr", "sa", "su"];

/** Returns "Tuesday and Thursday" for days such as `tu`, in the language of the words. */
export function weekdayNamesText(
  { language, list }: Pick<CatalogueWords<string>, "language" | "list">,
  days: readonly string[],
): string {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return list(days.map((day) => format.format(monday + order.indexOf(day) * dayMs)));
}

/** Keys for repeats of every day, week or month without a number: some languages have no form for one. */
const eachWords: Record<MaintenanceRepeat["frequency"], WordKey> = {
  daily: "work.each_day",
  weekly: "work.each_week",
  monthly_day: "work.each_month",
  monthly_weekday: "work.each_month",
};

const everyWords: Record<MaintenanceRepeat["frequency"], WordKey> = {
  daily: "work.daily",
  weekly: "work.weekly",
  monthly_day: "work.monthly",
  monthly_weekday: "work.monthly",
};

const nths = ["work.nth_1", "work.nth_2", "work.nth_3", "work.nth_4"] as const satisfies WordKey[];

/**
 * Returns the day of a month on which `day` (YYYY-MM-DD) falls: its number, or its weekday; the fifth of a month is
 * called the last.
 */
function whenText(words: Words, frequency: MaintenanceRepeat["frequency"], day: string): string {
  const date = Number(day.slice(8));
  if (frequency === "monthly_day") return words.t("work.on_day", { day: date });
  const weekday = new Intl.DateTimeFormat(words.language, { weekday: "long", timeZone: "UTC" });
  const nth = words.t(nths[Math.ceil(date / 7) - 1] ?? "work.nth_last");
  return words.t("work.on_weekday", { nth, weekday: weekday.format(Date.parse(`${day}T12:00:00Z`)) });
}

/**
 * Returns a text such as "every 2 weeks on Tuesday and Thursday" in the language of the page. `day` is the date of an
 * occurrence, YYYY-MM-DD.
 */
export function repeatText(
  words: Words,
  { frequency, interval, weekdays = [] }: MaintenanceRepeat,
  day: string,
): string {
  const days = weekdayNamesText(words, weekdays);
  const every =
    interval === 1
      ? words.t(eachWords[frequency], { days })
      : words.t(everyWords[frequency], { count: interval, days });
  if (frequency !== "monthly_day" && frequency !== "monthly_weekday") return every;
  return words.t("work.rule_on", { every, when: whenText(words, frequency, day) });
}
