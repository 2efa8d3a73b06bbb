import { dates } from "~/i18n/dates";
import { spanText } from "~/i18n/span";
import { updateWord } from "~/i18n/update-word";
import type { Words } from "~/i18n/words";
import { zoneText } from "~/i18n/zone-text";
import type { TeamWords } from "~/rules/telling/team-told";

function commaOf(language: string): string {
  if (/^(?:ja|zh)/.test(language)) return "、";
  return language.startsWith("ar") ? "، " : ", ";
}

/** How a page's language says its news; a moment names its zone, so that it reads the same wherever it is read. */
export function teamWords(spoken: Words, timeZone: string): TeamWords {
  const { t, number, list } = spoken;
  const { full } = dates(spoken.language, timeZone);
  return {
    t: (key, values) => t(`team.${key}`, values),
    incidentStatus: (status) => updateWord(spoken, status),
    componentStatus: (status) => t(`status.${status}`),
    pair: (name, state) => t("badge.whole", { name, state }),
    number,
    list,
    names: (all) => all.join(commaOf(spoken.language)),
    span: (length) => spanText(spoken, length),
    moment: (at) => `${full(at)} (${zoneText(timeZone)})`,
  };
}
