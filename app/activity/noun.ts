import type { NounDefinition } from "~/nouns";

/** The actions of people and machines on a page. They are read from other nouns' rows; activity has none of its own. */
export const activityNounDefinition = {
  name: "activity",
  at: "activity",
  routes: { activity: "activity/desk/activity" },
  menu: { area: "respond", order: 50, name: "activity", called: "Activity" },
} as const satisfies NounDefinition;
