import type { Words } from "~/i18n/words";
import type { Impact } from "~/status/status";

/**
 * Returns the word for a current impact. Here `none` means that nothing is affected any more, and not an announcement.
 */
export const presentImpactWord = ({ t }: Words, impact: Impact): string =>
  impact === "none" ? t("mail.impact_none") : t(`impact.${impact}`);

/** Returns the worst and the current impact as one text. */
export const impactsText = (words: Words, worst: Impact, now: Impact): string =>
  words.t("mail.impact_now", { impact: words.t(`impact.${worst}`), now: presentImpactWord(words, now) });
