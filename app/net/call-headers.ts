import type { BrokenAnswer } from "./broken-answers.ts";

/** On one machine: says to the service that makes our calls for whom one is, and so which networks it may enter. */
export const callTokenHeader = "upfront-call-token";

/** Why that service has no answer of the other side's: a CallFailure. It stands in nobody else's answer. */
export const callFailureHeader = "upfront-call-failure";

export type CallFailure = BrokenAnswer | "private_address" | "interim" | "unreachable" | "not_ours";
