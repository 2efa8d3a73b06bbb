/** 256 KB: what is read of a body from anybody. */
export const usualBody = 262_144;

/** 1 MB: what is read of a delivery once its sender is known, where its kind carries a list. */
export const longestList = 1_048_576;
