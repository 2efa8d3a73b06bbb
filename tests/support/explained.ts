import type { TestDeployment } from "./database";

interface Explained {
  /** Returns each statement that reads a whole table, as `table: statement`; a backup's statements are left out. */
  scans(): Promise<string[]>;
}

interface Bound {
  sql: string;
  params: unknown[];
}

const isScan = /^SCAN (\w+)(?! VIRTUAL)/;
const ofBackup = /\bAS (one|size)\b/;

/** Returns the table that a plan names, directly or by the statement's alias; null = a temporary table. */
function tableOf(detail: string, sql: string, tables: ReadonlySet<string>): string | null {
  const name = isScan.exec(detail)?.[1];
  if (!name || tables.has(name)) return name ?? null;
  const called = [...sql.matchAll(/(\w+)"? (?:AS )?"?(\w+)"?/gi)].find(
    ([, of = "", as]) => as === name && tables.has(of),
  );
  return called?.[1] ?? null;
}

/**
 * Records every statement that the deployment runs from now on. Plans are read afterwards, so that the run itself is
 * unchanged.
 */
export function explaining(deployment: TestDeployment): Explained {
  const real = deployment.bindings.DB;
  const seen = new Map<string, Bound>();
  const batch = (statements: D1PreparedStatement[]) => {
    for (const each of statements as unknown as Bound[]) seen.set(each.sql, each);
    return real.batch(statements);
  };
  deployment.bindings.DB = { prepare: (sql: string) => real.prepare(sql), batch } as unknown as D1Database;
  const scans = async () => {
    const all = [...seen.values()].filter(({ sql }) => !ofBackup.test(sql));
    const named = await real.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{ name: string }>();
    const tables = new Set(named.results.map(({ name }) => name));
    const plans = await real.batch<{ detail: string }>(
      all.map(({ sql, params }) => real.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params)),
    );
    return plans.flatMap(({ results }, index) =>
      results.flatMap(({ detail }) => {
        const sql = all[index]?.sql ?? "";
        const table = tableOf(detail, sql, tables);
        return table ? [`${table}: ${sql.replaceAll(/\s+/g, " ")}`] : [];
      }),
    );
  };
  return { scans };
}
