/** Most components of a page, archived ones not counted. */
export const maxComponents = 500;
