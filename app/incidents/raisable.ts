import { permit } from "~/access/permission";
import { rulesOf } from "~/alert-rules/queries/rule";
import { ruleFact, ruleView } from "~/alert-rules/rule-view";
import { ruleFor } from "~/alerts/rules/rule-match";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { componentsIn } from "./queries/incident";
import { componentNames, firingAlertsOfIncident, openPublishedIncidents, raisingAlert } from "./queries/raise";
import { understatedComponents } from "./rules/understated-components";

/** An open incident that names an alert's components with a better status than the alert, or does not name them. */
export interface RaisableIncident {
  id: string;
  /** The alert that is worse. */
  alertId: string;
  title: string;
  version: number;
  /** The statuses that raising sets. */
  components: { name: string; status: SettableStatus }[];
}

/** The alert to raise to: a given one, or the last to fire of an incident. */
type RaisableQuery = { pageId: string } & ({ alertId: string } | { incidentId: string });

/**
 * Lists the incidents that may be raised to an alert, newest first; none when it belongs to a published one. Four
 * statements; rows: open incidents, the rules and components of the page.
 */
export async function raisableBy(ctx: Ctx, asked: RaisableQuery): Promise<Result<RaisableIncident[]>> {
  const { pageId } = asked;
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[alert], found, open, named] = await read(
    ctx,
    "alertId" in asked
      ? raisingAlert(ctx, pageId, asked.alertId)
      : firingAlertsOfIncident(ctx, pageId, asked.incidentId),
    rulesOf(ctx, pageId),
    openPublishedIncidents(ctx, pageId),
    componentNames(ctx, pageId),
  );
  const isSaid = open.some(({ id }) => id === alert?.incidentId);
  if (alert?.state !== "firing" || alert.dismissedAt !== null || isSaid) return ok([]);
  const rule = ruleFor(found.map(ruleView).map(ruleFact), alert.sourceId, alert);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const all = open.map(({ components, ...incident }) => {
    const says = Object.fromEntries(componentsIn(components).map((each) => [each.componentId, each.status]));
    const raised = Object.entries(understatedComponents(says, rule?.components ?? []));
    return {
      ...incident,
      alertId: alert.id,
      components: raised.map(([id, status]) => ({ name: names.get(id) ?? "", status })),
    };
  });
  return ok(all.filter(({ components }) => components.length > 0));
}
