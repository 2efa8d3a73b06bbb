import { z } from "zod";
import { roles } from "~/access/actor";
import { incidentStatuses } from "~/incidents/rules/incident";
import { maintenanceStatuses } from "~/maintenances/rules/maintenance";
import { impacts, statuses } from "~/status/status";
import type { ToolName } from "./tool-list";

const id = z.string();
const instant = z.iso.datetime();
const cursor = z.string().nullable();
const status = z.enum(statuses);
/** Text between the marks of `rules/untrusted-text`. */
const marked = z.string();

const component = z.object({ id, name: z.string(), status });

const incident = z.object({
  id,
  title: marked,
  status: z.enum(incidentStatuses),
  impact: z.enum(impacts),
  visibility: z.string(),
  started_at: instant,
  resolved_at: instant.nullable(),
  components: z.array(z.string()),
});

const maintenance = z.object({
  id,
  title: marked,
  status: z.enum(maintenanceStatuses),
  starts_at: instant,
  ends_at: instant,
  components: z.array(id),
});

const update = z.object({ status: z.string(), body: marked, shown_at: instant, author: z.string() });

const share = z.number().nullable();
const monitor = z.object({
  id,
  name: z.string(),
  kind: z.string(),
  target: marked.nullable(),
  tags: z.array(z.string()),
  state: z.string(),
  since: instant,
  interval_minutes: z.number(),
  last_check_at: instant.nullable(),
  response_ms: z.number().nullable(),
  detail: marked.nullable(),
  uptime: z.object({ day: share, week: share, month: share, quarter: share }),
});

const draft = z.object({ saved: z.literal("draft"), id, url: z.string(), message: z.string() });

/** Structured content of each tool. The product takes only the types; the schemas that clients get are made from them. */
export const toolOutputSchemaByName = {
  list_pages: z.object({
    pages: z.array(z.object({ id, slug: z.string(), name: z.string(), role: z.enum(roles).nullable() })),
  }),
  get_status: z.object({
    status,
    components: z.array(component),
    incidents: z.array(incident),
    maintenance: z.array(maintenance),
  }),
  list_components: z.object({
    groups: z.array(z.object({ id, name: z.string() })),
    components: z.array(component.extend({ group: id.nullable(), description: marked.nullable() })),
  }),
  list_incidents: z.object({ incidents: z.array(incident), before: cursor }),
  get_incident: incident.extend({
    url: z.string(),
    version: z.number(),
    components: z.array(component),
    next_update_at: instant.nullable(),
    updates: z.array(update),
    updates_left_out: z.number(),
    proposals: z.array(z.object({ id, status: z.string().nullable(), body: marked, proposed_at: instant })),
    postmortem: z.object({ state: z.string(), body: marked.nullable() }),
  }),
  list_maintenances: z.object({
    maintenance: z.array(maintenance),
    proposals: z.array(z.object({ id, title: marked, starts_at: instant, ends_at: instant, proposed_at: instant })),
    before: cursor,
  }),
  list_alerts: z.object({
    alerts: z.array(
      z.object({
        id,
        source: id,
        source_name: marked.nullable(),
        state: z.string(),
        severity: z.string().nullable(),
        title: marked,
        labels: z.array(marked),
        link: marked.nullable(),
        started_at: instant,
        ended_at: instant.nullable(),
        acknowledged_at: instant.nullable(),
        dismissed_at: instant.nullable(),
        incident: id.nullable(),
      }),
    ),
    before: cursor,
  }),
  list_monitors: z.object({ monitors: z.array(monitor), after: cursor }),
  get_monitor: monitor.extend({
    components: z.record(id, z.string()),
    step_minutes: z.number(),
    results: z.array(z.object({ at: instant, state: z.string(), response_ms: z.number().nullable() })),
  }),
  get_history: z.object({
    from: instant,
    to: instant,
    incidents: z.array(incident),
    maintenance: z.array(maintenance),
    is_complete: z.boolean(),
  }),
  get_uptime: z.object({
    id,
    name: z.string(),
    from: instant,
    to: instant,
    uptime_percentage: share,
    major_outage_seconds: z.number(),
    partial_outage_seconds: z.number(),
    incidents: z.array(id),
    warnings: z.array(z.string()),
  }),
  search: z.object({
    results: z.array(
      z.object({
        kind: z.string(),
        id,
        name: marked,
        at: instant.nullable(),
        state: z.string().nullable(),
        snippet: marked.nullable(),
      }),
    ),
    is_complete: z.boolean(),
  }),
  dry_run_rule: z.object({
    deliveries: z.number(),
    matched: z.number(),
    covered: z.number(),
    unread: z.number(),
    found: z.array(
      z.object({
        delivery: id,
        received_at: instant,
        alerts: z.array(z.object({ title: marked, taken_by: id.nullable() })),
      }),
    ),
  }),
  plan: z.object({
    file: z.string(),
    summary: z.string(),
    text: marked,
    changes: z.array(
      z.object({
        action: z.enum(["create", "change", "adopt", "rename", "move", "remove"]),
        page: z.string(),
        noun: z.string(),
        key: z.string(),
        fields: z.array(z.object({ name: z.string(), before: marked.nullable(), after: marked.nullable() })),
        drift: z.boolean(),
        line: z.number().nullable(),
        column: z.number().nullable(),
      }),
    ),
    changes_left_out: z.number(),
    errors: z.array(z.object({ message: z.string(), line: z.number().nullable(), column: z.number().nullable() })),
    errors_left_out: z.number(),
  }),
  draft_incident: draft,
  draft_update: draft,
  propose_maintenance: draft,
  draft_postmortem: draft,
} as const satisfies Record<ToolName, z.ZodObject>;

export type ToolOutput<Name extends ToolName> = z.output<(typeof toolOutputSchemaByName)[Name]>;
