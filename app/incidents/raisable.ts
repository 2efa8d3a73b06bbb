import { permitRole } from "~/access/permission";
import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleRecordOf, ruleViewOf } from "~/alert-rules/rule-view";
import { alertGroupKeyOf, ruleForAlert } from "~/alerts/rules/rule-match";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { parseIncidentComponents } from "./queries/incident";
import {
  alertForImpactRaiseQuery,
  componentNamesOfPageQuery,
  lastFiringAlertOfIncidentQuery,
  openPublishedIncidentsQuery,
} from "./queries/raise";
import { understatedComponents } from "./rules/understated-components";

/**
 * An open incident that names a component of an alert, or has its group, and says less than the alert: it gives some of
 * the alert's components a better status, or does not name them.
 */
export interface UnderstatedIncident {
  id: string;
  /** The alert that is worse. */
  alertId: string;
  title: string;
  version: number;
  /** The statuses that raising sets. */
  components: { name: string; status: SettableStatus }[];
}

/** The alert to whose status incidents can be raised: a given alert, or the one of an incident that fired last. */
type RaisableQuery = { pageId: string } & ({ alertId: string } | { incidentId: string });

/**
 * Lists the incidents that can be raised to an alert's status, newest first; none when it belongs to a published
 * incident. Four statements, which read the open incidents, rules and components of the page.
 */
export async function listUnderstatedIncidents(ctx: Ctx, asked: RaisableQuery): Promise<Result<UnderstatedIncident[]>> {
  const { pageId } = asked;
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[alert], found, open, named] = await readBatch(
    ctx,
    "alertId" in asked
      ? alertForImpactRaiseQuery(ctx, pageId, asked.alertId)
      : lastFiringAlertOfIncidentQuery(ctx, pageId, asked.incidentId),
    alertRulesOfPageQuery(ctx, pageId),
    openPublishedIncidentsQuery(ctx, pageId),
    componentNamesOfPageQuery(ctx, pageId),
  );
  const isSaid = open.some(({ id }) => id === alert?.incidentId);
  if (alert?.state !== "firing" || alert.dismissedAt !== null || isSaid) return ok([]);
  const rule = ruleForAlert(found.map(ruleViewOf).map(ruleRecordOf), alert.sourceId, alert);
  const groupKey = rule ? `${rule.id} ${alertGroupKeyOf(rule, alert)}` : "";
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const all = open.flatMap(({ components, groupKey: ownGroup, ...incident }) => {
    const says = Object.fromEntries(parseIncidentComponents(components).map((each) => [each.componentId, each.status]));
    const isRelated = rule?.components.some(({ componentId }) => componentId in says) || ownGroup === groupKey;
    if (!isRelated) return [];
    const raised = Object.entries(understatedComponents(says, rule?.components ?? []));
    return {
      ...incident,
      alertId: alert.id,
      components: raised.map(([id, status]) => ({ name: names.get(id) ?? "", status })),
    };
  });
  return ok(all.filter(({ components }) => components.length > 0));
}
