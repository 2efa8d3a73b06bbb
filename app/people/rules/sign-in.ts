import { minuteMs } from "~/time/durations";

/** Time for which an emailed link and its code are valid, in ms (spec §9). */
export const signInLinkLifetimeMs = 10 * minuteMs;
/** Codes that may be typed per request. */
export const maxSignInCodeTries = 5;

/**
 * Window in which the requests of one network are counted. Beyond the limit they are refused, whatever address they
 * name.
 */
export const signInWindowMs = 15 * minuteMs;
export const signInLimits = { prefix: 60 } as const;
