/**
 * Invisible characters that reorder, hide or join others: bidi overrides and isolates, zero width, byte order marks.
 */
const unseen = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: to take them out is what it is for
const controls = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;
/** Surrogates without their other half, which JSON readers treat differently. */
const halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Returns the text without characters that reorder, hide or join their neighbours. */
export const withoutInvisibleChars = (text: string): string => text.replaceAll(unseen, "");

/**
 * Makes a stranger's text fit to be shown to people elsewhere: without invisible characters, at most `most` characters.
 */
export function sanitiseStrangerText(text: string, most: number): string {
  const seen = withoutInvisibleChars(text.slice(0, most * 8))
    .replaceAll(controls, " ")
    .replaceAll(halves, "\uFFFD");
  const letters = [...seen];
  return letters.length <= most ? seen : `${letters.slice(0, most - 1).join("")}…`;
}
