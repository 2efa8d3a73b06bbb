import type { Repeat, WeekdayName } from "./repeat";

export const weekdayWords: Record<WeekdayName, string> = {
  mo: "Monday",
  tu: "Tuesday",
  we: "Wednesday",
  th: "Thursday",
  fr: "Friday",
  sa: "Saturday",
  su: "Sunday",
};

const listed = (words: string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

const every = (interval: number, unit: string): string =>
  interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`;

function beat({ frequency, interval, weekdays = [] }: Repeat): string {
  if (frequency === "daily") return every(interval, "day");
  if (frequency === "monthly_day") return `${every(interval, "month")} on the same day`;
  if (frequency === "monthly_weekday") return `${every(interval, "month")} on the same weekday`;
  return `${every(interval, "week")}${weekdays.length > 0 ? ` on ${listed(weekdays.map((each) => weekdayWords[each]))}` : ""}`;
}

/** A repetition in English, such as "every 2 weeks on Tuesday and Thursday, 5 times". */
export function describeRepeat(repeat: Repeat): string {
  const { end } = repeat;
  if (end.kind === "never") return beat(repeat);
  return end.kind === "count"
    ? `${beat(repeat)}, ${end.count === 1 ? "once" : `${end.count} times`}`
    : `${beat(repeat)}, until ${end.date}`;
}
