import { teamNotices } from "~/rules/telling/notice";
import { settingsOf, ticked, typed } from "../parts/posted";

/** What the form of a channel says; checked by the use case. */
export const channelFields = (fields: FormData) => ({
  name: typed(fields, "name"),
  settings: settingsOf(fields),
  events: teamNotices.filter((event) => ticked(fields, `event-${event}`)),
  minimumSeverity: typed(fields, "minimumSeverity") || null,
});
