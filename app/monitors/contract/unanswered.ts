import type { OutboundFailure } from "../../platform/outbound";

/** What a monitor says of a call that has no answer; where one was only announced or not waited for, nothing is known. */
export function verdictOf({ reason }: Pick<OutboundFailure, "reason">): "blocked" | "unknown" | "down" {
  if (reason === "blocked") return "blocked";
  return reason === "interim" || reason === "no_room" ? "unknown" : "down";
}
