/** Values that a Durable Object's SQLite accepts, and booleans, which D1 accepts as numbers. */
type SqlValue = ArrayBuffer | string | number | boolean | null;

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

/** Returns bytes as a list of numbers, as D1 does. */
const asAnswered = (value: unknown) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value);
const asBound = (value: unknown) => (typeof value === "boolean" ? Number(value) : value) as Exclude<SqlValue, boolean>;

/** Returns the number of rows that this connection has changed since it was opened. */
const totalChanges = (sql: SqlStorage) => Number(sql.exec("SELECT total_changes()").raw().next().value?.[0]);

/** Executes one statement. `before`: the value of `totalChanges` before it. */
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
 * Executes a batch as D1 does: all of it or nothing, each answer with its rows and its cost. Throws an Error whose
 * message begins with `D1_ERROR`, as D1's does. tests/laws/database-as-d1 compares it with D1's own answers.
 */
export function executeCellBatch(storage: DurableObjectStorage, statements: readonly CellStatement[]): CellResult[] {
  try {
    return storage.transactionSync(() => executeAll(storage.sql, statements));
  } catch (error) {
    throw new Error(`D1_ERROR: ${(error as Error).message}`, { cause: error });
  }
}
