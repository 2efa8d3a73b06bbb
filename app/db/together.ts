import { ofRows, type Statement } from "./write";

const isRepeat = (one: Statement, other: Statement) =>
  one.sql === other.sql && JSON.stringify(one.params) === JSON.stringify(other.params);

/** The rows of all as those of one statement; what takes other parameters stands by itself, what is the same once. */
function united(same: readonly Statement[]): Statement[] {
  const rows = same.flatMap((each) => each.rows ?? []);
  const [first] = same.filter((each) => each.rows);
  const others = same.filter((each) => !each.rows);
  const unlike = others.filter((each, index) => others.findIndex((other) => isRepeat(other, each)) === index);
  return [...(first ? [ofRows(first.sql, rows)] : []), ...unlike];
}

/**
 * The statements of several pages as those of one batch, a table's rows of all pages in one statement. Each page's keep
 * their order, which is the same for all; pages know nothing of each other.
 */
export function together(pages: readonly (readonly Statement[])[]): Statement[] {
  const waiting = pages.map((statements) => [...statements]);
  const made: Statement[] = [];
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
