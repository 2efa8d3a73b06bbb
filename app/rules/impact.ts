import { type Impact, impacts, type Status } from "./status";

const impactOfStatus: Record<Status, Impact> = {
  operational: "none",
  no_data: "none",
  under_maintenance: "none",
  degraded_performance: "minor",
  partial_outage: "major",
  major_outage: "critical",
};

/** Statuspage's ladder over the statuses that an incident gives its components; without any: none. */
export function impactOf(statuses: readonly Status[]): Impact {
  const reached = statuses.map((status) => impacts.indexOf(impactOfStatus[status]));
  return impacts[Math.max(0, ...reached)] ?? "none";
}

/** What visitors see: a person's override wins over the computed one, in both directions. */
export const impactShown = (incident: { impact: Impact; impactOverride: Impact | null }): Impact =>
  incident.impactOverride ?? incident.impact;

/** Something to know and nothing that is wrong: it touches no component and has no impact. */
export const isAnnouncement = (incident: {
  impact: Impact;
  impactOverride: Impact | null;
  components: readonly unknown[];
}): boolean => impactShown(incident) === "none" && incident.components.length === 0;
