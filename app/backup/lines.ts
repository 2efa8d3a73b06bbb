import { lineLimit } from "./rules/backup";

/**
 * The lines of a text that comes in parts, those of a part at once. A line that does not end is handed on at the bound of
 * a line, where it is refused: nothing grows with what a file says it is.
 */
export async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = "";
  for await (const part of parts) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > lineLimit) {
      lines.push(rest);
      rest = "";
    }
    if (lines.length > 0) yield lines;
  }
  if (rest !== "") yield [rest];
}
