import { spanText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { letterOfStatus } from "~/status/state-letter";
import type { Status } from "~/status/status";
import type { DayRun } from "./day-runs";

const statusOf = Object.fromEntries(
  Object.entries(letterOfStatus).map(([status, letter]) => [letter, status as Status]),
) as Record<string, Status | undefined>;

/** The worst state of the days; null before the start. */
export const statusOfRun = ({ letter }: Pick<DayRun, "letter">): Status | null => statusOf[letter] ?? null;

/** How long; by state where a day had several; "" where nothing was wrong. */
export function spansText(words: Words, { spans }: Pick<DayRun, "spans">): string {
  const [first, ...rest] = spans;
  if (first && rest.length === 0) return spanText(words, first.length);
  return words.list(
    spans.map(({ status, length }) =>
      words.t("bars.part", { state: words.t(`status.${status}`), span: spanText(words, length) }),
    ),
  );
}
