import { currentUnassignedReason } from "~/alerts/rules/alert-assignment";
import type { FiringAlert, SettleFacts } from "~/alerts/settling/rules/settle-facts";
import { statusRank } from "~/status/status";
import { ruleIn } from "./alert-excuse";

/** Returns the ranks of the statuses that open, published incidents give a component. */
export function publishedRanks({ incidents }: SettleFacts, componentId: string): number[] {
  const open = incidents.filter((each) => !each.closed && each.visibility === "published");
  const said = open.flatMap((each) => each.components).filter((each) => each.componentId === componentId);
  return said.map(({ status }) => statusRank(status));
}

/** Returns the rank of the status that the page shows of a component. */
function shownRank(facts: SettleFacts, componentId: string): number {
  const observed = facts.components.find(({ id }) => id === componentId)?.observedStatus ?? "operational";
  return Math.max(statusRank(observed), ...publishedRanks(facts, componentId));
}

/** Returns, in words, where the page does not show an alert that fires, and does not say that it is unassigned. */
export function displayFaults(facts: SettleFacts, alert: FiringAlert): string[] {
  if (alert.dismissedAt !== null) return [];
  const rule = ruleIn(facts, alert);
  const hidden = (rule?.components ?? []).filter(
    (each) => shownRank(facts, each.componentId) < statusRank(each.status),
  );
  const faults = hidden.map(({ componentId }) => `${alert.id} is not shown on ${componentId}`);
  const incident = facts.incidents.find(({ id }) => id === alert.incidentId) ?? null;
  const isShown =
    (rule?.components.length ?? 0) > 0 || (incident?.visibility === "published" && incident.components.length > 0);
  const said = currentUnassignedReason({
    alert: { ...alert, isFolded: alert.causeId !== null },
    family: "source",
    rule: rule && { ...rule, components: rule.components.map(({ componentId }) => componentId) },
    incident: incident && { visibility: incident.visibility, components: incident.components.length },
  });
  if (!isShown && said === null && alert.severity !== "info" && alert.causeId === null)
    faults.push(`${alert.id} is on no component, and not said to be unassigned`);
  return faults;
}
