import { z } from "zod";
import { openIncidentStatuses } from "~/incidents/rules/fields";
import { incidentStatuses } from "~/incidents/rules/incident";
import { maintenanceFilters } from "~/maintenances/rules/input";
import { monitorFilterStates } from "~/monitors/rules/input";
import { resultRanges } from "~/monitors/rules/monitor-points";
import { impacts, settableStatuses } from "~/status/status";
import type { ToolName } from "./tool-list";

const page = z.string().min(1).max(80).optional().describe("Id or slug of the page");
const id = z.string().min(1).max(80);
const line = z.string().max(255);
const cursor = z.string().max(400).optional();
const instant = z.iso.datetime({ offset: true });
const body = z.string().min(1).max(25_000).describe("Markdown");
const statuses = z.record(id, z.enum(settableStatuses)).describe("Ids of components, with their statuses");
const day = z.string().max(40).optional();

const onPage = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ page, ...shape });

/** Arguments of each tool. Unknown arguments are refused, so that none is ignored silently. */
export const toolInputSchemaByName = {
  list_pages: z.strictObject({}),
  get_status: onPage({}),
  list_components: onPage({}),
  list_incidents: onPage({
    state: z.enum(["open", "closed", "draft", "published", "all"]).optional(),
    search: z.string().max(200).optional().describe("Words of titles and texts"),
    component: id.optional(),
    from: instant.optional().describe("Started at or after"),
    to: instant.optional().describe("Started before"),
    before: cursor,
  }),
  get_incident: onPage({ id }),
  list_maintenances: onPage({ state: z.enum(maintenanceFilters).optional(), before: cursor }),
  list_alerts: onPage({
    state: z.enum(["firing", "resolved"]).optional(),
    source: id.optional().describe("Id of a source, monitor or heartbeat"),
    incident: id.optional(),
    before: cursor,
  }),
  list_monitors: onPage({
    state: z.enum(monitorFilterStates).optional(),
    tag: line.optional(),
    name: line.optional().describe("Part of the name"),
    after: cursor,
  }),
  get_monitor: onPage({ id, range: z.enum(resultRanges).optional() }),
  get_history: onPage({ from: instant.optional(), to: instant.optional() }),
  get_uptime: onPage({
    component: id.optional(),
    group: id.optional().describe("Instead of a component"),
    start: day.describe("First day: 2026, 2026-11, 2026-11-20 or an instant"),
    end: day.describe("Last day, in the same forms"),
  }),
  search: onPage({ query: z.string().min(1).max(100) }),
  dry_run_rule: onPage({
    source: id.describe("Id of the source, as in alerts"),
    rule: id.optional().describe("Id of a saved rule, to try other conditions in its place"),
    labels: z.record(line, line).optional().describe("Names of labels with values, in which * stands for any text"),
    severities: z
      .array(z.enum(["critical", "error", "warning", "info", "none"]))
      .max(5)
      .optional(),
    title: line.optional().describe("Title, in which * stands for any text"),
  }),
  plan: z.strictObject({
    text: z.string().min(1).max(64_000).describe("Content of the YAML file"),
    prune: z.boolean().optional().describe("Also plan to remove what the file once made and no longer describes"),
  }),
  draft_incident: onPage({
    title: line.min(1),
    body,
    status: z.enum(openIncidentStatuses).optional(),
    impact: z.enum(impacts).optional().describe("Instead of the impact by components"),
    components: statuses.optional(),
    started_at: instant.optional(),
  }),
  draft_update: onPage({
    incident: id,
    body,
    status: z.enum(incidentStatuses).optional().describe("Left out: it stays"),
    components: statuses.optional().describe("Only those that change"),
  }),
  propose_maintenance: onPage({
    title: line.min(1),
    body: z.string().max(25_000).optional().describe("Markdown"),
    starts_at: instant,
    ends_at: instant,
    components: z.array(id).max(200).optional().describe("Ids of affected components"),
  }),
  draft_postmortem: onPage({
    incident: id,
    body,
    version: z.number().int().nonnegative().optional().describe("As get_incident returned it"),
  }),
} as const satisfies Record<ToolName, z.ZodObject>;

export type ToolInput<Name extends ToolName> = z.output<(typeof toolInputSchemaByName)[Name]>;
