const chipSuffix = ".chip";
const shownSuffix = ".shown";

/** Returns the names of a number's chips, and of the field that holds the number as it was shown. */
export const chipFieldNamesOf = (name: string) => ({ chip: `${name}${chipSuffix}`, shown: `${name}${shownSuffix}` });

/**
 * Puts the chosen chips in the place of their numbers, except where another number than the one shown was typed; then
 * takes the chips away.
 */
export function mergeChips(fields: FormData): void {
  const names = [...fields.keys()].filter((name) => name.endsWith(shownSuffix));
  for (const name of names.map((each) => each.slice(0, -shownSuffix.length))) {
    const { chip, shown } = chipFieldNamesOf(name);
    const chosen = fields.get(chip);
    if (chosen !== null && fields.get(name) === fields.get(shown)) fields.set(name, chosen);
    fields.delete(chip);
    fields.delete(shown);
  }
}
