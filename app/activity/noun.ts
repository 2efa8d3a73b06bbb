import type { NounDefinition } from "~/nouns";

/** All that happened on a page, by people and machines; it has no rows of its own. */
export const activityNounDefinition = {
  name: "activity",
  at: "activity",
  routes: { activity: "activity/desk/activity" },
  menu: { area: "respond", order: 50, name: "activity", called: "Activity" },
} as const satisfies NounDefinition;
