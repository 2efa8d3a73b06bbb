import { backupTables } from "~/db/backup-tables";
import { schemaVersion } from "~/db/schema/version";
import { newToken } from "~/platform/ids";
import { LeaveOut } from "./leave-out";
import { linesOf } from "./lines";
import { renderedAgain } from "./rendered";
import type { BackupRow, SetAgain } from "./rules/backup";
import { BackupCheck, type CheckedFile, type CheckedRow } from "./rules/backup-check";
import { asOfOnePage, isOfOnePage, PowersBrought } from "./rules/brought";

/** The text of a file from its beginning, in parts: asked for twice, once to look at it and once to write it. */
export type OpenText = () => AsyncIterable<string>;

/** What was found in a first reading, which touches nothing. */
export interface Look {
  file: CheckedFile;
  /** Who and what gets power over the deployment by it, in lines. */
  powers: string[];
  /** What whoever restores it has to set again. */
  setAgain: SetAgain[];
  /** Null = its secrets stay as they are. */
  leave: LeaveOut | null;
}

/** A file that is another one when it is read again. */
export class FileChanged extends Error {
  constructor() {
    super("The file was changed while it was read.");
  }
}

async function* checkedRows(open: OpenText, done: (file: CheckedFile) => void): AsyncGenerator<CheckedRow[]> {
  const check = new BackupCheck({ tables: backupTables, schema: schemaVersion });
  for await (const lines of linesOf(open())) yield lines.flatMap((line) => check.take(line) ?? []);
  done(check.end());
}

/** Whoever cannot open the secrets of a file leaves them out: as if it had been made without. */
const closedLeave = () => new LeaveOut({ open: async () => null, unguessable: () => newToken() });

/** Reads the file to its end. Throws WrongLine. */
export async function lookAt(open: OpenText, { withoutSecrets }: { withoutSecrets: boolean }): Promise<Look> {
  const powers = new PowersBrought();
  const leave = withoutSecrets ? closedLeave() : null;
  const files: CheckedFile[] = [];
  for await (const rows of checkedRows(open, (file) => files.push(file))) {
    for (const each of rows) {
      powers.add(each);
      if (leave && LeaveOut.concerns(each.table)) await leave.look(each.table, each.row);
    }
  }
  const [file] = files as [CheckedFile];
  return { file, powers: powers.lines(), setAgain: leave?.setAgain ?? file.header.set_again, leave };
}

async function takenRow({ file, leave }: Look, { table, row }: CheckedRow): Promise<BackupRow> {
  const own = file.header.scope === "page" ? asOfOnePage(table, row) : row;
  const left = leave?.concernsRow(table, own) ? await leave.row(table, own) : own;
  return renderedAgain(table, left);
}

/**
 * The rows as they are written, in a second reading. Their HTML is rendered again, and one page's file brings nothing
 * that has power over the deployment, whatever stands in it. Throws WrongLine, and FileChanged at the end.
 */
export async function* rowsToWrite(open: OpenText, look: Look): AsyncGenerator<CheckedRow[]> {
  const isTaken = ({ table }: CheckedRow) => look.file.header.scope !== "page" || isOfOnePage(table);
  const files: CheckedFile[] = [];
  for await (const rows of checkedRows(open, (file) => files.push(file))) {
    const taken: CheckedRow[] = [];
    for (const each of rows.filter(isTaken)) taken.push({ ...each, row: await takenRow(look, each) });
    yield taken;
  }
  if (files[0]?.sha256 !== look.file.sha256) throw new FileChanged();
}
