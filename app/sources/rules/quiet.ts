/** The settings of a source that define the meaning of its quiet. */
export interface SourceQuietFacts {
  heartbeatSeconds: number | null;
  silenceHours: number | null;
  quietMeansWell: boolean;
  quietAnswered: boolean;
}

/**
 * The missing decision about a source's silence. `assumed`: silence counts as operational, as it did before one could
 * choose; `nothing`: not decided, so the source observes no component. Null = decided.
 */
export type SourceQuietQuestion = "assumed" | "nothing" | null;

export function sourceQuietQuestionOf({
  heartbeatSeconds,
  silenceHours,
  quietMeansWell,
  quietAnswered,
}: SourceQuietFacts): SourceQuietQuestion {
  if (heartbeatSeconds !== null || silenceHours !== null) return null;
  if (!quietMeansWell) return "nothing";
  return quietAnswered ? null : "assumed";
}

const named = ["heartbeatSeconds", "silenceHours", "quietMeansWell"] as const;

/** Returns true when a change answers what its quiet means. */
export const answersSourceQuietQuestion = (given: { [Name in (typeof named)[number]]?: unknown }): boolean =>
  named.some((name) => given[name] !== undefined);
