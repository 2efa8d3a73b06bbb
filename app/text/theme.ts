/** Themes of the pages, as chosen by the visitor; without a choice the system's theme applies. */
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const isTheme = (text: unknown): text is Theme => themes.some((each) => each === text);
