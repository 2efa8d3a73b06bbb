/** Reads a whole number as typed: null = empty, NaN = invalid. */
export function parseWholeNumber(typed: string | undefined): number | null {
  const text = (typed ?? "").trim();
  if (text === "") return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** Splits "shop, eu, shop" into its words, each once. */
export const commaSeparatedWords = (typed: string | undefined): string[] => {
  const words = (typed ?? "").split(",").map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))];
};
