/** 256 KB: most bytes of a body that are read from any sender. */
export const maxSenderBodyBytes = 262_144;

/** 1 MB: most bytes of a delivery from a known sender whose kind carries a list. */
export const maxListDeliveryBytes = 1_048_576;

/** 2 MB: most bytes of a push to a Git repository, which names up to 2,048 commits. */
export const maxPushBodyBytes = 2_097_152;
