/** Advance widths of Verdana's printable ASCII from the blank on, in hundredths of an em: the widest of the usual sans-serifs. */
const verdana = [
  35, 39, 46, 82, 64, 108, 73, 27, 45, 45, 64, 82, 36, 45, 36, 45, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 45, 45, 82,
  82, 82, 55, 100, 68, 69, 70, 77, 63, 57, 78, 75, 42, 45, 69, 56, 84, 75, 79, 60, 79, 70, 68, 62, 73, 68, 99, 69, 62,
  69, 45, 45, 45, 82, 64, 64, 60, 62, 52, 62, 60, 35, 62, 63, 27, 34, 59, 27, 97, 63, 61, 62, 62, 43, 52, 39, 63, 59,
  82, 59, 59, 53, 63, 45, 63, 82,
];

/** Marks that join their letter, and what is not drawn at all; others stand beside it. */
const joined = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const beside = /^\p{Mc}$/u;
/** Widest letters of what is not Latin, from this code on; common fonts differ, so these are generous. */
const scripts: readonly (readonly [from: number, width: number])[] = [
  [0x1f000, 135],
  [0x2e80, 105],
  [0x1100, 90],
  [0x900, 65],
  [0x590, 66],
  [0x250, 80],
  [0, 75],
];

const widthOfScript = (code: number): number => scripts.find(([from]) => code >= from)?.[1] ?? 0;

function widthOfLetter(letter: string): number {
  if (joined.test(letter)) return 0;
  if (beside.test(letter)) return 35;
  const code = letter.codePointAt(0) ?? 0;
  return verdana[code - 32] ?? verdana[(letter.normalize("NFD").codePointAt(0) ?? 0) - 32] ?? widthOfScript(code);
}

/** Bold letters are wider. */
const boldness = 1.18;

/** How wide a line is drawn at this size, never less than it is: generous for all but Latin letters. */
export function textWidth(text: string, size: number, weight = 400): number {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  return Math.ceil(((width * size) / 100) * (weight > 400 ? boldness : 1));
}

const latin = /^[\u0020-\u024f\u2010-\u2027]*$/;
/** Where a font lacks these, their marks take as much room as letters. */
const indic = /[\u0900-\u0dff]/;

/**
 * Attributes that squeeze a line into its width where a font is wider than expected. Not for scripts which are given
 * more room than they need: they would be stretched.
 */
export const squeezed = (text: string, width: number): string =>
  latin.test(text) || indic.test(text) ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : "";

const lettersOf = (text: string): string[] =>
  [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);

/** As much of a line as fits into a width; what is cut says so. */
export function cutToWidth(text: string, size: number, weight: number, space: number): string {
  if (textWidth(text, size, weight) <= space) return text;
  const letters = lettersOf(text);
  while (letters.length > 0 && textWidth(`${letters.join("")}…`, size, weight) > space) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** At most so many letters as people count them; what is cut says so. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const letters = lettersOf(text);
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
