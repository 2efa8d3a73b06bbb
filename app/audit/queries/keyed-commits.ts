import { and, gt, lt } from "drizzle-orm";
import { auditEntryTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { keyOfCommit } from "../rules/keyed-commit";

/** Finds the commits of a program's key: a range of the primary key, not a scan. */
export const commitIdsOfKeyQuery = ({ db }: Pick<Ctx, "db">, key: string) =>
  db
    .select({ id: auditEntryTable.id })
    .from(auditEntryTable)
    .where(and(gt(auditEntryTable.id, `${key}-`), lt(auditEntryTable.id, `${key}.`)))
    .limit(2);

/**
 * Returns a guard for a commit with a key. Another commit with this key makes the batch fail, by NULL in a column that
 * allows none (`platform/trouble` `KeyReusedError`), so only one of several concurrent commits is stored.
 */
export function claimKeyStatements(commitId: string): SqlStatement[] {
  const key = keyOfCommit(commitId);
  if (key === null) return [];
  const sql = "UPDATE audit_entry SET action = NULL WHERE id > ?1 AND id < ?2 AND id <> ?3";
  return [{ sql, params: [`${key}-`, `${key}.`, commitId] }];
}
