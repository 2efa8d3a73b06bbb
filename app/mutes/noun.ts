import type { NounDefinition } from "~/nouns";

/** A period in which nobody is notified. */
export const muteNounDefinition = {
  name: "mute",
  api: {
    routes: [{ from: "mutes/api/mutes", add: "addMuteRoutes", order: 230 }],
    operations: {
      "POST mute": { need: "responder", example: { mute: { minutes: 60, reason: "Moving house" } } },
      "DELETE mute": { need: "responder" },
    },
  },
  done: {
    muted: "Muted. Statuses still change, but nobody is notified and no incidents open.",
    unmuted: "Unmuted. Alerts that are still firing will notify and open incidents as usual.",
  },
  refusals: {
    about: "Where notifications are muted for some minutes.",
    texts: {
      minutes: "Enter a number of minutes.",
      least: "Enter at least 1 minute.",
      most: "Enter at most 10,080 minutes, which is a week.",
    },
  },
} as const satisfies NounDefinition;
