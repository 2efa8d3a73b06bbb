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

/** The word of an incident's or maintenance's status; what has none of its own is an update. */
export const updateWord = ({ t }: Words, status: string): string => t(updateWords[status] ?? "incident_status.update");
