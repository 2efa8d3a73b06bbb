import { useTable, type WordTable } from "~/ui/parts/words";
import { isAnnounced } from "../rules/impact";

/** What the statuses are called of an incident, or of an announcement: the same words as on its public page. */
export function useIncidentStatuses(): (incident: Parameters<typeof isAnnounced>[0]) => WordTable {
  const [statuses, announced] = [useTable("incident_status"), useTable("announcement_status")];
  return (incident) => (isAnnounced(incident) ? announced : statuses);
}

/** Two of its statuses have one word: of them the one stays that it may have by now. */
export function announcedChoices(words: WordTable, statuses: readonly string[], now: string): Record<string, string> {
  const twin = now === "monitoring" ? "identified" : "monitoring";
  return Object.fromEntries(statuses.flatMap((each) => (each === twin ? [] : [[each, words[each] ?? each]])));
}
