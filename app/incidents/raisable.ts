import { permit } from "~/access/permission";
import { rulesOf } from "~/alert-rules/queries/rule";
import { ruleFact, ruleView } from "~/alert-rules/view";
import { ruleFor } from "~/alerts/rules/rule-match";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { componentsIn } from "./queries/incident";
import { componentNames, firingOfIncident, openPublished, raisingAlert } from "./queries/raise";
import { saidLess } from "./rules/raising";

/** An open incident that says less of an alert's components than the alert, or does not name them. */
export interface Raisable {
  id: string;
  /** The alert that says worse. */
  alertId: string;
  title: string;
  version: number;
  /** What raising says of it. */
  components: { name: string; status: SettableStatus }[];
}

/** By an alert, or by the last to fire of an incident. */
type Asked = { pageId: string } & ({ alertId: string } | { incidentId: string });

/**
 * The incidents that may be raised to what an alert says, the newest first: none where visitors read it already. Four statements; rows:
 * what is open, the rules and components of the page.
 */
export async function raisableBy(ctx: Ctx, asked: Asked): Promise<Result<Raisable[]>> {
  const { pageId } = asked;
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[alert], found, open, named] = await read(
    ctx,
    "alertId" in asked ? raisingAlert(ctx, pageId, asked.alertId) : firingOfIncident(ctx, pageId, asked.incidentId),
    rulesOf(ctx, pageId),
    openPublished(ctx, pageId),
    componentNames(ctx, pageId),
  );
  const isSaid = open.some(({ id }) => id === alert?.incidentId);
  if (alert?.state !== "firing" || alert.dismissedAt !== null || isSaid) return ok([]);
  const rule = ruleFor(found.map(ruleView).map(ruleFact), alert.sourceId, alert);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const all = open.map(({ components, ...incident }) => {
    const says = Object.fromEntries(componentsIn(components).map((each) => [each.componentId, each.status]));
    const raised = Object.entries(saidLess(says, rule?.components ?? []));
    return {
      ...incident,
      alertId: alert.id,
      components: raised.map(([id, status]) => ({ name: names.get(id) ?? "", status })),
    };
  });
  return ok(all.filter(({ components }) => components.length > 0));
}
