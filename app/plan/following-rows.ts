/** Most rows after those shown on which one press acts. */
export const maxFollowingRows = 500;
