import { titleIn } from "~/i18n/said-title";
import { inWords } from "~/i18n/usual-updates";
import type { Words } from "~/i18n/words";
import type { SaidTitle } from "~/text/said-title";
import type { UpdateFact } from "../../rules/snapshot-facts";

interface SubjectUpdates {
  updates: UpdateFact[];
}

interface TitledIncident extends SubjectUpdates {
  title: string;
  titleSaid?: SaidTitle;
}

interface LanguageFacts {
  incidents: TitledIncident[];
  maintenances: SubjectUpdates[];
}

/**
 * Returns the facts with generated texts in the page's language, because feeds, calendars and programs read the
 * document unchanged.
 */
export function inPageLanguage<All extends LanguageFacts>(own: Words, facts: All): All {
  const told = <One extends SubjectUpdates>(each: One): One => ({
    ...each,
    updates: each.updates.map((update) => inWords(own, update)),
  });
  const titled = facts.incidents.map((each) => ({ ...told(each), title: titleIn(own, each) }));
  return { ...facts, incidents: titled, maintenances: facts.maintenances.map(told) };
}
