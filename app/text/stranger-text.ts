/** Signs that are not seen and turn, hide or join what is: bidi overrides and isolates, zero width, byte order marks. */
const unseen = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: to take them out is what it is for
const controls = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;
/** Halves of a pair without the other half: no JSON reader elsewhere agrees on them. */
const halves = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The text without signs that turn, hide or join its neighbours. */
export const withoutUnseen = (text: string): string => text.replaceAll(unseen, "");

/** What a stranger wrote, fit to be shown to people elsewhere: no sign that is not seen, at most `most` characters. */
export function strangerText(text: string, most: number): string {
  const seen = withoutUnseen(text.slice(0, most * 8))
    .replaceAll(controls, " ")
    .replaceAll(halves, "\uFFFD");
  const letters = [...seen];
  return letters.length <= most ? seen : `${letters.slice(0, most - 1).join("")}…`;
}
