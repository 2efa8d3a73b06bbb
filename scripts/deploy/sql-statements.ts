/** Matches a quoted text, a quoted name, or a comment: semicolons in these end no statement. */
const quoted = /'|"|`|--/g;

/** A trigger contains statements of its own: it ends with its END. */
const isWhole = (statement: string) => !/^\s*CREATE\s+TRIGGER\b/i.test(statement) || /\bEND\s*;$/i.test(statement);

/** Returns the end of the statement that starts at `start`, after its semicolon; -1 = not in this text. */
function endOf(text: string, start: number): number {
  let at = start;
  for (;;) {
    const end = text.indexOf(";", at);
    if (end < 0) return -1;
    quoted.lastIndex = at;
    const found = quoted.exec(text);
    if (found && found.index < end) {
      const mark = found[0];
      const closed = text.indexOf(mark === "--" ? "\n" : mark, found.index + mark.length);
      if (closed < 0) return -1;
      at = closed + 1;
    } else if (isWhole(text.slice(start, end + 1))) return end + 1;
    else at = end + 1;
  }
}

/** Yields the statements of a file of SQL that comes in parts: a text in it may contain lines and semicolons. */
export async function* splitSqlStatements(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const part of parts) {
    rest += part;
    let start = 0;
    for (let end = endOf(rest, start); end >= 0; end = endOf(rest, start)) {
      yield rest.slice(start, end);
      start = end;
    }
    rest = rest.slice(start);
  }
  if (rest.trim() !== "") yield rest;
}
