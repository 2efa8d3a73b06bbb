/**
 * Units of the drawing. Its width is stretched to that of the page, its height is not: at the usual font size a unit is
 * a pixel. Words are placed beside it in percent of both, so that letters are never stretched.
 */
export const chartBox = { width: 720, height: 192, top: 10, ground: 164 } as const;
