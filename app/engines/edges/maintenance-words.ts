/** What is said where a person gave no words of their own. */
export const usualWords = {
  in_progress: "Scheduled maintenance is currently in progress.",
  verifying: "We are verifying the maintenance.",
  completed: "The scheduled maintenance has been completed.",
  cancelled: "This maintenance has been cancelled.",
  extended: "This maintenance will take longer than scheduled.",
  moved: "The time of this maintenance has changed.",
  rearranged: "The times of this maintenance and of those that follow it have changed.",
  ended: "This maintenance and those that were to follow it have been cancelled.",
} as const;
