import { elapsedTimeText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { stateLetterByStatus } from "~/status/state-letter";
import type { Status } from "~/status/status";
import { hourMs, minuteMs } from "~/time/durations";
import type { DayRun } from "./day-runs";

const statusOf = Object.fromEntries(
  Object.entries(stateLetterByStatus).map(([status, letter]) => [letter, status as Status]),
) as Record<string, Status | undefined>;

/** Returns the worst status of the days, or the one of a letter; null before the start. */
export const statusOfDayRun = ({ letter }: Pick<DayRun, "letter">): Status | null => statusOf[letter] ?? null;

/**
 * Returns the known time in tenths of an hour or in minutes, rounded so that it never claims too much and is complete
 * only when nothing is missing.
 */
function knownText({ t, number }: Words, { length, of }: { length: number; of: number }): string {
  const [unit, steps] = of < hourMs ? [minuteMs, 1] : [hourMs, 10];
  const known = number(Math.floor((length / unit) * steps) / steps);
  const span = number(Math.ceil((of / unit) * steps) / steps);
  return unit === hourMs ? t("bars.known_hours", { known, span }) : t("bars.known_minutes", { known, span });
}

function troubleText(words: Words, spans: DayRun["spans"]): string {
  const [first, ...rest] = spans;
  if (first && rest.length === 0) return elapsedTimeText(words, first.length);
  return words.list(
    spans.map(({ status, length }) =>
      words.t("bars.part", { state: words.t(`status.${status}`), span: elapsedTimeText(words, length) }),
    ),
  );
}

/**
 * Returns how long it lasted, by status when a day had several, and how much of the day is known; "" when nothing was
 * wrong.
 */
export function statusSpansText(words: Words, { spans, known }: Pick<DayRun, "spans" | "known">): string {
  const trouble = troubleText(words, spans);
  if (!known) return trouble;
  const told = knownText(words, known);
  return trouble === "" ? told : words.t("bars.spans_known", { spans: trouble, known: told });
}
