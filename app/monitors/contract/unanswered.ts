import type { OutboundFailure } from "../../platform/outbound";

/** What a monitor says of a call that has no answer; where an answer was only announced, nothing is known. */
export function verdictOf({ reason }: Pick<OutboundFailure, "reason">): "blocked" | "unknown" | "down" {
  if (reason === "blocked") return "blocked";
  return reason === "interim" ? "unknown" : "down";
}
