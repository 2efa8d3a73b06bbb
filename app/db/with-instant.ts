import { type SQL, sql } from "drizzle-orm";

/** Stands for the instant while its text is written; no statement has this character. */
const mark = "\u0000";

/**
 * Returns a text of SQL that reads an instant, with the instant as a parameter. A text that holds the time itself is a
 * statement of its own each time, which the database compiles and keeps, a fifth of a megabyte for a tick's.
 */
export const withInstantSql = (text: (now: string) => string, now: number): SQL =>
  sql.join(
    text(mark)
      .split(mark)
      .map((part) => sql.raw(part)),
    sql`${now}`,
  );
