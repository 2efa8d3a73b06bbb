import { englishSentence, type Refusal } from "~/failures/refusal";
import type { MonitorCheckResult } from "../../rules/monitor";
import type { ProbeResult } from "./api";
import type { ProbeResponse, PublicProbeCheck } from "./question";

/** Returns the sight of a place that has no vote, with the reason. */
export const resultWithoutVote = ({
  code,
  detail,
}: Pick<MonitorCheckResult, "code" | "detail">): MonitorCheckResult => ({
  verdict: "none",
  code,
  detail,
  milliseconds: null,
});

const silent = resultWithoutVote({ code: "probe_silent", detail: englishSentence("The probe there got no result.") });

export const noProbeCapacityResult = resultWithoutVote({
  code: "not_asked",
  detail: englishSentence("Not checked: no capacity left this minute."),
});

export const probeNotNeededResult = resultWithoutVote({
  code: "not_needed",
  detail: englishSentence("Not checked: other locations had already decided."),
});

function toldOf(from: string, answer: ProbeResponse, isWell: boolean): Refusal {
  if (answer.type === "http")
    return englishSentence("From {{from}}: it answered {{status}}.", { from, status: answer.status });
  if (answer.type === "tcp") {
    return isWell
      ? englishSentence("From {{from}}: connected.", { from })
      : englishSentence("From {{from}}: no connection.", { from });
  }
  return isWell
    ? englishSentence("From {{from}}: the records are as expected.", { from })
    : englishSentence("From {{from}}: the records are not as expected.", { from });
}

/** Converts one probe's result into that place's opinion of the monitor. */
function sightOf(
  { isWell }: PublicProbeCheck,
  { from, answer, milliseconds, reason }: ProbeResult,
): MonitorCheckResult {
  if (reason !== null) {
    const detail = englishSentence("From {{from}}: {{reason}}", { from, reason });
    return { verdict: "down", code: "unreachable", detail, milliseconds: null };
  }
  const well = answer && isWell(answer);
  if (answer === null) return silent;
  if (well === null) return { ...silent, code: "other_question", detail: toldOf(from, answer, false) };
  const detail = toldOf(from, answer, well);
  return { verdict: well ? "up" : "down", code: well ? "ok" : "not_well", detail, milliseconds };
}

/**
 * Returns the opinion of the probe on a continent, which has no vote when there is no probe or its result is
 * inconclusive.
 */
export function probeCheckResult(
  look: PublicProbeCheck,
  results: readonly ProbeResult[],
  continent: string,
): MonitorCheckResult {
  const found = results.find((each) => each.continent === continent);
  return found ? sightOf(look, found) : silent;
}
