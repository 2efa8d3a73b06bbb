import { type AlertSeverity, alertSeverities, severityRankOf } from "~/status/severity";

const byImpact: Record<string, AlertSeverity> = { critical: "critical", major: "error", minor: "warning" };
export const severityOfImpact = (impact: string): AlertSeverity | null => byImpact[impact] ?? null;

const rank = (severity: string | null): number => alertSeverities.indexOf(severity as AlertSeverity);

/** Returns an incident's severity: that of its impact or of its most severe firing alert, whichever is higher. */
export function incidentSeverity(impact: string, firing: readonly (string | null)[]): AlertSeverity | null {
  const loudest = Math.max(rank(severityOfImpact(impact)), ...firing.map(severityRankOf));
  return alertSeverities[loudest] ?? null;
}

/** Returns the same for channels with a minimum severity; null = it is sent to them in any case. */
export const severityForChannelFilter = (impact: string, firing: readonly (string | null)[]): AlertSeverity | null =>
  firing.some((severity) => rank(severity) < 0) ? null : incidentSeverity(impact, firing);
