import type { WeekdayName } from "./repeat";

export const weekdayWords: Record<WeekdayName, string> = {
  mo: "Monday",
  tu: "Tuesday",
  we: "Wednesday",
  th: "Thursday",
  fr: "Friday",
  sa: "Saturday",
  su: "Sunday",
};
