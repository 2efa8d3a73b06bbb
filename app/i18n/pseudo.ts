/**
 * The pseudo-language by which missing keys, cut texts and left-to-right layouts are found: what it says is longer by
 * 40 %, accented, and runs from right to left. Browsers ask for it as `en-XB` (CLDR's code for bidirectional English).
 */
export const pseudoLanguage = "en-XB";

const plain = "AEIOUaeiouCcNnSsYyZz";
const accented = "ÅÉÎÖÛåéîöûÇçÑñŠšÝýŽž";

const accent = (letter: string) => accented[plain.indexOf(letter)] ?? letter;

/** Its marks, by which a test knows that a text came out of a catalogue. */
export const pseudoMarks = ["⟦", "⟧"] as const;

/** An English text in the pseudo-language; what stands between isolates or private marks (a name, an element) or is still to be filled in stays. */
export function pseudoText(english: string): string {
  const words = english.replaceAll(/[\uE000-\uE0FF]|\u2068[^\u2069]*\u2069|\{\{\w+\}\}|[A-Za-z]/g, (part) =>
    part.length === 1 ? accent(part) : part,
  );
  const filling = Array.from({ length: Math.ceil(english.length * 0.4) }, (_, at) => (at % 7 === 6 ? " " : "·")).join(
    "",
  );
  return `${pseudoMarks[0]}${words}${filling}${pseudoMarks[1]}`;
}
