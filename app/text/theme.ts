/** How light the pages are: as the reader chose; who did not choose gets what their system says. */
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const isTheme = (text: unknown): text is Theme => themes.some((each) => each === text);
