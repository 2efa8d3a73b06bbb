import { takeDatabase } from "../emptied-database";
import { bindingOver } from "../remote-database";

/**
 * D1 with a read replica that lags until the test lets it catch up.
 * https://developers.cloudflare.com/d1/best-practices/read-replication/
 * https://developers.cloudflare.com/d1/worker-api/d1-database/#withsession
 */
export interface ReplicatedDatabase {
  /** The binding; without a session all calls go to the primary. */
  database: D1Database;
  /** Lets the replica apply all writes so far. */
  catchUp(): Promise<void>;
  /** The databases that answered, newest last. */
  served: ("primary" | "replica")[];
  close(): Promise<void>;
}

type Batch = (statements: D1PreparedStatement[]) => Promise<D1Result[]>;

/** Prepared statements of tests/support/remote-database carry their text. */
const sqlOf = (statement: D1PreparedStatement) => (statement as unknown as { sql: string }).sql;

const writes = (sql: string) => !/^\s*(select|with)\b/i.test(sql) || /\b(insert|update|delete)\b/i.test(sql);

/** Bookmarks sort as text and contain no time. https://developers.cloudflare.com/d1/reference/time-travel/#bookmarks */
const bookmarkOf = (count: number) => `${count.toString(16).padStart(8, "0")}-00000000-00004e00-stand0in`;
const countOf = (bookmark: string) => Number.parseInt(bookmark.slice(0, 8), 16);

/** `primary` must be as after the migrations, because the replica would lack earlier rows. */
export async function replicated(primary: D1Database): Promise<ReplicatedDatabase> {
  const replica = await takeDatabase();
  const log: D1PreparedStatement[][] = [];
  const served: ReplicatedDatabase["served"] = [];
  let applied = 0;
  let applying: Promise<unknown> = Promise.resolve();
  const catchUpTo = (count: number) => {
    applying = applying.then(async () => {
      for (; applied < count; applied++) await replica.database.batch(log[applied] ?? []);
    });
    return applying;
  };
  const onPrimary: Batch = async (statements) => {
    served.push("primary");
    const results = (await primary.batch(statements)) as D1Result[];
    if (statements.some((each) => writes(sqlOf(each)))) log.push(statements);
    return results;
  };
  const openSession = (constraint: string) => {
    let isFirst = constraint === "first-primary";
    let seen: number | null = constraint.startsWith("first-") ? null : countOf(constraint);
    const batch: Batch = async (statements) => {
      const goesFar = isFirst || statements.some((each) => writes(sqlOf(each)));
      isFirst = false;
      if (goesFar) {
        const results = await onPrimary(statements);
        seen = log.length;
        return results;
      }
      await catchUpTo(seen ?? 0);
      served.push("replica");
      seen = applied;
      return replica.database.batch(statements) as Promise<D1Result[]>;
    };
    const getBookmark = () => (seen === null ? null : bookmarkOf(seen));
    return Object.assign(bindingOver(batch), { getBookmark });
  };
  const withSession = (constraint = "first-unconstrained") => openSession(constraint);
  return {
    database: Object.assign(bindingOver(onPrimary), { withSession }) as unknown as D1Database,
    catchUp: async () => void (await catchUpTo(log.length)),
    served,
    close: replica.close,
  };
}
