import { parseSync } from "oxc-parser";

/** A comment as people read it: line comments that follow each other are one. */
export interface CommentText {
  text: string;
  /** Line number, from 1. */
  line: number;
  lineCount: number;
}

const bare = (text: string): string =>
  text
    .replaceAll(/\n[ \t]*\*?[ \t]?/g, "\n")
    .replace(/^\*?\s*/, "")
    .trim();

/** The comments of a file. Pragmas of tools, such as `biome-ignore`, are no prose and are left out. */
export function commentsIn(path: string, text: string): CommentText[] {
  const { comments } = parseSync(path, text, { astType: "ts" });
  const found: CommentText[] = [];
  let end = -1;
  for (const { type, value, start, end: ownEnd } of comments) {
    const line = text.slice(0, start).split("\n").length;
    const isFurther = type === "Line" && end >= 0 && /^\n[ \t]*$/.test(text.slice(end, start));
    const previous = found.at(-1);
    if (isFurther && previous) {
      previous.text += `\n${bare(value)}`;
      previous.lineCount = line - previous.line + 1;
    } else {
      const lines = bare(value).split("\n").filter(Boolean);
      found.push({ text: lines.join("\n"), line, lineCount: lines.length });
    }
    end = type === "Line" ? ownEnd : -1;
  }
  return found.filter((each) => !/^(?:@|biome-ignore|@?ts-|v8 |c8 |eslint|#__)/.test(each.text));
}

const fragments = new Set(
  (
    "As By Everybody Everything From How Nobody Nothing Of Since Somebody Something That Those To Until What Whatever Where " +
    "Whether Which Who Whoever Whom Whose"
  ).split(" "),
);

/** True when a comment begins with a bare question word or preposition, which leaves it without a subject. */
export const isCommentFragment = ({ text }: CommentText): boolean => fragments.has(/^[A-Za-z]+/.exec(text)?.[0] ?? "");

/** Longest comment, in lines of text. */
const maxLines = 3;

export const isLongComment = ({ lineCount }: CommentText): boolean => lineCount > maxLines;
