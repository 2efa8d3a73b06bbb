import type { BrokenAnswerReason } from "./broken-answers.ts";

/**
 * Header for calls on one machine. It tells the calling service who entered the address, which decides the networks
 * that it may enter.
 */
export const callTokenHeader = "upfront-call-token";

/**
 * Header with the reason why that service has no answer of the other side: a CallFailure. No other answers contain it.
 */
export const callFailureHeader = "upfront-call-failure";

/** Header with the length that the other side declares; the end of the body shows its true length. */
export const callLengthHeader = "upfront-call-length";

/**
 * Header with the service process that answers, and address at which it only says so: they show which side broke off a
 * body.
 */
export const callProcessHeader = "upfront-call-process";
export const callServiceAliveUrl = "http://alive.invalid/";

export type CallFailure = BrokenAnswerReason | "private_address" | "interim" | "unreachable" | "not_ours";
