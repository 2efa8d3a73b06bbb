export const isAsciiText = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/**
 * Searches a text with and without normalisation: an accented letter is one code point or two, which look alike
 * (Unicode Standard Annex #15).
 */
export const includesNormalizedText = (text: string, wanted: string): boolean =>
  text.includes(wanted) || (!isAsciiText(wanted) && text.normalize().includes(wanted.normalize()));
