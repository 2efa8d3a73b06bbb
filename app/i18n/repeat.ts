import type { Repeat } from "../rules/recurrence";
import type { Words } from "./words";

/** A Monday; its week gives the names of the days. */
const monday = Date.parse("2024-01-01T12:00:00Z");
const order = ["mo", "tu", "we", "th", "fr", "sa", "su"];

function dayNames({ language, list }: Words, days: readonly string[]): string {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return list(days.map((day) => format.format(monday + order.indexOf(day) * 86_400_000)));
}

/** "every 2 weeks on Tuesday and Thursday", in the language of the page. */
export function repeatText(words: Words, { frequency, interval, weekdays = [] }: Repeat): string {
  const count = interval;
  if (frequency === "daily") return words.t("work.daily", { count });
  if (frequency === "weekly") return words.t("work.weekly", { count, days: dayNames(words, weekdays) });
  return words.t("work.monthly", { count });
}
