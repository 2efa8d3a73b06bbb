/** 7 days (spec §9), in ms. */
export const invitationLength = 7 * 86_400_000;

/** Open ones a page may have. */
export const invitationsLimit = 100;
