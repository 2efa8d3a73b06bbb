/** What SQLite of a Durable Object takes as a value, and booleans, which D1 takes as numbers. */
type Value = ArrayBuffer | string | number | boolean | null;

/** A statement with its values, in order. */
export interface CellStatement {
  sql: string;
  params: readonly unknown[];
}

interface CellResult {
  success: true;
  results: Record<string, unknown>[];
  meta: { duration: number; changes: number; rows_read: number; rows_written: number; size_after: number };
}

/** D1 answers bytes as a list of numbers. */
const asAnswered = (value: unknown) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value);
const asBound = (value: unknown) => (typeof value === "boolean" ? Number(value) : value) as Exclude<Value, boolean>;

/** Rows that this connection has changed since it was opened. */
const totalChanges = (sql: SqlStorage) => Number(sql.exec("SELECT total_changes()").raw().next().value?.[0]);

/** `before`: what `totalChanges` was. */
function execute(sql: SqlStorage, { sql: text, params }: CellStatement, before: number) {
  const cursor = sql.exec(text, ...params.map(asBound));
  const columns = cursor.columnNames;
  const results: CellResult["results"] = [];
  for (const row of cursor.raw()) {
    const named: Record<string, unknown> = {};
    for (const [at, value] of row.entries()) named[columns[at] ?? ""] = asAnswered(value);
    results.push(named);
  }
  const after = totalChanges(sql);
  const { rowsRead: rows_read, rowsWritten: rows_written } = cursor;
  const meta = { duration: 0, changes: after - before, rows_read, rows_written, size_after: 0 };
  return { after, answer: { success: true, results, meta } satisfies CellResult };
}

function executeAll(sql: SqlStorage, statements: readonly CellStatement[]): CellResult[] {
  let changes = totalChanges(sql);
  const answers = statements.map((statement) => {
    const { after, answer } = execute(sql, statement, changes);
    changes = after;
    return answer;
  });
  const size = sql.databaseSize;
  for (const { meta } of answers) meta.size_after = size;
  return answers;
}

/**
 * Does a batch as D1 does: all of it or nothing, each answer with its rows and what it cost. Throws an Error whose message
 * begins with `D1_ERROR`, as D1's does. Held to D1's own answers by tests/laws/database-as-d1.
 */
export function executeBatch(storage: DurableObjectStorage, statements: readonly CellStatement[]): CellResult[] {
  try {
    return storage.transactionSync(() => executeAll(storage.sql, statements));
  } catch (error) {
    throw new Error(`D1_ERROR: ${(error as Error).message}`, { cause: error });
  }
}
