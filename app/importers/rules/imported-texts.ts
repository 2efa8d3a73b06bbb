import { hasControlChars } from "~/fields/text-inputs";

const maxLineChars = 255;

/** Returns one line of at most so many characters, without what a line must not have. */
export function toImportedTextLine(text: string, most = maxLineChars): string {
  const plain = [...text].map((letter) => (hasControlChars(letter) ? " " : letter)).join("");
  const cut = plain.replaceAll(/\s+/g, " ").trim().slice(0, most);
  return cut.replace(/[\uD800-\uDBFF]$/, "").trim();
}

/** Returns tags as the form takes them: each once, the first ones, cut where they are too long. */
export const limitImportedTags = (
  tags: readonly string[],
  { most, longest }: { most: number; longest: number },
): string[] => [...new Set(tags.map((tag) => toImportedTextLine(tag, longest)).filter(Boolean))].slice(0, most);
