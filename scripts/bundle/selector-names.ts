const opening = "([";
const closing = ")]";

/** Splits at marks that are outside of brackets. */
export function splitOutsideBrackets(text: string, mark: string): string[] {
  const parts: string[] = [];
  let [depth, begin] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (opening.includes(letter)) depth++;
    else if (closing.includes(letter)) depth--;
    else if (letter === mark && depth === 0) {
      parts.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin)];
}

/** Returns the position where the bracket at `open` is closed. */
function endOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (opening.includes(text.charAt(at))) depth++;
    else if (closing.includes(text.charAt(at)) && --depth === 0) return at;
  }
  return text.length;
}

const token =
  /(?<dir>\[dir="?(?:rtl|auto)"?\])|(?<other>\[)|:{1,2}(?<pseudo>[\w-]+)(?<open>\()?|(?<name>\.[\w-]+|[a-z][\w-]*)|#[\w-]+/gi;

const listed = new Set(["is", "where", "has"]);

/** Combines each list of `one` with each list of `other`. */
const both = (one: string[][], other: string[][]) =>
  one.flatMap((names) => other.map((more) => [...new Set([...names, ...more])]));

/**
 * Returns the tags (`ul`), classes (`.c`) and directions (`[dir=rtl]`, `[dir=auto]`) without which a selector matches
 * nothing, as alternative lists: a page needs all names of one. Attributes and states are ignored, so that a rule may
 * be included in vain.
 */
export function requiredSelectorNames(selector: string): string[][] {
  let found: string[][] = [[]];
  token.lastIndex = 0;
  const pattern = new RegExp(token);
  for (let match = pattern.exec(selector); match; match = pattern.exec(selector)) {
    const { dir, other, pseudo, open, name } = match.groups ?? {};
    if (dir !== undefined) found = both(found, [[dir.replaceAll('"', "")]]);
    else if (name !== undefined) found = both(found, [[name]]);
    else if (other !== undefined) pattern.lastIndex = endOf(selector, match.index) + 1;
    else if (open !== undefined) {
      const from = pattern.lastIndex;
      pattern.lastIndex = endOf(selector, from - 1) + 1;
      const inner = splitOutsideBrackets(selector.slice(from, pattern.lastIndex - 1), ",");
      if (listed.has(pseudo ?? "")) found = both(found, inner.flatMap(requiredSelectorNames));
    }
  }
  return found;
}
