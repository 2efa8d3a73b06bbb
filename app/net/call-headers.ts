import type { BrokenAnswer } from "./broken-answers.ts";

/** On one machine: says to the service that makes our calls for whom one is, and so which networks it may enter. */
export const callTokenHeader = "upfront-call-token";

/** Why that service has no answer of the other side's: a CallFailure. It stands in nobody else's answer. */
export const callFailureHeader = "upfront-call-failure";

/** The length that the other side names; the service says by the body's end how long it is. */
export const callLengthHeader = "upfront-call-length";

/** Which process of the service answers, and where it says so alone: of a body that broke off, whose fault it was. */
export const callProcessHeader = "upfront-call-process";
export const callAliveUrl = "http://alive.invalid/";

export type CallFailure = BrokenAnswer | "private_address" | "interim" | "unreachable" | "not_ours";
