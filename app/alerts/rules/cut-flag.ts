/** Flag of a recovery beyond those that are read in full; it is ignored when the alert is unknown. */
export const cutRecoveryFlag = "cut";
