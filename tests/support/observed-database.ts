/** The tables that a statement reads and writes, by their names in its text. */
export interface Touched {
  reads: Set<string>;
  writes: Set<string>;
}

const named = (sql: string, pattern: RegExp) =>
  [...sql.matchAll(pattern)].map((found) => (found[1] ?? "").toLowerCase());

/** `known`: names of tables; other names after FROM (json_each, a subquery's alias) are ignored. */
export function tablesOf(sql: string, known: ReadonlySet<string>): Touched {
  const plain = sql.replaceAll(/["`]/g, "");
  const written = named(plain, /\b(?:insert\s+into|delete\s+from|(?<!do\s)update)\s+(\w+)/gi);
  const read = named(plain, /(?<!delete\s)\b(?:from|join)\s+(\w+)/gi);
  const ours = (names: string[]) => new Set(names.filter((name) => known.has(name)));
  const writes = ours(written);
  return { reads: ours(read), writes };
}

/** Caches results, because the same texts recur. */
export function remembering(known: ReadonlySet<string>): (sql: string) => Touched {
  const kept = new Map<string, Touched>();
  return (sql) => {
    const found = kept.get(sql) ?? tablesOf(sql, known);
    kept.set(sql, found);
    return found;
  };
}

/** One call of a binding: all statements of its batch. */
export type Call = Touched & { number: number };

export interface Observed {
  database: D1Database;
  calls: readonly Call[];
}

export interface Watching {
  known: ReadonlySet<string>;
  /** Called before the call reaches the database. */
  before?(call: Call): Promise<void>;
}

/** Wraps the database with an observer that sees each call, and may hold it. */
export function observed(database: D1Database, { known, before }: Watching): Observed {
  const calls: Call[] = [];
  const touchedBy = remembering(known);
  const batch = async (statements: D1PreparedStatement[]) => {
    const texts = statements.map((each) => (each as unknown as { sql: string }).sql);
    const touched = texts.map(touchedBy);
    const call = {
      number: calls.length + 1,
      reads: new Set(touched.flatMap(({ reads }) => [...reads])),
      writes: new Set(touched.flatMap(({ writes }) => [...writes])),
    };
    calls.push(call);
    await before?.(call);
    return database.batch(statements);
  };
  return { database: { prepare: (sql: string) => database.prepare(sql), batch } as unknown as D1Database, calls };
}
