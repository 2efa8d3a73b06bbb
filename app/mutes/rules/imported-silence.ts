/**
 * End of the mute with which monitors come in, so that they notify nobody until they are taken over: later than any
 * mute that a person can set, and the first day of the last year that dates show in four digits.
 */
export const importedMuteUntilMs = Date.UTC(9999, 0, 1);
