import { hasControlChars } from "~/fields/text-inputs";

/** Most characters of a name that an import writes. */
export const maxMovedNameChars = 200;

/** Most characters of a description. */
export const maxMovedDescriptionChars = 2000;

/** Cuts a text to at most so many characters, an ellipsis included, and never in the middle of one. */
export const truncateMovedText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/** Returns a text of another product as one line of a field here: without control characters, and cut. */
export function toMovedLine(text: string, most = maxMovedNameChars): string {
  const plain = hasControlChars(text) ? [...text].map((each) => (hasControlChars(each) ? " " : each)).join("") : text;
  return truncateMovedText(plain.replace(/\s+/g, " ").trim(), most);
}

/** Returns a name; what has none there is named by its id. */
export const movedNameOrId = ({ id, name }: { id: string; name: string }): string =>
  toMovedLine(name) || toMovedLine(id);

export const truncateMovedDescription = (text: string): string =>
  truncateMovedText(text.trim(), maxMovedDescriptionChars);
