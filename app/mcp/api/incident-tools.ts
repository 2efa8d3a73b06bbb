import { ok } from "~/failures/failure";
import { listIncidents } from "~/incidents/list";
import { readIncident } from "~/incidents/read";
import { listMaintenances } from "~/maintenances/verbs";
import { listProposals, type ProposalView } from "~/proposals/verbs";
import { dayMs } from "~/time/durations";
import { isoInstant, isoInstantOrNull, parseToolInstant } from "../rules/instants";
import type { ToolOutput } from "../rules/tool-outputs";
import { markUntrustedText, markUntrustedTextOrNull } from "../rules/untrusted-text";
import { componentShapeOf, incidentHeadShapeOf, listedIncidentShapeOf, maintenanceShapeOf } from "./event-shapes";
import { readDeskAddress, type ToolRun } from "./tool-call";

export const listIncidentsTool: ToolRun<"list_incidents"> = async ({ ctx, pageId }, input) => {
  const { state = "open", search, component: componentId, before } = input;
  const found = await listIncidents(ctx, {
    pageId,
    filter: state,
    search,
    componentId,
    from: parseToolInstant(input.from),
    to: parseToolInstant(input.to),
    before,
  });
  return found.ok
    ? ok({ incidents: found.value.incidents.map(listedIncidentShapeOf), before: found.value.before })
    : found;
};

/** Returns an update that waits for a person, so that an agent does not propose it again. */
function proposedUpdateShape(row: ProposalView): ToolOutput<"get_incident">["proposals"] {
  if (row.kind !== "update") return [];
  const { status = null, body } = row.content;
  return [{ id: row.id, status, body: markUntrustedText(body), proposed_at: isoInstant(row.createdAt) }];
}

function proposedMaintenanceShape(row: ProposalView): ToolOutput<"list_maintenances">["proposals"] {
  if (row.kind !== "maintenance") return [];
  const { title, startsAt, endsAt } = row.content;
  const window = { starts_at: isoInstant(startsAt), ends_at: isoInstant(endsAt) };
  return [{ id: row.id, title: markUntrustedText(title, 255), ...window, proposed_at: isoInstant(row.createdAt) }];
}

/** Maximum number of updates of one answer. */
const maxUpdates = 30;

export const getIncidentTool: ToolRun<"get_incident"> = async (call, { id }) => {
  const [found, proposed, url] = await Promise.all([
    readIncident(call.ctx, { pageId: call.pageId, id }),
    listProposals(call.ctx, { pageId: call.pageId, incidentId: id }),
    readDeskAddress(call, `/incidents/${id}`),
  ]);
  if (!found.ok) return found;
  if (!proposed.ok) return proposed;
  const { incident, updates, touched } = found.value;
  return ok({
    ...incidentHeadShapeOf(incident),
    url,
    version: incident.version,
    components: touched.map(componentShapeOf),
    next_update_at: isoInstantOrNull(incident.nextUpdateAt),
    updates: updates.slice(0, maxUpdates).map(({ status, body, shownAt, author }) => ({
      status,
      body: markUntrustedText(body),
      shown_at: isoInstant(shownAt),
      author: markUntrustedText(author, 255),
    })),
    updates_left_out: Math.max(0, updates.length - maxUpdates),
    proposals: proposed.value.flatMap(proposedUpdateShape),
    postmortem: { state: incident.postmortem.state, body: markUntrustedTextOrNull(incident.postmortem.body) },
  });
};

export const listMaintenancesTool: ToolRun<"list_maintenances"> = async ({ ctx, pageId }, { state, before }) => {
  const [found, proposed] = await Promise.all([
    listMaintenances(ctx, { pageId, filter: state ?? "upcoming", before }),
    listProposals(ctx, { pageId }),
  ]);
  if (!found.ok) return found;
  if (!proposed.ok) return proposed;
  return ok({
    maintenance: found.value.maintenances.map(maintenanceShapeOf),
    proposals: proposed.value.flatMap(proposedMaintenanceShape),
    before: found.value.before,
  });
};

const usualHistoryMs = 30 * dayMs;

export const getHistoryTool: ToolRun<"get_history"> = async ({ ctx, pageId }, input) => {
  const to = parseToolInstant(input.to) ?? ctx.now();
  const from = parseToolInstant(input.from) ?? to - usualHistoryMs;
  const [incidents, works] = await Promise.all([
    listIncidents(ctx, { pageId, filter: "published", from, to }),
    listMaintenances(ctx, { pageId, filter: "all", descending: true, before: `${to}.~`, limit: 100 }),
  ]);
  if (!incidents.ok) return incidents;
  if (!works.ok) return works;
  const { maintenances } = works.value;
  const oldest = maintenances.at(-1)?.startsAt ?? from;
  return ok({
    from: isoInstant(from),
    to: isoInstant(to),
    incidents: incidents.value.incidents.map(listedIncidentShapeOf),
    maintenance: maintenances.filter(({ startsAt }) => startsAt >= from && startsAt < to).map(maintenanceShapeOf),
    is_complete: incidents.value.before === null && (works.value.before === null || oldest < from),
  });
};
