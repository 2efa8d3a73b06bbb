import { sql } from "drizzle-orm";
import { mailLedgerTable, strangerRowsTable } from "~/db/schema";
import { guardRowsStatement, insertRowsStatements, rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { MailAllowance } from "../rules/mail-allowance";
import type { DailyCountName } from "../rules/stranger-rows";

/** Key of the emails to one address under one allowance, as the table stores it. */
export interface MailLedgerKey {
  recipient: string;
  allowance: MailAllowance;
}

export interface MailLedgerRow extends MailLedgerKey {
  mailedAt: number[];
  version: number;
}

/** Reads those of these keys that have had emails. By the primary key. */
export const mailLedgerRowsQuery = ({ db }: Pick<Ctx, "db">, keys: readonly MailLedgerKey[]) =>
  db
    .select({
      recipient: mailLedgerTable.recipient,
      allowance: mailLedgerTable.allowance,
      mailedAt: mailLedgerTable.mailedAt,
      version: mailLedgerTable.version,
    })
    .from(mailLedgerTable)
    .where(
      sql`(recipient, allowance) IN (SELECT j.value->>'$.recipient', j.value->>'$.allowance'
        FROM json_each(${JSON.stringify(keys)}) j)`,
    );

/** A row to write; `version` as it was read, -1 when there was none. */
export interface MailLedgerEntry extends MailLedgerRow {
  /** Id of this decision, so that its batch, sent again, does not fail its own guard. */
  last: string;
  updatedAt: number;
}

/** Guards that no other commit has counted emails to these meanwhile. */
export const guardMailLedgerStatement = (entries: readonly MailLedgerEntry[]): SqlStatement =>
  guardRowsStatement(
    mailLedgerTable,
    entries.map(({ mailedAt: _, ...entry }) => entry),
    {
      lost: `coalesce(
        (SELECT CASE l.last WHEN j.value->>'$.last' THEN j.value->>'$.version' ELSE l.version END FROM mail_ledger l
          WHERE l.recipient = j.value->>'$.recipient' AND l.allowance = j.value->>'$.allowance'), -1) <> j.value->>'$.version'`,
    },
  );

export const saveMailLedgerStatements = (entries: readonly MailLedgerEntry[]): SqlStatement[] =>
  insertRowsStatements(
    mailLedgerTable,
    entries.map((entry) => ({ ...entry, version: entry.version + 1 })),
    {
      onConflict: {
        key: ["recipient", "allowance"],
        set: "mailed_at = excluded.mailed_at, last = excluded.last, version = excluded.version, updated_at = excluded.updated_at",
      },
    },
  );

export interface StrangerRowSpending {
  bucket: DailyCountName;
  day: number;
  cost: number;
  limit: number;
}

/** Guards that the rows of strangers on each of these days are not used up. */
export const guardStrangerRowsStatement = (spendings: readonly StrangerRowSpending[]): SqlStatement =>
  guardRowsStatement(strangerRowsTable, spendings, {
    lost: `(SELECT count FROM stranger_rows WHERE day = j.value->>'$.day' AND bucket = j.value->>'$.bucket')
      + j.value->>'$.cost' > j.value->>'$.limit'`,
  });

export const spendStrangerRowsStatement = (spendings: readonly StrangerRowSpending[]): SqlStatement =>
  rowsStatement(
    `INSERT INTO stranger_rows (day, bucket, count)
    SELECT j.value->>'$.day', j.value->>'$.bucket', j.value->>'$.cost' FROM json_each(?1) j WHERE true
    ON CONFLICT (day, bucket) DO UPDATE SET count = count + excluded.count`,
    spendings,
  );

/** Counts text messages to be sent; returns the day's total with these, also beyond the limit. */
export const countTextMessagesStatement = (day: number, wanted: number): SqlStatement => ({
  sql: `INSERT INTO stranger_rows (day, bucket, count) VALUES (?1, 'texts', ?2)
    ON CONFLICT (day, bucket) DO UPDATE SET count = count + excluded.count RETURNING count`,
  params: [day, wanted],
});

/** Reads the counts from this day on, as far as days are planned. */
export const strangerRowsSinceDayQuery = (ctx: Pick<Ctx, "db">, day: number, bucket: DailyCountName) =>
  ctx.db
    .select({ day: sql<number>`day`.as("day"), count: sql<number>`count`.as("rows") })
    .from(sql`stranger_rows`)
    .where(sql`day >= ${day} AND bucket = ${bucket}`);

export const strangerRowsOfDayQuery = (ctx: Pick<Ctx, "db">, day: number) =>
  ctx.db
    .select({ bucket: sql<DailyCountName>`bucket`.as("bucket"), count: sql<number>`count`.as("rows") })
    .from(sql`stranger_rows`)
    .where(sql`day = ${day}`);
