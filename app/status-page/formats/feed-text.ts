/**
 * Characters that XML 1.0 cannot hold, not even escaped, and C1 controls, noncharacters and half surrogate pairs, which
 * no reader can use.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFDD0-\uFDEF\uFFFE\uFFFF]|\p{Surrogate}/gu;
/** Marks that turn the direction of the text printed after them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/** Removes the characters that XML cannot hold. */
export const removeInvalidXmlChars = (text: string): string => text.replace(unprintable, "");

/** Returns one line of plain text, for titles and names. */
export const toPlainTextLine = (text: string): string =>
  removeInvalidXmlChars(text).replace(turning, "").replace(/\s+/g, " ").trim();

/** Marks that keep a name within its own direction without turning the text after it. */
const isolates = /[\u2068\u2069]/g;
const overriding = /[\u202A-\u202E\u2066\u2067]/g;

const isBalanced = (text: string): boolean => {
  let depth = 0;
  for (const [mark] of text.matchAll(isolates)) {
    depth += mark === "\u2068" ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
};

/** Returns one line of our own text, in which names of another direction keep theirs. */
export function toPlainSentence(text: string): string {
  const line = removeInvalidXmlChars(text).replace(overriding, "").replace(/\s+/g, " ").trim();
  return isBalanced(line) ? line : toPlainTextLine(text);
}
