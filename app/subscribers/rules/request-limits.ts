import { hourMs } from "~/time/durations";

/** Most requests from one address prefix in an hour. */
export const subscriptionRequestLimit = { perHour: 10, window: hourMs } as const;

/**
 * Maximum number of endpoint changes from one address prefix in an hour: many browsers share a network, but none
 * changes often.
 */
export const pushRenewalLimit = { perHour: 30, window: hourMs } as const;
