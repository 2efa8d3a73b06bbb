import { asc, eq } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { deployment, mailer } from "../schema";
import type { Statement } from "../write";

type Db = Pick<Ctx, "db">;
export type MailerRow = typeof mailer.$inferSelect;

/** Mailers are the deployment's, not a page's; tried in this order. */
export const mailersInOrder = ({ db }: Db) => db.select().from(mailer).orderBy(asc(mailer.position), asc(mailer.id));

export const mailerById = ({ db }: Db, id: string) => db.select().from(mailer).where(eq(mailer.id, id));

export const deploymentFacts = ({ db }: Db) =>
  db
    .select({
      heartbeatSealed: deployment.heartbeatSealed,
      mailFailingSince: deployment.mailFailingSince,
      deploymentVersion: deployment.version,
    })
    .from(deployment)
    .where(eq(deployment.id, 1));

/** How a run went for one mailer; an absent instant leaves what was. */
export interface MailerRun {
  id: string;
  sentAt: number | null;
  failedAt: number | null;
  error: string | null;
}

/** It is not what a person sets, so versions stay. */
export const noteRuns = (runs: readonly MailerRun[]): Statement => ({
  sql: `UPDATE mailer SET last_sent_at = coalesce(j.value->>'$.sentAt', last_sent_at),
    last_failed_at = coalesce(j.value->>'$.failedAt', last_failed_at),
    last_error = coalesce(j.value->>'$.error', last_error)
    FROM json_each(?1) j WHERE mailer.id = j.value->>'$.id'`,
  params: [JSON.stringify(runs)],
});

/** Keeps the first instant; nothing is written when nothing changes. */
export const noteMailFailing = (since: number): Statement => ({
  sql: "UPDATE deployment SET mail_failing_since = ?1 WHERE id = 1 AND mail_failing_since IS NULL",
  params: [since],
});

export const noteMailWorks = (): Statement => ({
  sql: "UPDATE deployment SET mail_failing_since = NULL WHERE id = 1 AND mail_failing_since IS NOT NULL",
  params: [],
});
