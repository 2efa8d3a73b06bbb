import type { ToolName } from "../rules/tool-list";
import type { ToolRun } from "./tool-call";

/** The code of each tool, which is loaded with its first call. */
export const toolRunByName: { readonly [Name in ToolName]: ToolRun<Name> } = {
  list_pages: async (...call) => (await import("./page-tools")).listPagesTool(...call),
  get_status: async (...call) => (await import("./page-tools")).getStatusTool(...call),
  list_components: async (...call) => (await import("./page-tools")).listComponentsTool(...call),
  search: async (...call) => (await import("./page-tools")).searchTool(...call),
  list_incidents: async (...call) => (await import("./incident-tools")).listIncidentsTool(...call),
  get_incident: async (...call) => (await import("./incident-tools")).getIncidentTool(...call),
  list_maintenances: async (...call) => (await import("./incident-tools")).listMaintenancesTool(...call),
  get_history: async (...call) => (await import("./incident-tools")).getHistoryTool(...call),
  list_alerts: async (...call) => (await import("./alert-tools")).listAlertsTool(...call),
  dry_run_rule: async (...call) => (await import("./alert-tools")).dryRunRuleTool(...call),
  plan: async (...call) => (await import("./plan-tool")).planTool(...call),
  list_monitors: async (...call) => (await import("./monitor-tools")).listMonitorsTool(...call),
  get_monitor: async (...call) => (await import("./monitor-tools")).getMonitorTool(...call),
  get_uptime: async (...call) => (await import("./monitor-tools")).getUptimeTool(...call),
  draft_incident: async (...call) => (await import("./draft-tools")).draftIncidentTool(...call),
  draft_update: async (...call) => (await import("./draft-tools")).draftUpdateTool(...call),
  propose_maintenance: async (...call) => (await import("./draft-tools")).proposeMaintenanceTool(...call),
  draft_postmortem: async (...call) => (await import("./draft-tools")).draftPostmortemTool(...call),
};
