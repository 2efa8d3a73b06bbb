import { asc, eq } from "drizzle-orm";
import { deploymentTable, mailerTable } from "~/db/schema";
import { guardRowsStatement, guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { maxStampAheadMs } from "~/time/instants";

type Db = Pick<Ctx, "db">;
export type MailerRow = typeof mailerTable.$inferSelect;

/** Mailers of the deployment (not of a page), in the order in which they are tried. */
export const mailersInOrderQuery = ({ db }: Db) =>
  db.select().from(mailerTable).orderBy(asc(mailerTable.position), asc(mailerTable.id));

/** One row when any mailer is configured, else none. */
export const anyMailerQuery = ({ db }: Db) => db.select({ id: mailerTable.id }).from(mailerTable).limit(1);

export const mailerByIdQuery = ({ db }: Db, id: string) => db.select().from(mailerTable).where(eq(mailerTable.id, id));

export const mailDeploymentFactsQuery = ({ db }: Db) =>
  db
    .select({
      heartbeatSealed: deploymentTable.heartbeatSealed,
      selfCheckSealed: deploymentTable.selfCheckSealed,
      globalpingSealed: deploymentTable.globalpingSealed,
      mailFailingSince: deploymentTable.mailFailingSince,
      deploymentVersion: deploymentTable.version,
    })
    .from(deploymentTable)
    .where(eq(deploymentTable.id, 1));

/** Returns a guard that makes the batch fail if one of these mailers was deleted or has another version. */
export const guardMailersUnchangedStatement = (rows: readonly Pick<MailerRow, "id" | "version">[]): SqlStatement =>
  guardRowsStatement(
    mailerTable,
    rows.map(({ id, version }) => ({ id, version })),
    { unless: "id = j.value->>'$.id' AND version = j.value->>'$.version'" },
  );

export const saveMailerStatement = (row: MailerRow): SqlStatement => ({
  sql: `UPDATE mailer SET name = ?2, from_address = ?3, settings_sealed = ?4, updated_at = ?5, version = version + 1
    WHERE id = ?1`,
  params: [row.id, row.name, row.fromAddress, row.settingsSealed, row.updatedAt],
});

export const deleteMailerStatement = (id: string): SqlStatement => ({
  sql: "DELETE FROM mailer WHERE id = ?1",
  params: [id],
});

/** Stores this order; mailers whose position does not change keep their version. */
export const orderMailersStatement = (ids: readonly string[], now: number): SqlStatement => ({
  sql: `UPDATE mailer SET position = j.key, updated_at = ?2, version = version + 1
    FROM json_each(?1) j WHERE mailer.id = j.value AND mailer.position <> j.key`,
  params: [JSON.stringify(ids), now],
});

/** Breaks the batch when the deployment's only row has another version. */
export const guardDeploymentVersionStatement = (version: number): SqlStatement =>
  guardTableStatement(deploymentTable, { unless: "id = 1 AND version = ?1" }, [version]);

const addressColumns = {
  heartbeat: "heartbeat_sealed",
  selfCheck: "self_check_sealed",
  globalping: "globalping_sealed",
};

export const saveDeploymentAddressStatement = (
  name: keyof typeof addressColumns,
  sealed: string | null,
): SqlStatement => ({
  sql: `UPDATE deployment SET ${addressColumns[name]} = ?1, version = version + 1 WHERE id = 1`,
  params: [sealed],
});

/** Result of a run for one mailer. If a time is absent, the stored value is kept. */
export interface MailerRun {
  id: string;
  sentAt: number | null;
  failedAt: number | null;
  error: string | null;
}

/**
 * Stores the results of runs. No person sets these values, so versions stay. Success is stored once a minute, because a
 * large delivery has hundreds of runs.
 */
export const recordMailerRunsStatement = (runs: readonly MailerRun[]): SqlStatement => ({
  sql: `UPDATE mailer SET last_sent_at = coalesce(j.value->>'$.sentAt', last_sent_at),
    last_failed_at = coalesce(j.value->>'$.failedAt', last_failed_at),
    last_error = coalesce(j.value->>'$.error', last_error)
    FROM json_each(?1) j WHERE mailer.id = j.value->>'$.id' AND (j.value->>'$.failedAt' IS NOT NULL
      OR coalesce(mailer.last_sent_at, 0) NOT BETWEEN j.value->>'$.sentAt' - 60000 AND j.value->>'$.sentAt' + ${maxStampAheadMs})`,
  params: [JSON.stringify(runs)],
});

/** Keeps the first time, unless a wrong clock set it ahead; writes nothing when nothing changes. */
export const recordMailFailingStatement = (since: number): SqlStatement => ({
  sql: `UPDATE deployment SET mail_failing_since = ?1 WHERE id = 1 AND (mail_failing_since IS NULL OR mail_failing_since > ?1 + ${maxStampAheadMs})`,
  params: [since],
});

export const clearMailFailingStatement = (): SqlStatement => ({
  sql: "UPDATE deployment SET mail_failing_since = NULL WHERE id = 1 AND mail_failing_since IS NOT NULL",
  params: [],
});
