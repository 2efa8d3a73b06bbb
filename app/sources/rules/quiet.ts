/** The settings of a source that define the meaning of its quiet. */
export interface SourceQuietFacts {
  heartbeatSeconds: number | null;
  silenceHours: number | null;
  quietMeansWell: boolean;
  quietAnswered: boolean;
}

/**
 * Missing answer about a source's quiet: `assumed` = quiet counts as operational because it did before the question
 * existed; `nothing` = unanswered, so it vouches for nothing. Null = answered.
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
