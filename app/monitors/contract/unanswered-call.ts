import type { OutboundFailure } from "~/platform/outbound";

/**
 * Returns the verdict for a call without a response; `unknown` when the response was only announced or we did not wait
 * for it.
 */
export function outboundFailureVerdict({ reason }: Pick<OutboundFailure, "reason">): "blocked" | "unknown" | "down" {
  if (reason === "blocked") return "blocked";
  return reason === "interim" || reason === "no_room" ? "unknown" : "down";
}
