/** Line ends, tabs, NUL and other control characters, separators, and unpaired surrogates. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu;
/** Characters that change the writing direction or are invisible. Joiners stay, because Persian and emoji need them. */
const unseen = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2067\u206A-\u206F\uFEFF\uFFF9-\uFFFB]/g;
const isolates = /[\u2068\u2069]/g;

/** True when all isolates are closed, so that they do not affect the text that follows. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(isolates)) {
    depth += mark === "\u2068" ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const seen = (text: string): string => {
  const left = text.replaceAll(unseen, "");
  return isBalanced(left) ? left : left.replaceAll(isolates, "");
};

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...text];
  return characters.length <= limit
    ? text
    : `${characters
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`;
}

/** Returns a name or title on one line of at most `limit` characters, which is safe in a header. */
export const toSafeSingleLine = (text: string, limit = 255): string =>
  seen(cut(seen(text).replaceAll(controls, " ").replaceAll(/\s+/g, " ").trim(), limit));

/** Returns text or HTML of several lines without characters that could deceive a terminal, a parser or a reader. */
export const toSafeMultiline = (text: string): string =>
  seen(text)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(controls, (run) => [...run].filter((each) => each === "\n" || each === "\t").join(""));

/** Returns the start of a long text, cut between characters. */
export const firstChars = (text: string, limit: number): string => cut(text, limit);
