import { inWords } from "~/i18n/usual";
import type { Words } from "~/i18n/words";
import type { UpdateFact } from "~/rules/snapshot/snapshot-facts";

interface Told {
  updates: UpdateFact[];
}

interface Facts {
  incidents: Told[];
  maintenances: Told[];
}

/** What machines wrote, in the page's language: feeds, calendars and programs read the document as it stands. */
export function inPageLanguage<All extends Facts>(own: Words, facts: All): All {
  const told = <One extends Told>(each: One): One => ({
    ...each,
    updates: each.updates.map((update) => inWords(own, update)),
  });
  return { ...facts, incidents: facts.incidents.map(told), maintenances: facts.maintenances.map(told) };
}
