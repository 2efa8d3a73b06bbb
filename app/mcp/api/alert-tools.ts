import { tryRule } from "~/alert-rules/trials/try";
import { listAlerts } from "~/alerts/list";
import { ok } from "~/failures/failure";
import { isoInstant, isoInstantOrNull } from "../rules/instants";
import { markUntrustedText, markUntrustedTextOrNull } from "../rules/untrusted-text";
import type { ToolRun } from "./tool-call";

/** Maximum number of labels of one alert in an answer. */
const maxLabels = 30;

export const listAlertsTool: ToolRun<"list_alerts"> = async ({ ctx, pageId }, input) => {
  const { state, source: sourceId, incident: incidentId, before } = input;
  const found = await listAlerts(ctx, { pageId, state, sourceId, incidentId, before });
  if (!found.ok) return found;
  const alerts = found.value.alerts.map((row) => ({
    id: row.id,
    source: row.sourceId,
    source_name: markUntrustedTextOrNull(row.sourceName),
    state: row.state,
    severity: row.severity,
    title: markUntrustedText(row.title, 500),
    labels: Object.entries(row.labels)
      .slice(0, maxLabels)
      .map(([name, value]) => markUntrustedText(`${name}=${value}`, 500)),
    link: markUntrustedTextOrNull(row.link),
    started_at: isoInstant(row.startedAt),
    ended_at: isoInstantOrNull(row.endedAt),
    acknowledged_at: isoInstantOrNull(row.acknowledgedAt),
    dismissed_at: isoInstantOrNull(row.dismissedAt),
    incident: row.incidentId,
  }));
  return ok({ alerts, before: found.value.before });
};

export const dryRunRuleTool: ToolRun<"dry_run_rule"> = async ({ ctx, pageId }, input) => {
  const { source: sourceId, rule: id, labels, severities, title } = input;
  const tried = await tryRule(ctx, { pageId, sourceId, id, match: { labels, severities, title } });
  if (!tried.ok) return tried;
  const found = tried.value.found.map(({ id: delivery, receivedAt, alerts }) => ({
    delivery,
    received_at: isoInstant(receivedAt),
    alerts: alerts.map((each) => ({ title: markUntrustedText(each.title, 500), taken_by: each.takenBy })),
  }));
  return ok({ ...tried.value, found });
};
