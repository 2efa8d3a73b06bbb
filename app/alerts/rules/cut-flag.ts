/** A recovery beyond those that are read with their words: of an alert that nobody knows it is no news. */
export const cutFlag = "cut";
