import type { SqlStatement } from "~/db/write";
import { rebuildShardPlanSql } from "~/monitors/queries/shard";
import { newId } from "~/platform/ids";
import { makeSecrets } from "~/platform/secrets";
import { tableSelectStatements } from "./queries/backup";
import {
  emptyTablesStatements,
  finishRestoreStatements,
  guardEmptyDeploymentStatement,
  RowInsertBatcher,
} from "./queries/restore";
import { type BackupInspection, backupRowsToWrite, FileChangedError, inspectBackup } from "./read";
import { BackupLineError } from "./rules/backup-check";
import { hasBackupSameSecret, isBackupSignedHere } from "./signatures";
import { beginBackup } from "./write";

/**
 * Exports for server and scripts/deploy, which provide the database themselves and use nothing else of the application.
 */
export {
  BackupLineError,
  backupRowsToWrite,
  beginBackup,
  FileChangedError,
  hasBackupSameSecret,
  inspectBackup,
  isBackupSignedHere,
  makeSecrets,
  RowInsertBatcher,
  tableSelectStatements,
};

export interface RestoreContext {
  now: number;
  /**
   * True = existing rows are deleted; false = the transaction breaks unless the deployment has no page and no person.
   */
  replace: boolean;
  /** The largest existing `snapshot.wanted`. */
  floor: number;
}

/** Returns the statements of a restore that run before the rows are written, in the same transaction. */
export const restoreStatementsBeforeRows = ({ replace }: Pick<RestoreContext, "replace">): SqlStatement[] => [
  ...(replace ? [] : [guardEmptyDeploymentStatement]),
  ...emptyTablesStatements(),
];

/** Returns the statements that run after the rows. */
export function restoreStatementsAfterRows(
  { file: { header } }: BackupInspection,
  { now, floor }: RestoreContext,
): SqlStatement[] {
  const after = { made_at: header.made_at, scope: header.scope, rows: header.tables };
  const madeAt = Date.parse(header.made_at);
  return finishRestoreStatements({
    schema: header.schema,
    madeAt,
    now,
    floor,
    planAnew: rebuildShardPlanSql,
    audit: { id: newId(now), after },
  });
}
