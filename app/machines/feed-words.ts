import type { FeedWords } from "~/feeds/feed-words";
import { updateWord } from "~/i18n/update-word";
import { words } from "~/i18n/words";

/** The words of feeds and calendars in a page's language. */
export function feedWords(language: string): FeedWords {
  const all = words(language);
  const { t, language: spoken } = all;
  return {
    language: spoken,
    title: (name, component) =>
      component === undefined ? t("feed.title", { name }) : t("feed.title_component", { name, component }),
    status: (status) => updateWord(all, status),
    withdrawn: t("feed.withdrawn"),
    cancelled: t("feed.cancelled"),
    cut: t("feed.cut"),
    scheduled: t("feed.scheduled"),
  };
}
