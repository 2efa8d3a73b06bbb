/** Maximum number of rows after those shown that one press changes. */
export const maxFollowingRows = 500;
