import { addMeterRows, chargeMeter, type Meter } from "./meter";

/** Thrown when a call did not answer in time; the database may still have executed it. */
export class DatabaseTimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`database did not answer within ${milliseconds} ms`);
  }
}

/** Time that a person waits before the answer says that the database is away (spec §9), in ms. */
export const personDatabaseTimeoutMs = 5000;

/** The methods used of a database, or of a session with it. */
export type BatchDatabase = Pick<D1Database, "prepare" | "batch">;

/**
 * Sends each batch to the primary in its own session, which says how far the database has come. Bookmarks can be
 * compared.
 */
export function databaseWithBookmarks(database: D1Database): BatchDatabase & { bookmark(): string | null } {
  let newest: string | null = null;
  return {
    prepare: (query) => database.prepare(query),
    async batch<T>(statements: D1PreparedStatement[]) {
      const session = database.withSession("first-primary");
      const results = await session.batch<T>(statements);
      const bookmark = session.getBookmark();
      if (bookmark !== null && (newest === null || bookmark > newest)) newest = bookmark;
      return results;
    },
    bookmark: () => newest,
  };
}

class Statement {
  constructor(
    readonly real: D1PreparedStatement,
    private readonly run1: (statement: Statement) => Promise<D1Result<unknown>>,
  ) {}
  bind(...values: unknown[]): Statement {
    return new Statement(this.real.bind(...values), this.run1);
  }
  all(): Promise<D1Result<unknown>> {
    return this.run1(this);
  }
  run(): Promise<D1Result<unknown>> {
    return this.run1(this);
  }
  async raw(): Promise<unknown[][]> {
    const { results } = await this.run1(this);
    return results.map((row) => Object.values(row as object));
  }
  async first(): Promise<unknown> {
    return (await this.run1(this)).results[0] ?? null;
  }
}

export function withDatabaseTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseTimeoutError(milliseconds)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * A D1Database whose every call is one `batch` (the only one with `meta`): charged to the meter, ended by the deadline.
 */
export interface MeteredDatabase extends D1Database {
  /** Returns the same database with a deadline of at most so many ms. */
  within(milliseconds: number): MeteredDatabase;
}

export function openDatabase(database: BatchDatabase, meter: Meter, deadline: number): MeteredDatabase {
  const batch = async (statements: Statement[]): Promise<D1Result<unknown>[]> => {
    chargeMeter(meter, "statements", statements.length);
    const results = await withDatabaseTimeout(database.batch(statements.map((each) => each.real)), deadline);
    addMeterRows(meter, results);
    return results;
  };
  const runOne = async (statement: Statement) => (await batch([statement]))[0] as D1Result<unknown>;
  const prepare = (query: string) => new Statement(database.prepare(query), runOne);
  const sooner = (milliseconds: number) => openDatabase(database, meter, Math.min(milliseconds, deadline));
  return { prepare, batch, within: sooner } as unknown as MeteredDatabase;
}
