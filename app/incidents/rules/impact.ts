import { type Impact, impacts, type Status, toStatus } from "~/status/status";

const impactOfStatus: Record<Status, Impact> = {
  operational: "none",
  no_data: "none",
  under_maintenance: "none",
  degraded_performance: "minor",
  partial_outage: "major",
  major_outage: "critical",
};

/**
 * Returns the impact on Statuspage's scale of the statuses that an incident gives its components; `none` without
 * components.
 */
export function impactOfStatuses(statuses: readonly Status[]): Impact {
  const reached = statuses.map((status) => impacts.indexOf(impactOfStatus[status]));
  return impacts[Math.max(0, ...reached)] ?? "none";
}

/** Returns the impact that is shown: a person's override wins over the computed one, in both directions. */
export const displayedImpact = (incident: { impact: Impact; impactOverride: Impact | null }): Impact =>
  incident.impactOverride ?? incident.impact;

interface ImpactSubject {
  impact: Impact;
  impactOverride: Impact | null;
  components: readonly unknown[];
  updates: readonly { changes: readonly { from: string; to: string }[] }[];
}

/**
 * Returns the worst impact that the incident had, because recovered components move the computed one back to none. A
 * person's override still wins.
 */
export function worstImpact(incident: ImpactSubject): Impact {
  const given = incident.updates.flatMap(({ changes }) => changes.flatMap(({ from, to }) => [from, to]));
  const worst = impactOfStatuses(given.map(toStatus));
  const computed = impacts[Math.max(impacts.indexOf(worst), impacts.indexOf(incident.impact))] ?? incident.impact;
  return incident.impactOverride ?? computed;
}

/** True for an announcement: it affects no component and has no impact. */
export const isAnnouncementIncident = (incident: ImpactSubject): boolean =>
  worstImpact(incident) === "none" && incident.components.length === 0;

interface ImpactSummary {
  /** The impact that is shown. */
  impact: string;
  /** A list of components, or an object by id. */
  components: object;
}

/** Returns the same as `isAnnouncementIncident` without the updates. */
export const isAnnouncementSummary = ({ impact, components }: ImpactSummary): boolean =>
  impact === "none" && Object.keys(components).length === 0;
