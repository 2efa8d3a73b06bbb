const sqlText = (value: string | number) =>
  typeof value === "number" ? String(value) : `'${value.replace(/'/g, "''")}'`;

/** Returns a statement with its parameters as literals, because a file of SQL has no others. */
export const sqlWithLiterals = (sql: string, params: readonly (string | number)[]): string =>
  sql.replace(/\?(\d+)/g, (_, place) => sqlText(params[Number(place) - 1] ?? ""));
