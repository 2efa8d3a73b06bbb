import type { Repeat } from "~/rules/basics/repeat";
import type { SpokenWords } from "./speaking";
import type { WordKey, Words } from "./words";

/** A Monday; its week gives the names of the days. */
const monday = Date.parse("2024-01-01T12:00:00Z");
const order = ["mo", "tu", "we", "th", "fr", "sa", "su"];

/** "Tuesday and Thursday" of days such as `tu`, in the language of the words. */
export function dayNames(
  { language, list }: Pick<SpokenWords<string>, "language" | "list">,
  days: readonly string[],
): string {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return list(days.map((day) => format.format(monday + order.indexOf(day) * 86_400_000)));
}

/** What comes each day, week or month is said without a number: some languages have no form for one. */
const eachWords: Record<Repeat["frequency"], WordKey> = {
  daily: "work.each_day",
  weekly: "work.each_week",
  monthly_day: "work.each_month",
  monthly_weekday: "work.each_month",
};

const everyWords: Record<Repeat["frequency"], WordKey> = {
  daily: "work.daily",
  weekly: "work.weekly",
  monthly_day: "work.monthly",
  monthly_weekday: "work.monthly",
};

/** "every 2 weeks on Tuesday and Thursday", in the language of the page. */
export function repeatText(words: Words, { frequency, interval, weekdays = [] }: Repeat): string {
  const days = dayNames(words, weekdays);
  return interval === 1
    ? words.t(eachWords[frequency], { days })
    : words.t(everyWords[frequency], { count: interval, days });
}
