import { localiseTitle } from "~/i18n/said-title";
import { localiseUpdate } from "~/i18n/usual-updates";
import type { Words } from "~/i18n/words";
import type { AutomaticTitle } from "~/text/said-title";
import type { UpdateFact } from "../../rules/snapshot-facts";

interface SubjectUpdates {
  updates: UpdateFact[];
}

interface TitledIncident extends SubjectUpdates {
  title: string;
  titleSaid?: AutomaticTitle;
}

interface TranslatableFacts {
  incidents: TitledIncident[];
  maintenances: SubjectUpdates[];
}

/**
 * Returns the facts with generated texts in the page's language, because feeds, calendars and programs read the
 * document unchanged.
 */
export function factsInPageLanguage<All extends TranslatableFacts>(own: Words, facts: All): All {
  const told = <One extends SubjectUpdates>(each: One): One => ({
    ...each,
    updates: each.updates.map((update) => localiseUpdate(own, update)),
  });
  const titled = facts.incidents.map((each) => ({ ...told(each), title: localiseTitle(own, each) }));
  return { ...facts, incidents: titled, maintenances: facts.maintenances.map(told) };
}
