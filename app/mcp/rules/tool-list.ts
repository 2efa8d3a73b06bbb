import { isRoleAtLeast, type Role } from "~/access/actor";

/** The effect of a tool: it reads, tries without saving, or saves what visitors do not see. */
export type ToolKind = "read" | "try" | "draft";

/** The right that a tool needs, and what it does with it. */
interface ToolRight {
  kind: ToolKind;
  /** Role that it needs on the page; null = any token. */
  need: Role | null;
}

const reading: ToolRight = { kind: "read", need: "viewer" };
const drafting: ToolRight = { kind: "draft", need: "responder" };

/** All tools, in the order in which they are listed. Their descriptions are in `tool-texts`. */
export const toolRightsByName = {
  list_pages: { kind: "read", need: null },
  get_status: reading,
  list_components: reading,
  list_incidents: reading,
  get_incident: reading,
  list_maintenances: reading,
  list_alerts: reading,
  list_monitors: reading,
  get_monitor: reading,
  get_history: reading,
  get_uptime: reading,
  search: reading,
  dry_run_rule: { kind: "try", need: "admin" },
  plan: { kind: "try", need: "admin" },
  draft_incident: drafting,
  draft_update: drafting,
  propose_maintenance: drafting,
  draft_postmortem: drafting,
} as const satisfies Record<string, ToolRight>;

export type ToolName = keyof typeof toolRightsByName;

export const toolNames = Object.keys(toolRightsByName) as ToolName[];

export const isToolName = (name: string): name is ToolName => Object.hasOwn(toolRightsByName, name);

/** True for a tool that is about no single page: its use case finds its pages, and the token's role on each. */
export const isToolWithoutPage = (name: ToolName): boolean => name === "list_pages" || name === "plan";

/** Rights of a token, as far as tools depend on them. */
export interface ToolAccess {
  /** The highest role that it has on any page; null = on none. */
  role: Role | null;
  readOnly: boolean;
}

/** True for a tool that the token may use on some page; others are neither listed nor known to it. */
export function mayUseTool(name: ToolName, { role, readOnly }: ToolAccess): boolean {
  const { need }: ToolRight = toolRightsByName[name];
  if (need === null) return true;
  if (role === null || !isRoleAtLeast(role, need)) return false;
  return !readOnly || need === "viewer";
}

/** Hints for clients about what a tool does. */
export function toolAnnotations(name: ToolName) {
  const changes = toolRightsByName[name].kind === "draft";
  const replaces = name === "draft_postmortem";
  return {
    readOnlyHint: !changes,
    destructiveHint: replaces,
    idempotentHint: !changes || replaces,
    openWorldHint: false,
  };
}
