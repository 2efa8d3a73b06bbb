import { useWordTable, type WordTable } from "~/ui/parts/words";
import { isAnnouncementSummary } from "../rules/impact";

/** Returns the names of the statuses of an incident or an announcement: the same words as on its public page. */
export function useIncidentStatusNames(): (incident: Parameters<typeof isAnnouncementSummary>[0]) => WordTable {
  const [statuses, announced] = [useWordTable("incident_status"), useWordTable("announcement_status")];
  return (incident) => (isAnnouncementSummary(incident) ? announced : statuses);
}

/** Returns the statuses of an announcement. Two of them have the same name, of which only the current one is kept. */
export function announcementStatusChoices(
  words: WordTable,
  statuses: readonly string[],
  now: string,
): Record<string, string> {
  const twin = now === "monitoring" ? "identified" : "monitoring";
  return Object.fromEntries(statuses.flatMap((each) => (each === twin ? [] : [[each, words[each] ?? each]])));
}
