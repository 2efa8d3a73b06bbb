export interface HeldDatabase {
  database: D1Database;
  /** Resolves when a batch that is held has arrived. */
  came: Promise<void>;
  release(): void;
}

type Sql = { sql: string };

/**
 * Wraps the real database so that the first batch with a statement containing these words waits until it is released.
 */
export function holding(database: D1Database, words: string): HeldDatabase {
  let arrive = () => {};
  let release = () => {};
  let held = false;
  const came = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const batch = async (statements: D1PreparedStatement[]) => {
    const isMine = statements.some((each) => (each as unknown as Sql).sql.includes(words));
    if (isMine && !held) {
      held = true;
      arrive();
      await gate;
    }
    return database.batch(statements);
  };
  const wrapped = { prepare: (query: string) => database.prepare(query), batch } as unknown as D1Database;
  return { database: wrapped, came, release };
}
