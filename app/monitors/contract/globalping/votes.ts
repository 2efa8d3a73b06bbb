import { type Refusal, says } from "~/failures/refusal";
import type { Sight } from "../../rules/monitor";
import type { ProbeResult } from "./api";
import type { PublicAnswer, PublicLook } from "./question";

/** Returns the sight of a place that has no vote, with the reason. */
export const voteless = ({ code, detail }: Pick<Sight, "code" | "detail">): Sight => ({
  verdict: "none",
  code,
  detail,
  milliseconds: null,
});

const silent = voteless({ code: "probe_silent", detail: says("The probe there could not say.") });

export const noRoom = voteless({
  code: "not_asked",
  detail: says("It was not asked: there was no room for it this minute."),
});

export const noNeed = voteless({
  code: "not_needed",
  detail: says("It was not asked: the other places had settled it."),
});

function toldOf(from: string, answer: PublicAnswer, isWell: boolean): Refusal {
  if (answer.type === "http") return says("From {{from}}: it answered {{status}}.", { from, status: answer.status });
  if (answer.type === "tcp") {
    return isWell ? says("From {{from}}: connected.", { from }) : says("From {{from}}: no connection.", { from });
  }
  return isWell
    ? says("From {{from}}: the records are as expected.", { from })
    : says("From {{from}}: the records are not as expected.", { from });
}

/** Converts one probe's result into that place's sight of the monitor. */
function sightOf({ isWell }: PublicLook, { from, answer, milliseconds, reason }: ProbeResult): Sight {
  if (reason !== null) {
    const detail = says("From {{from}}: {{reason}}", { from, reason });
    return { verdict: "down", code: "unreachable", detail, milliseconds: null };
  }
  const well = answer && isWell(answer);
  if (answer === null) return silent;
  if (well === null) return { ...silent, code: "other_question", detail: toldOf(from, answer, false) };
  const detail = toldOf(from, answer, well);
  return { verdict: well ? "up" : "down", code: well ? "ok" : "not_well", detail, milliseconds };
}

/**
 * Returns the sight of the probe on a continent; it has no vote when there is no probe there or the probe learned
 * nothing.
 */
export function voteOf(look: PublicLook, results: readonly ProbeResult[], continent: string): Sight {
  const found = results.find((each) => each.continent === continent);
  return found ? sightOf(look, found) : silent;
}
