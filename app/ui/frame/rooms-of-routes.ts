/**
 * The words that each route's script uses: groups of the catalogue by room. The build fills this in, because it knows
 * which file contains what; without a build no script asks for words.
 */
export const wordGroupsByRoute: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {};
