import { dayMs } from "~/time/durations";

/** 7 days (spec §9), in ms. */
export const invitationLength = 7 * dayMs;

/** Most open invitations of a page. */
export const invitationsLimit = 100;
