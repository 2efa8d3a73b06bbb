/** A step of a cell's schema: statements that are executed together, once. */
export type CellMigration = readonly string[];

/** Thrown when a later version of the code has migrated the cell, so that this version must not use it. */
export class NewerCellError extends Error {
  constructor(found: number, known: number) {
    super(`the cell's schema is ${found}, and this version knows ${known}`);
  }
}

/** Returns the number of migrations that a cell has had. */
const versionOf = (sql: SqlStorage) => Number(sql.exec("SELECT version FROM cell_schema").raw().next().value?.[0] ?? 0);

/**
 * Brings a cell to the newest schema, all of it or nothing. Throws NewerCellError when the schema is newer than the code.
 */
export function migrateCell(storage: DurableObjectStorage, migrations: readonly CellMigration[]): void {
  const { sql } = storage;
  storage.transactionSync(() => {
    sql.exec("CREATE TABLE IF NOT EXISTS cell_schema (version INTEGER NOT NULL)");
    const version = versionOf(sql);
    if (version > migrations.length) throw new NewerCellError(version, migrations.length);
    if (version === migrations.length) return;
    for (const statement of migrations.slice(version).flat()) sql.exec(statement);
    sql.exec("DELETE FROM cell_schema");
    sql.exec("INSERT INTO cell_schema (version) VALUES (?)", migrations.length);
  });
}
