import { dayMs } from "~/time/durations";

/** 7 days (spec §9), in ms. */
export const invitationMs = 7 * dayMs;

/** Most open invitations of a page. */
export const maxInvitations = 100;
