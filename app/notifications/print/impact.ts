import type { Words } from "~/i18n/words";
import type { Impact } from "~/status/status";

/** Returns the word for a present impact; `none` means here that nothing is affected any more, not an announcement. */
export const presentImpactWord = ({ t }: Words, impact: Impact): string =>
  impact === "none" ? t("mail.impact_none") : t(`impact.${impact}`);

/** Returns the worst and the present impact as one text. */
export const impactsText = (words: Words, worst: Impact, now: Impact): string =>
  words.t("mail.impact_now", { impact: words.t(`impact.${worst}`), now: presentImpactWord(words, now) });
