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

/** Words for announcements, which are not investigated or resolved: they are made, updated and completed. */
const announcementWords: Record<string, WordKey> = {
  investigating: "impact.none",
  resolved: "maintenance_status.completed",
  postmortem: "incident_status.postmortem",
};

/** Returns the word of an incident's or maintenance's status; a status without its own word is an update. */
export const updateStatusText = ({ t }: Words, status: string): string =>
  t(updateWords[status] ?? "incident_status.update");

/** Returns the word for an incident that may be an announcement. */
export const incidentStatusText = (words: Words, status: string, announced: boolean): string =>
  announced ? words.t(announcementWords[status] ?? "incident_status.update") : updateStatusText(words, status);
