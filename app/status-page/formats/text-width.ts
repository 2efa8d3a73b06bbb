/**
 * Advance widths of Verdana's printable ASCII from the blank on, in hundredths of an em. Verdana is the widest of the
 * usual sans-serifs.
 */
const verdana = [
  35, 39, 46, 82, 64, 108, 73, 27, 45, 45, 64, 82, 36, 45, 36, 45, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 45, 45, 82,
  82, 82, 55, 100, 68, 69, 70, 77, 63, 57, 78, 75, 42, 45, 69, 56, 84, 75, 79, 60, 79, 70, 68, 62, 73, 68, 99, 69, 62,
  69, 45, 45, 45, 82, 64, 64, 60, 62, 52, 62, 60, 35, 62, 63, 27, 34, 59, 27, 97, 63, 61, 62, 62, 43, 52, 39, 63, 59,
  82, 59, 59, 53, 63, 45, 63, 82,
];

/**
 * Marks drawn on their letter, and characters that are not drawn; `beside` matches marks that take space of their own.
 */
const joined = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const beside = /^\p{Mc}$/u;
/** Width of the widest letters of non-Latin scripts, from this code on. Generous, because common fonts differ. */
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

/** Factor by which bold letters are wider. */
const boldWidthRatio = 1.18;

/** Returns an upper bound of a line's width at this size; generous for all but Latin letters. */
export function textWidth(text: string, size: number, weight = 400): number {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  return Math.ceil(((width * size) / 100) * (weight > 400 ? boldWidthRatio : 1));
}

const latin = /^[\u0020-\u024f\u2010-\u2027]*$/;
/** Scripts whose marks take as much space as letters in fonts that lack them. */
const indic = /[\u0900-\u0dff]/;

/**
 * Returns attributes that squeeze a line into its width when a font is wider than expected. Omitted for scripts whose
 * widths are estimated generously, because their text would be stretched.
 */
export const svgTextLengthAttributes = (text: string, width: number): string =>
  latin.test(text) || indic.test(text) ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : "";

const lettersOf = (text: string): string[] =>
  [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);

/** Returns as much of a line as fits into a width; a cut line ends in an ellipsis. */
export function cutToWidth(text: string, size: number, weight: number, space: number): string {
  if (textWidth(text, size, weight) <= space) return text;
  const letters = lettersOf(text);
  while (letters.length > 0 && textWidth(`${letters.join("")}…`, size, weight) > space) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** Returns at most so many letters, counted as graphemes; a cut text ends in an ellipsis. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const letters = lettersOf(text);
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
