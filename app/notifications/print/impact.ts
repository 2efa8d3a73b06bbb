import type { Words } from "~/i18n/words";
import type { Impact } from "~/status/status";

/** A present impact of none is that of nothing affected any more, and no announcement. */
export const presentImpactWord = ({ t }: Words, impact: Impact): string =>
  impact === "none" ? t("mail.impact_none") : t(`impact.${impact}`);

/** How bad it was at its worst, and how bad it is now. */
export const impactsText = (words: Words, worst: Impact, now: Impact): string =>
  words.t("mail.impact_now", { impact: words.t(`impact.${worst}`), now: presentImpactWord(words, now) });
