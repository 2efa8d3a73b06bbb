/** Line ends, tabs, NUL and other controls; separators; halves of a surrogate pair. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu;
/** What turns the writing direction round or cannot be seen. Joiners stay: Persian and emoji need them. */
const unseen = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2067\u206A-\u206F\uFEFF\uFFF9-\uFFFB]/g;
const isolates = /[\u2068\u2069]/g;

/** Isolates that close again only keep what is in them apart; any other would reach what follows. */
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

/** A name or title on one line, fit for a header: at most `limit` characters. */
export const oneLine = (text: string, limit = 255): string =>
  seen(cut(seen(text).replaceAll(controls, " ").replaceAll(/\s+/g, " ").trim(), limit));

/** Text or HTML of several lines without what a terminal, a parser or the eye could be fooled by. */
export const manyLines = (text: string): string =>
  seen(text)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(controls, (run) => [...run].filter((each) => each === "\n" || each === "\t").join(""));

/** The beginning of a long text, by whole characters. */
export const beginning = (text: string, limit: number): string => cut(text, limit);
