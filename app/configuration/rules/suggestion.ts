/** Longest name that is compared; a longer one was not mistyped. */
const maxChars = 80;

/** Returns the number of letters to add, drop, change or swap with the next one, to make one name of the other. */
export function editDistance(one: string, other: string): number {
  const [from, to] = [[...one], [...other]];
  let [before, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (const [row, letter] of from.entries()) {
    const line = [row + 1];
    for (const [column, wanted] of to.entries()) {
      const changed = (last[column] ?? 0) + (letter === wanted ? 0 : 1);
      const nearest = Math.min((last[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1, changed);
      const isSwap = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === wanted;
      line.push(isSwap ? Math.min(nearest, (before[column - 1] ?? 0) + 1) : nearest);
    }
    [before, last] = [last, line];
  }
  return last[to.length] ?? 0;
}

const comparable = (name: string) => name.toLowerCase().replaceAll(/[-_. ]/g, "");

/** Returns the name that was probably meant; null when none is near. Case, hyphens and underscores count little. */
export function nearestName(typed: string, names: Iterable<string>): string | null {
  if (typed.length > maxChars) return null;
  const text = comparable(typed);
  let [nearest, least]: [string | null, number] = [null, Math.max(1, Math.floor(text.length / 3)) + 1];
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > least + 2) continue;
    const distance = editDistance(text, comparable(name));
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** Returns the end of a message: what was probably meant; empty when nothing is near. */
export function suggestionText(typed: string, names: Iterable<string>): string {
  const nearest = nearestName(typed, names);
  return nearest === null ? "" : ` Did you mean “${nearest}”?`;
}
