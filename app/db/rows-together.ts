import { rowsStatement, type SqlStatement } from "./write";

const isRepeat = (one: SqlStatement, other: SqlStatement) =>
  one.sql === other.sql && JSON.stringify(one.params) === JSON.stringify(other.params);

/**
 * Merges the rows of all into one statement; a statement with other parameters stays separate, and a duplicate is kept
 * once.
 */
function united(same: readonly SqlStatement[]): SqlStatement[] {
  const rows = same.flatMap((each) => each.rows ?? []);
  const [first] = same.filter((each) => each.rows);
  const others = same.filter((each) => !each.rows);
  const unlike = others.filter((each, index) => others.findIndex((other) => isRepeat(other, each)) === index);
  return [...(first ? [rowsStatement(first.sql, rows)] : []), ...unlike];
}

/**
 * Merges the statements of several pages into one batch, with a table's rows of all pages in one statement. The
 * statements of each page keep their order, which is the same for all; pages do not depend on each other.
 */
export function mergePageStatements(pages: readonly (readonly SqlStatement[])[]): SqlStatement[] {
  const waiting = pages.map((statements) => [...statements]);
  const made: SqlStatement[] = [];
  const isBehind = (sql: string) => waiting.some(([, ...later]) => later.some((each) => each.sql === sql));
  while (waiting.some((statements) => statements.length > 0)) {
    const heads = waiting.flatMap(([head]) => (head ? [head.sql] : []));
    const sql = heads.find((each) => !isBehind(each)) ?? heads[0];
    const taken = waiting.filter(([head]) => head?.sql === sql);
    made.push(...united(taken.flatMap(([head]) => head ?? [])));
    for (const statements of taken) statements.shift();
  }
  return made;
}
