import { weekdayNamesText } from "~/i18n/repeat";
import type { MaintenanceRepeat } from "~/time/repeat";
import type { wordsIn } from "./words/words";

type MaintenanceWords = ReturnType<typeof wordsIn>;

/** A period of one day, week or month has its own words, because some languages have no plural form for one. */
function rhythmText(
  { t, language, list }: MaintenanceWords,
  { frequency, interval, weekdays = [] }: MaintenanceRepeat,
): string {
  const rhythm = frequency === "weekly" && weekdays.length > 0 ? "weekly_on" : frequency;
  const days = weekdayNamesText({ language, list }, weekdays);
  return interval === 1 ? t(`repeat_each.${rhythm}`, { days }) : t(`repeat_every.${rhythm}`, { count: interval, days });
}

/** Returns "Every 2 weeks on Tuesday and Thursday, 5 times". */
export function maintenanceRepeatText(words: MaintenanceWords, repeat: MaintenanceRepeat): string {
  const { end } = repeat;
  const rhythm = rhythmText(words, repeat);
  if (end.kind === "never") return rhythm;
  return end.kind === "count"
    ? words.t("repeat.times", { repeat: rhythm, count: end.count })
    : words.t("repeat.until", { repeat: rhythm, date: end.date });
}

/** A repetition: its rule, and its plain fields if they can express it. */
export interface RepeatRule {
  rule: string;
  repeat: MaintenanceRepeat | null;
}

export const repeatOrRuleText = (words: MaintenanceWords, { rule, repeat }: RepeatRule): string =>
  repeat ? maintenanceRepeatText(words, repeat) : rule;
