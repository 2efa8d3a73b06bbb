import { backupTables } from "~/db/backup-tables";
import { schemaVersion } from "~/db/schema/version";
import { newToken } from "~/platform/ids";
import { SecretRedactor } from "./leave-out";
import { splitLines } from "./lines";
import { renderRowAgain } from "./render-row-again";
import type { BackupRow, MissingSecret } from "./rules/backup";
import { BackupCheck, type CheckedBackupFile, type CheckedBackupRow } from "./rules/backup-check";
import { GrantedPowers, mayBeInPageBackup, rowForPageBackup } from "./rules/granted-powers";

/** Opens the text of a file from its start, in parts; called twice, once to examine it and once to write it. */
export type TextStreamOpener = () => AsyncIterable<string>;

/** Result of the first reading, which changes nothing. */
export interface BackupInspection {
  file: CheckedBackupFile;
  /** People and credentials that the file gives power over the deployment, in lines. */
  powers: string[];
  /** Secrets that must be set again after the restore. */
  setAgain: MissingSecret[];
  /** Null = its secrets are kept. */
  leave: SecretRedactor | null;
}

/** Thrown when the file differs at its second reading. */
export class FileChangedError extends Error {
  constructor() {
    super("The file was changed while it was read.");
  }
}

async function* checkedRows(
  open: TextStreamOpener,
  done: (file: CheckedBackupFile) => void,
): AsyncGenerator<CheckedBackupRow[]> {
  const check = new BackupCheck({ tables: backupTables, schema: schemaVersion });
  for await (const lines of splitLines(open())) yield lines.flatMap((line) => check.take(line) ?? []);
  done(check.end());
}

/** Leaves out secrets that cannot be opened, as if the file had been made without them. */
const closedLeave = () => new SecretRedactor({ open: async () => null, unguessable: () => newToken() });

/** Reads the file to its end. Throws BackupLineError. */
export async function inspectBackup(
  open: TextStreamOpener,
  { withoutSecrets }: { withoutSecrets: boolean },
): Promise<BackupInspection> {
  const powers = new GrantedPowers();
  const leave = withoutSecrets ? closedLeave() : null;
  const files: CheckedBackupFile[] = [];
  for await (const rows of checkedRows(open, (file) => files.push(file))) {
    for (const each of rows) {
      powers.add(each);
      if (leave && SecretRedactor.concerns(each.table)) await leave.look(each.table, each.row);
    }
  }
  const [file] = files as [CheckedBackupFile];
  return { file, powers: powers.lines(), setAgain: leave?.setAgain ?? file.header.set_again, leave };
}

async function takenRow({ file, leave }: BackupInspection, { table, row }: CheckedBackupRow): Promise<BackupRow> {
  const own = file.header.scope === "page" ? rowForPageBackup(table, row) : row;
  const left = leave?.concernsRow(table, own) ? await leave.row(table, own) : own;
  return renderRowAgain(table, left);
}

/**
 * Yields the rows to be written, in a second reading. Their HTML is rendered again, and the file of one page cannot
 * bring power over the deployment, whatever it contains. Throws BackupLineError, and FileChangedError at the end.
 */
export async function* backupRowsToWrite(
  open: TextStreamOpener,
  look: BackupInspection,
): AsyncGenerator<CheckedBackupRow[]> {
  const isTaken = ({ table }: CheckedBackupRow) => look.file.header.scope !== "page" || mayBeInPageBackup(table);
  const files: CheckedBackupFile[] = [];
  for await (const rows of checkedRows(open, (file) => files.push(file))) {
    const taken: CheckedBackupRow[] = [];
    for (const each of rows.filter(isTaken)) taken.push({ ...each, row: await takenRow(look, each) });
    yield taken;
  }
  if (files[0]?.sha256 !== look.file.sha256) throw new FileChangedError();
}
