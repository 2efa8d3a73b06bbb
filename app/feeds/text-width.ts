/** Advance widths of Verdana's printable ASCII from the blank on, in hundredths of an em: the widest of the usual sans-serifs. */
const verdana = [
  ...[35, 39, 46, 82, 64, 108, 73, 27, 45, 45, 64, 82, 36, 45, 36, 45, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64],
  ...[45, 45, 82, 82, 82, 55, 100, 68, 69, 70, 77, 63, 57, 78, 75, 42, 45, 69, 56, 84, 75, 79, 60, 79, 70, 68],
  ...[62, 73, 68, 99, 69, 62, 69, 45, 45, 45, 82, 64, 64, 60, 62, 52, 62, 60, 35, 62, 63, 27, 34, 59, 27, 97],
  ...[63, 61, 62, 62, 43, 52, 39, 63, 59, 82, 59, 59, 53, 63, 45, 63, 82],
];

/** Marks that join their letter, and what is not drawn at all. */
const joined = /^[\p{Mark}\p{Cf}]$/u;
/** From here on scripts are drawn in squares, and pictures beyond. */
const wide = 0x1100;
const veryWide = 0x1f000;

function widthOfLetter(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  const known = verdana[code - 32];
  if (known !== undefined) return known;
  if (joined.test(letter)) return 0;
  if (code >= veryWide) return 135;
  return code >= wide ? 105 : 90;
}

/** Bold letters are wider. */
const boldness = 1.18;

/** How wide a line is drawn at this size, never less than it is: generous for all but Latin letters. */
export function textWidth(text: string, size: number, weight = 400): number {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  return Math.ceil(((width * size) / 100) * (weight > 400 ? boldness : 1));
}

/** At most so many letters as people count them; what is cut says so. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const letters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];
  if (letters.length <= most) return text;
  const kept = letters.slice(0, most - 1).map(({ segment }) => segment);
  return `${kept.join("").trimEnd()}…`;
}
