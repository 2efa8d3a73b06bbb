import { minuteMs } from "~/time/durations";

/** Time for which an emailed link and its code are valid, in ms (spec §9). */
export const mailLinkLength = 10 * minuteMs;
/** Codes that may be typed per request. */
export const codeTries = 5;

/** Window for requests of one network; beyond the limit they are refused, whatever address they name. */
export const signInWindow = 15 * minuteMs;
export const signInLimits = { prefix: 60 } as const;
