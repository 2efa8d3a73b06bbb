/** A whole number as it was typed: null = nothing was, NaN = it is none. */
export function wholeIn(typed: string | undefined): number | null {
  const text = (typed ?? "").trim();
  if (text === "") return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** "shop, eu, shop" → its words, each once. */
export const wordsIn = (typed: string | undefined): string[] => {
  const words = (typed ?? "").split(",").map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))];
};
