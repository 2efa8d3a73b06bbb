import type { NounDefinition } from "~/nouns";

/** The document that visitors read, with the data from which it is made. */
export const statusPageNounDefinition = {
  name: "status_page",
  tables: [
    { name: "snapshot", key: "slug, audience, part", purged: "first" },
    { name: "status_change", key: "page_id, recorded_at, id" },
    { name: "component_year", key: "page_id, year, component_id" },
    { name: "restated_component", key: "page_id, component_id" },
    { name: "restating", key: "page_id" },
    { name: "page_image", key: "page_id, kind" },
  ],
  api: { routes: [{ from: "status-page/api/uptime", add: "addUptimeRoutes", order: 200 }] },
  done: { "restating-started": "Started. Past figures are restated within a few minutes." },
} as const satisfies NounDefinition;
