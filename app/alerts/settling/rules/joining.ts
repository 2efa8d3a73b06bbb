import { type Status, severityOf } from "~/status/status";
import type { RuleMode } from "../../rules/rule-match";
import type { SettleIncident } from "./settle-facts";

type Named = readonly { componentId: string; status: Status }[];

/** What looks for an incident: alerts of one group, whose hold is over. */
export interface Joiner {
  components: Named;
  mode: RuleMode;
}

/** How an incident stands to it. */
export interface Candidate {
  incident: SettleIncident;
  /** Components on which an alert of the incident still fires. */
  firingOn: ReadonlySet<string>;
}

/** Opened by alerts, and no person has said any of it. */
export const isUntouched = ({ origin, edited, editedParts }: SettleIncident): boolean =>
  origin !== "person" && !edited && editedParts.length === 0;

const saidOf = ({ components }: SettleIncident, componentId: string): Status =>
  components.find((each) => each.componentId === componentId)?.status ?? "operational";

/** Whether it says the same of a component, or worse. */
const saysIt = (incident: SettleIncident, { componentId, status }: Named[number]): boolean => {
  const said = severityOf(saidOf(incident, componentId));
  return said > 0 && said >= severityOf(status);
};

const saysAll = (incident: SettleIncident, components: Named): boolean =>
  components.length > 0 && components.every((each) => saysIt(incident, each));

/** Visitors do not see drafts: what is to be published is not swallowed by one. */
const isInSight = ({ visibility }: SettleIncident, mode: RuleMode): boolean =>
  visibility === "published" || (visibility === "draft" && mode !== "publish");

/**
 * Whether alerts of another group belong to it: it is made of alerts alone, one of which still fires on a component that
 * both name, or it says of every component what the alerts say, or worse. What has recovered takes nothing in.
 */
export function takesIn({ incident, firingOn }: Candidate, { components, mode }: Joiner): boolean {
  if (incident.closed || incident.recoveredAt !== null || !isInSight(incident, mode)) return false;
  const shared = isUntouched(incident) && components.some(({ componentId }) => firingOn.has(componentId));
  return shared || saysAll(incident, components);
}

/**
 * Whether the incident of the group itself takes its alerts in again. One that waits for a person though all of its alerts
 * had recovered does so only where it says what they say: else nobody would hear of it.
 */
export const takesBack = (incident: SettleIncident, { components }: Pick<Joiner, "components">): boolean =>
  !incident.edited || incident.recoveredAt === null || components.length === 0 || saysAll(incident, components);

/** What no other open incident in sight says already. */
export const notSaid = (components: Named, others: readonly SettleIncident[], mode: RuleMode): Named =>
  components.filter((each) => !others.some((other) => !other.closed && isInSight(other, mode) && saysIt(other, each)));
