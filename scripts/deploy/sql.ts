const sqlText = (value: string | number) =>
  typeof value === "number" ? String(value) : `'${value.replace(/'/g, "''")}'`;

/** A statement with its parameters put in as literals: a file of SQL knows no others. */
export const literalSql = (sql: string, params: readonly (string | number)[]): string =>
  sql.replace(/\?(\d+)/g, (_, place) => sqlText(params[Number(place) - 1] ?? ""));
