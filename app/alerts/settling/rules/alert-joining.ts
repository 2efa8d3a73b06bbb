import { type Status, statusRank } from "~/status/status";
import type { RuleMode } from "../../rules/rule-match";
import type { SettleIncident } from "./settle-facts";

type ComponentStatuses = readonly { componentId: string; status: Status }[];

/** The alerts of one group for which an incident is needed after their hold. */
export interface JoiningAlertGroup {
  components: ComponentStatuses;
  mode: RuleMode;
}

/** An incident that a group may join. */
export interface IncidentJoinCandidate {
  incident: SettleIncident;
  /** Components on which an alert of the incident still fires. */
  firingOn: ReadonlySet<string>;
}

/** True when alerts opened the incident and no person has edited it. */
export const isUneditedAlertIncident = ({ origin, edited, editedParts }: SettleIncident): boolean =>
  origin !== "person" && !edited && editedParts.length === 0;

const saidOf = ({ components }: SettleIncident, componentId: string): Status =>
  components.find((each) => each.componentId === componentId)?.status ?? "operational";

/** True when the incident gives a component the same status or a worse one. */
const saysIt = (incident: SettleIncident, { componentId, status }: ComponentStatuses[number]): boolean => {
  const said = statusRank(saidOf(incident, componentId));
  return said > 0 && said >= statusRank(status);
};

const saysAll = (incident: SettleIncident, components: ComponentStatuses): boolean =>
  components.length > 0 && components.every((each) => saysIt(incident, each));

/**
 * False for a draft when the rule publishes, because visitors do not see drafts. Also false for a draft that a token
 * proposed and no person has adopted, because nobody may ever read it.
 */
const isInSight = ({ visibility, proposedBy }: SettleIncident, mode: RuleMode): boolean =>
  visibility === "published" || (visibility === "draft" && mode !== "publish" && !proposedBy);

/**
 * True when alerts of another group belong to the incident: either alerts alone opened it and one still fires on a
 * component of both, or it gives every component the same status or a worse one. An incident that has recovered accepts
 * none.
 */
export function canJoinIncident(
  { incident, firingOn }: IncidentJoinCandidate,
  { components, mode }: JoiningAlertGroup,
): boolean {
  if (incident.closed || incident.recoveredAt !== null || !isInSight(incident, mode)) return false;
  const shared = isUneditedAlertIncident(incident) && components.some(({ componentId }) => firingOn.has(componentId));
  return shared || saysAll(incident, components);
}

/**
 * True when a group's own incident accepts its alerts again. If it waits for a person after all its alerts recovered,
 * it must give the same statuses as they do; otherwise the new firing would go unnoticed.
 */
export const canRejoinIncident = (
  incident: SettleIncident,
  { components }: Pick<JoiningAlertGroup, "components">,
): boolean =>
  !incident.edited || incident.recoveredAt === null || components.length === 0 || saysAll(incident, components);

/** Returns the components that no other open incident in sight covers already. */
export const componentsUncoveredByIncidents = (
  components: ComponentStatuses,
  others: readonly SettleIncident[],
  mode: RuleMode,
): ComponentStatuses =>
  components.filter((each) => !others.some((other) => !other.closed && isInSight(other, mode) && saysIt(other, each)));
