/** A text split into whole words. */
export interface WordSplitContent {
  /** Words and numbers in lower case, each surrounded by one blank, so that a phrase matches only whole words. */
  text: string;
  /** Positions of the blanks in `text` where a sign such as a colon stood: what follows is about something else. */
  breaks: ReadonlySet<number>;
}

export function splitIntoWords(given: string): WordSplitContent {
  const breaks = new Set<number>();
  const words: string[] = [];
  let length = 0;
  for (const [at, part] of given
    .toLowerCase()
    .split(/([\p{L}\p{N}]+)/u)
    .entries()) {
    if (at % 2 === 0) {
      if (/[^\s'’()"“”«»-]/u.test(part)) breaks.add(length);
      continue;
    }
    words.push(part);
    length += part.length + 1;
  }
  return { text: ` ${words.join(" ")} `, breaks };
}

const before = "not|no|never|cannot|nicht|kein|keine|pas|non|não|will|\\p{L}+n t";
const between = "be|been|being|have|yet|fully|completely|currently|all|back|to|soon|services|are";
const after = "failed|fails|failing|failure|unsuccessful|incomplete|pending|aborted|fehlgeschlagen|false";
const deniedBefore = new RegExp(` (?:${before})(?: (?:${between})){0,3} $`, "u");
const deniedAfter = new RegExp(`^ (?:has |is |was )?(?:${after}) `);

/** Characters on each side of a phrase that are searched for a denial. */
const contextChars = 50;

/** Returns where the words before a phrase that refer to it start: at the last break, or at the limit of `reach`. */
function beginningOf({ breaks }: WordSplitContent, at: number): number {
  let from = at;
  while (from > 0 && from > at - contextChars && !breaks.has(from)) from--;
  return from;
}

function isDenied(said: WordSplitContent, phrase: string, at: number): boolean {
  const { text, breaks } = said;
  const end = at + phrase.length - 1;
  if (deniedBefore.test(text.slice(beginningOf(said, at), at + 1))) return true;
  return !breaks.has(end) && deniedAfter.test(text.slice(end, end + contextChars));
}

/**
 * Returns the position of the first phrase that nothing denies, and of the first that is denied; Infinity when there is
 * none.
 */
export function phrasePositions(
  said: WordSplitContent,
  phrases: readonly string[],
): { asserted: number; denied: number } {
  const found = { asserted: Number.POSITIVE_INFINITY, denied: Number.POSITIVE_INFINITY };
  for (const phrase of phrases) {
    let at = said.text.indexOf(phrase);
    while (at >= 0 && at < found.asserted) {
      const key = isDenied(said, phrase, at) ? "denied" : "asserted";
      found[key] = Math.min(found[key], at);
      at = said.text.indexOf(phrase, at + phrase.length - 1);
    }
  }
  return found;
}
