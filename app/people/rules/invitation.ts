/** 7 days (spec §9), in ms. */
export const invitationLength = 7 * 86_400_000;

/** Most open invitations of a page. */
export const invitationsLimit = 100;
