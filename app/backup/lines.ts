import { maxBackupLineBytes } from "./rules/backup";

/**
 * Yields the lines of a text that comes in parts, those of a part together. A line without an end is passed on at the
 * maximum length of a line, where it is refused, so that memory does not grow with the file.
 */
export async function* splitLines(parts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = "";
  for await (const part of parts) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxBackupLineBytes) {
      lines.push(rest);
      rest = "";
    }
    if (lines.length > 0) yield lines;
  }
  if (rest !== "") yield [rest];
}
