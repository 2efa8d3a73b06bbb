/**
 * Pseudo-language for finding missing keys, cut texts and left-to-right layouts: its texts are 40 % longer, accented,
 * and run from right to left. Browsers ask for it as `en-XB` (CLDR's code for bidirectional English).
 */
export const pseudoLanguage = "en-XB";

const plain = "AEIOUaeiouCcNnSsYyZz";
const accented = "ÅÉÎÖÛåéîöûÇçÑñŠšÝýŽž";

const accent = (letter: string) => accented[plain.indexOf(letter)] ?? letter;

/** Marks around its texts, by which a test recognises a text from a catalogue. */
export const pseudoMarks = ["⟦", "⟧"] as const;

/**
 * Converts an English text to the pseudo-language; names between isolates, and placeholders, stay.
 */
export function pseudoText(english: string): string {
  const words = english.replaceAll(/\u2068[^\u2069]*\u2069|\{\{\w+\}\}|[A-Za-z]/g, (part) =>
    part.length === 1 ? accent(part) : part,
  );
  const filling = Array.from({ length: Math.ceil(english.length * 0.4) }, (_, at) => (at % 7 === 6 ? " " : "·")).join(
    "",
  );
  return `${pseudoMarks[0]}${words}${filling}${pseudoMarks[1]}`;
}
