import { dayMs } from "~/time/durations";

/** 7 days (spec §9), in ms. */
export const invitationLifetimeMs = 7 * dayMs;

/** Maximum number of open invitations of a page. */
export const maxOpenInvitations = 100;
