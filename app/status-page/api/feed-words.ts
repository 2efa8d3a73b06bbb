import { incidentStatusText } from "~/i18n/update-word";
import type { Words } from "~/i18n/words";
import type { FeedWords } from "../formats/feed-words";

/** Returns the words of feeds and calendars. */
export function feedWords(all: Words): FeedWords {
  const { t, language: spoken } = all;
  return {
    language: spoken,
    title: (name, component) =>
      component === undefined ? t("feed.title", { name }) : t("feed.title_component", { name, component }),
    status: (status, announced = false) => incidentStatusText(all, status, announced),
    calledOff: (title) => t("feed.called_off", { title }),
    withdrawn: t("feed.withdrawn"),
    cancelled: t("feed.cancelled"),
    cut: t("feed.cut"),
    scheduled: t("feed.scheduled"),
  };
}
