import type { SqlStatement } from "~/db/write";

/** Largest size of the rows of one statement, in characters: a database takes no parameter of more than 2 MB. */
const maxStatementChars = 600_000;

/** Divides rows with long texts among as many statements as they need; one for most steps. */
export function boundedStatements<Row extends object>(
  rows: readonly Row[],
  statementsOf: (part: readonly Row[]) => SqlStatement[],
): SqlStatement[] {
  const parts: Row[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const chars = JSON.stringify(row).length;
    if (size + chars > maxStatementChars) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(row);
    size += chars;
  }
  return parts.flatMap(statementsOf);
}
