import type { WordKey, Words } from "./words";

const updateWords: Record<string, WordKey> = {
  investigating: "incident_status.investigating",
  identified: "incident_status.identified",
  monitoring: "incident_status.monitoring",
  resolved: "incident_status.resolved",
  postmortem: "incident_status.postmortem",
  scheduled: "maintenance_status.scheduled",
  in_progress: "maintenance_status.in_progress",
  verifying: "maintenance_status.verifying",
  completed: "maintenance_status.completed",
  cancelled: "maintenance_status.cancelled",
};

/** Nobody investigates an announcement and nothing of it is resolved: it is made, updated and completed. */
const announcementWords: Record<string, WordKey> = {
  investigating: "impact.none",
  resolved: "maintenance_status.completed",
  postmortem: "incident_status.postmortem",
};

/** The word of an incident's or maintenance's status; what has none of its own is an update. */
export const updateWord = ({ t }: Words, status: string): string => t(updateWords[status] ?? "incident_status.update");

/** The same of an incident that may be an announcement. */
export const incidentWord = (words: Words, status: string, announced: boolean): string =>
  announced ? words.t(announcementWords[status] ?? "incident_status.update") : updateWord(words, status);
