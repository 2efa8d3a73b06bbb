/**
 * End of the mute that imported monitors have, so that they notify nobody until someone takes them over. It is later
 * than any mute that a person can set, in the last year that has four digits.
 */
export const importedMuteUntilMs = Date.UTC(9999, 0, 1);
