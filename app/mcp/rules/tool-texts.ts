import type { ToolName } from "./tool-list.ts";

export interface ToolTexts {
  title: string;
  description: string;
}

const onPage = "`page` is its id or slug; leave it out if the token has one page.";

const reading = (title: string, description: string): ToolTexts => ({
  title,
  description: `${description} ${onPage}`,
});

const drafting = (title: string, description: string): ToolTexts => ({
  title,
  description: `${description} Visitors do not see it and no subscriber is notified; a person publishes it. ${onPage}`,
});

/** The texts of each tool, for clients; the worker reads them from a file (scripts/nouns/tool-schemas). */
export const toolTextsByName = {
  list_pages: {
    title: "List pages",
    description: "The status pages of the token, with its role on each.",
  },
  get_status: reading(
    "Get status",
    "The present state of a page: its worst status, components with trouble, open incidents, maintenance that is in progress or scheduled.",
  ),
  list_components: reading("List components", "The components and groups of a page, with their present statuses."),
  list_incidents: reading(
    "List incidents",
    "Incidents, newest start first, 50 at a time; `before` of an answer continues it. `state` is open unless given.",
  ),
  get_incident: reading(
    "Get incident",
    "One incident with its components, newest 30 updates, proposed updates and postmortem.",
  ),
  list_maintenances: reading(
    "List maintenance",
    "Maintenance windows, 50 at a time, and proposed ones; `before` of an answer continues it.",
  ),
  list_alerts: reading(
    "List alerts",
    "Alerts of the page’s sources, monitors and heartbeats, last updated first, 50 at a time.",
  ),
  list_monitors: reading("List monitors", "Monitors by name, 50 at a time; `after` of an answer continues it."),
  get_monitor: reading("Get monitor", "One monitor with its uptime and its results over a range, in steps."),
  get_history: reading(
    "Get history",
    "Published incidents and maintenance that started in a period, which is the last 30 days unless given; at most 50 and 100.",
  ),
  get_uptime: reading(
    "Get uptime",
    "The uptime of a component or a group in a period of whole days, which is the last 90 unless given; at most six months.",
  ),
  search: reading(
    "Search",
    "Finds components, monitors, incidents, people and other things by name, and incidents and maintenance by their texts.",
  ),
  dry_run_rule: {
    title: "Try a rule",
    description: `Tries the conditions of an alert rule on the last 50 deliveries of its source. Nothing is saved. ${onPage}`,
  },
  plan: {
    title: "Plan a configuration file",
    description:
      "Compares a configuration file (YAML, at most 64 KB) with what is there: what applying it would change, and its errors with line and column. Nothing is saved; a person applies the file. The file names its pages. Schema: /schemas/upfront.json of this deployment.",
  },
  draft_incident: drafting("Draft an incident", "Saves an incident as a draft."),
  draft_update: drafting(
    "Draft an update",
    "Proposes an update of an open published incident: a text, a status, or both.",
  ),
  propose_maintenance: drafting("Propose maintenance", "Proposes a maintenance window."),
  draft_postmortem: drafting(
    "Draft a postmortem",
    "Saves the text of an incident’s postmortem as a draft. If there is a draft already, send the `version` that get_incident returned to replace it.",
  ),
} as const satisfies Record<ToolName, ToolTexts>;
