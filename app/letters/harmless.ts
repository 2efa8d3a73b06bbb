/** Line ends, tabs, NUL and other controls; separators; halves of a surrogate pair. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu;
/** What turns the writing direction round or cannot be seen. Joiners stay: Persian and emoji need them. */
const unseen = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g;

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
  cut(text.replaceAll(unseen, "").replaceAll(controls, " ").replaceAll(/\s+/g, " ").trim(), limit);

/** Text or HTML of several lines without what a terminal, a parser or the eye could be fooled by. */
export const manyLines = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(unseen, "")
    .replaceAll(controls, (run) => [...run].filter((each) => each === "\n" || each === "\t").join(""));

/** The beginning of a long text, by whole characters. */
export const beginning = (text: string, limit: number): string => cut(text, limit);
