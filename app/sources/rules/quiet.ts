/** What of a source says what its quiet means. */
export interface Quiet {
  heartbeatSeconds: number | null;
  silenceHours: number | null;
  quietMeansWell: boolean;
  quietAnswered: boolean;
}

/**
 * What is left to be said of a source's quiet: `assumed` = it means well because it did before anybody was asked; `nothing`
 * = nobody has answered, so that it vouches for nothing. null = it is said.
 */
export type QuietLeft = "assumed" | "nothing" | null;

export function quietLeft({ heartbeatSeconds, silenceHours, quietMeansWell, quietAnswered }: Quiet): QuietLeft {
  if (heartbeatSeconds !== null || silenceHours !== null) return null;
  if (!quietMeansWell) return "nothing";
  return quietAnswered ? null : "assumed";
}

const named = ["heartbeatSeconds", "silenceHours", "quietMeansWell"] as const;

/** Whether a change says what its quiet means. */
export const answersQuiet = (given: { [Name in (typeof named)[number]]?: unknown }): boolean =>
  named.some((name) => given[name] !== undefined);
