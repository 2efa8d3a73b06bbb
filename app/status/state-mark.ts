import type { StateLetter } from "./state-letter.ts";

/** The look of a state everywhere. Outlines: state-letter; words: app/i18n `status`. */
export interface StateMark {
  /** Colour of texts and badges: dark enough under white letters, and as text on white (4.5:1). */
  text: string;
  /** Colour of texts on a dark background. */
  dark: string;
  /** Colour of areas without text: bars, the tab's icon, pictures. */
  fill: string;
  /** Background colour of full-width areas. */
  field: string;
  /** Symbol in emails, which allow no drawing. */
  glyph: string;
  /**
   * Shapes cut out of the outline, as polygons in a box of 100 by 100 (status-page/views/styles/states.css has the
   * same).
   */
  cuts: readonly (readonly number[])[];
}

const grey = { text: "#5f6b66", dark: "#a7b3ad", fill: "#7c8a84", field: "#edf0ee" };

const check = [73, 39, 46, 70, 42, 72, 38, 70, 26, 58, 34, 51, 41, 58, 65, 31];
const sign = [45, 38, 45, 63, 55, 63, 55, 38];
const point = [45, 69, 45, 79, 55, 79, 55, 69];
const quarter = [50, 21, 50, 50, 79, 50];
const cross = [35, 28, 28, 35, 43, 50, 28, 65, 35, 73, 50, 57, 65, 73, 73, 65, 57, 50, 73, 35, 65, 28, 50, 43];
const line = [31, 44, 31, 56, 69, 56, 69, 44];

export const stateMarkByLetter: Readonly<Record<StateLetter, StateMark>> = {
  o: { text: "#1f7a4d", dark: "#6cc596", fill: "#2a9461", field: "#e3f3ea", glyph: "●", cuts: [check] },
  d: { text: "#806200", dark: "#e0bd4f", fill: "#bf8000", field: "#ffe999", glyph: "▲", cuts: [sign, point] },
  p: { text: "#a94e08", dark: "#f0a05a", fill: "#dd6b10", field: "#ffe3c7", glyph: "◆", cuts: [quarter] },
  m: { text: "#b3261e", dark: "#f28b82", fill: "#d5281e", field: "#ffd6d0", glyph: "⬢", cuts: [cross] },
  x: { text: "#2f5fa8", dark: "#8fb4f0", fill: "#4b7fd1", field: "#e3edfb", glyph: "■", cuts: [line] },
  w: { ...grey, glyph: "■", cuts: [line] },
  n: { ...grey, glyph: "○", cuts: [] },
  a: { ...grey, glyph: "▬", cuts: [] },
};
