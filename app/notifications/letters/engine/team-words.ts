import { dateFormats } from "~/i18n/dates";
import { refusalText } from "~/i18n/refusal-text";
import { localiseTitle } from "~/i18n/said-title";
import { elapsedTimeText } from "~/i18n/span";
import { incidentStatusText } from "~/i18n/update-word";
import { localiseUpdate } from "~/i18n/usual-updates";
import type { Words } from "~/i18n/words";
import { timeZoneName } from "~/i18n/zone-text";
import { impactsText, presentImpactWord } from "../../print/impact";
import { emailTimesIn } from "../../print/times";
import { visibleComponentStatusWord } from "../../print/update-parts";
import type { TeamWords } from "../../rules/team-words";

/** Returns the separator between the first names of a longer list, by CLDR. */
function commaOf(language: string): string {
  const parts = new Intl.ListFormat(language).formatToParts(["a", "b", "c", "d"]);
  return parts.find(({ type }) => type === "literal")?.value ?? ", ";
}

/** Returns the words of a page's language; times name their zone, so that they are unambiguous everywhere. */
export function teamWords(spoken: Words, timeZone: string): TeamWords {
  const { t, number, list } = spoken;
  const { full } = dateFormats(spoken.language, timeZone);
  return {
    t: (key, values) => t(`team.${key}`, values),
    why: (message) => refusalText(message, spoken.language),
    incidentStatus: (status, announced = false) => incidentStatusText(spoken, status, announced),
    standing: (component) => visibleComponentStatusWord(spoken, component),
    impact: (impact) => t(`impact.${impact}`),
    presentImpact: (impact) => presentImpactWord(spoken, impact),
    impacts: (worst, now) => impactsText(spoken, worst, now),
    severity: (severity) => t(`severity.${severity}`),
    componentStatus: (status) => t(`status.${status}`),
    pair: (name, state) => t("badge.whole", { name, state }),
    number,
    list,
    names: (all) => all.join(commaOf(spoken.language)),
    span: (length) => elapsedTimeText(spoken, length),
    window: (from, to) => emailTimesIn(spoken.language, timeZone).window(from, to).local,
    common: (key) => t(key),
    said: (text, key) => localiseUpdate(spoken, { html: "", text, said: key }).text,
    titleOf: (title, said) => localiseTitle(spoken, { title, titleSaid: said }),
    moment: (at) => `${full(at)} (${timeZoneName(timeZone)})`,
  };
}
