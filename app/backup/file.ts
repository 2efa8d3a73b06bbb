import type { Statement } from "~/db/write";
import { planAnew } from "~/monitors/queries/shard";
import { newId } from "~/platform/ids";
import { makeSecrets } from "~/platform/secrets";
import { selectTables } from "./queries/backup";
import { emptyTables, expectEmpty, finishRestore, RowInserts } from "./queries/restore";
import { type BackupLook, FileChangedError, lookAt, rowsToWrite } from "./read";
import { WrongLine } from "./rules/backup-check";
import { isSignedHere, sameSecret } from "./signatures";
import { beginBackup } from "./write";

/**
 * Exports for server and scripts/deploy, which provide the database themselves and use nothing else of the application.
 */
export {
  beginBackup,
  FileChangedError,
  isSignedHere,
  lookAt,
  makeSecrets,
  RowInserts,
  rowsToWrite,
  sameSecret,
  selectTables,
  WrongLine,
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
export const beforeRows = ({ replace }: Pick<RestoreContext, "replace">): Statement[] => [
  ...(replace ? [] : [expectEmpty]),
  ...emptyTables(),
];

/** Returns the statements that run after the rows. */
export function afterRows({ file: { header } }: BackupLook, { now, floor }: RestoreContext): Statement[] {
  const after = { made_at: header.made_at, scope: header.scope, rows: header.tables };
  const madeAt = Date.parse(header.made_at);
  return finishRestore({ schema: header.schema, madeAt, now, floor, planAnew, audit: { id: newId(now), after } });
}
