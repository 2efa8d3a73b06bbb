import type { Statement } from "~/db/write";
import { planAnew } from "~/monitors/queries/shard";
import { newId } from "~/platform/ids";
import { makeSecrets } from "~/platform/secrets";
import { selectTables } from "./queries/backup";
import { emptyTables, expectEmpty, finishRestore, RowInserts } from "./queries/restore";
import { FileChanged, type Look, lookAt, rowsToWrite } from "./read";
import { WrongLine } from "./rules/backup-check";
import { sameSecret, signedHere } from "./signatures";
import { beginBackup } from "./write";

/** What server and scripts/deploy take from the application: they bring the database along, and nothing else. */
export {
  beginBackup,
  FileChanged,
  lookAt,
  makeSecrets,
  RowInserts,
  rowsToWrite,
  sameSecret,
  selectTables,
  signedHere,
  WrongLine,
};

export interface Restoring {
  now: number;
  /** Deletes what is there; else the transaction breaks unless nobody is there. */
  replace: boolean;
  /** The largest `snapshot.wanted` of what is there. */
  floor: number;
}

/** What a restore does before it writes the rows, in the same transaction. */
export const beforeRows = ({ replace }: Pick<Restoring, "replace">): Statement[] => [
  ...(replace ? [] : [expectEmpty]),
  ...emptyTables(),
];

/** What it does after them. */
export function afterRows({ file: { header } }: Look, { now, floor }: Restoring): Statement[] {
  const after = { made_at: header.made_at, scope: header.scope, rows: header.tables };
  const madeAt = Date.parse(header.made_at);
  return finishRestore({ schema: header.schema, madeAt, now, floor, planAnew, audit: { id: newId(now), after } });
}
