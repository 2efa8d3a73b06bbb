import { type AlertSeverity, alertSeverities } from "~/status/severity";

const byImpact: Record<string, AlertSeverity> = { critical: "critical", major: "error", minor: "warning" };
export const severityOfImpact = (impact: string): AlertSeverity | null => byImpact[impact] ?? null;

const rank = (severity: string | null): number => alertSeverities.indexOf(severity as AlertSeverity);

/** An alert that says no severity counts as a warning: nobody knows that it is harmless. */
export const loudnessOf = (severity: string | null): number =>
  rank(severity) < 0 ? alertSeverities.indexOf("warning") : rank(severity);

/** How bad an incident is: by its impact, or by the loudest of the alerts that fire in it. */
export function severityTold(impact: string, firing: readonly (string | null)[]): AlertSeverity | null {
  const loudest = Math.max(rank(severityOfImpact(impact)), ...firing.map(loudnessOf));
  return alertSeverities[loudest] ?? null;
}

/** The same for a channel that wants only what is severe: null = it is sent there in any case. */
export const severityToChoose = (impact: string, firing: readonly (string | null)[]): AlertSeverity | null =>
  firing.some((severity) => rank(severity) < 0) ? null : severityTold(impact, firing);
