import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { BackupInspection, TextStreamOpener } from "../../app/backup/read.ts";
import type { BackupValue } from "../../app/backup/rules/backup.ts";
import type { CheckedBackupRow } from "../../app/backup/rules/backup-check.ts";
import {
  BackupCopyError,
  type BackupModule,
  type DeploymentContents,
  deploymentContentsSql,
  isEmptyDeployment,
  loadBackupModule,
  notEmptyDeploymentText,
} from "./copy.ts";

type Secrets = ReturnType<BackupModule["makeSecrets"]>;

/** A database of this machine, and the secret with which its rows are sealed. */
export interface LocalSealedDatabase {
  /** Path of the database's file. */
  path: string;
  secret: string;
  oldSecret?: string | undefined;
  /** UTC ms. */
  now(): number;
}

export interface RestoreOptions {
  replace: boolean;
  withoutSecrets: boolean;
  /** True if the person trusts the file, so that its signature is not checked. */
  trusted: boolean;
}

export interface RestoreResult {
  rows: number;
  madeAt: string;
  setAgain: { kind: string; name: string; what: string }[];
  /** False when links in emails already sent are signed with another secret. */
  linksHold: boolean;
}

/**
 * A file that this deployment has not signed may make any person its operator: this is reported before anything is
 * restored.
 */
async function refuseStrange({ file, powers }: BackupInspection, secrets: Secrets | null): Promise<void> {
  const { isBackupSignedHere: signedHere } = await loadBackupModule();
  if (await signedHere(file, secrets)) return;
  const brings = powers.length === 0 ? "It brings nobody who operates the deployment." : `${powers.join(". ")}.`;
  throw new BackupCopyError(
    `This deployment has not signed this file, or cannot tell: it may come from anybody. ${brings} If you know where it is from, add --trust-this-file.`,
  );
}

/** Reports errors of a file to the person who named it. */
export async function withReadableErrors<T>(work: () => Promise<T>): Promise<T> {
  const { FileChangedError: FileChanged, BackupLineError: WrongLine } = await loadBackupModule();
  try {
    return await work();
  } catch (error) {
    if (error instanceof WrongLine || error instanceof FileChanged) throw new BackupCopyError(error.message);
    throw error;
  }
}

/**
 * Makes the first reading: checks that the file is complete, may be restored here, and either can be opened here or
 * leaves its secrets out. Throws BackupCopyError.
 */
export async function validateBackup(
  open: TextStreamOpener,
  options: RestoreOptions,
  secrets: Secrets | null,
): Promise<BackupInspection> {
  const { inspectBackup: lookAt, hasBackupSameSecret: sameSecret } = await loadBackupModule();
  const look = await withReadableErrors(() => lookAt(open, options));
  const { header } = look.file;
  if (!options.trusted) await refuseStrange(look, secrets);
  if (options.withoutSecrets || header.secrets === "left_out") return look;
  if ((await sameSecret(header, secrets)) !== false) return look;
  throw new BackupCopyError(
    "The secrets in this backup were sealed with another UPFRONT_SECRET. Put the old folder's file `secret` into the state folder (or set UPFRONT_SECRET), or restore with --without-secrets, which lists what to set again.",
  );
}

export const readDeploymentContents = (database: DatabaseSync): DeploymentContents =>
  database.prepare(deploymentContentsSql).get() as unknown as DeploymentContents;

const sqliteKeyTakenCode = 1555;

/** Writes rows one by one, directly into the database's file. */
class RowWriter {
  private readonly statements = new Map<string, StatementSync>();

  private readonly database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  write({ table, row, line }: CheckedBackupRow): void {
    const columns = Object.keys(row);
    try {
      this.statement(table, columns).run(...(Object.values(row) satisfies BackupValue[]));
    } catch (error) {
      const { errcode, message } = error as Error & { errcode?: number };
      // 19 is SQLITE_CONSTRAINT: any other error is not the file's fault.
      if (errcode === undefined || (errcode & 0xff) !== 19) throw error;
      const why =
        errcode === sqliteKeyTakenCode ? `${table} has this row twice` : `the database refuses this row (${message})`;
      throw new BackupCopyError(`Line ${line}: ${why}. Nothing was changed.`);
    }
  }

  private statement(table: string, columns: string[]): StatementSync {
    const key = `${table} ${columns.join()}`;
    const known = this.statements.get(key);
    if (known) return known;
    const names = columns.map((name) => `"${name}"`).join(", ");
    const marks = columns.map(() => "?").join(", ");
    const made = this.database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${marks})`);
    this.statements.set(key, made);
    return made;
  }
}

interface RestoreWriteInput {
  open: TextStreamOpener;
  look: BackupInspection;
  replace: boolean;
  now: number;
}

/** Makes the second reading, within a transaction that the caller ends. */
async function writeAll(database: DatabaseSync, { open, look, replace, now }: RestoreWriteInput): Promise<void> {
  const {
    restoreStatementsAfterRows: afterRows,
    restoreStatementsBeforeRows: beforeRows,
    backupRowsToWrite: rowsToWrite,
  } = await loadBackupModule();
  const held = readDeploymentContents(database);
  if (!replace && !isEmptyDeployment(held)) throw new BackupCopyError(notEmptyDeploymentText(held));
  const run = (statements: ReturnType<typeof beforeRows>) => {
    for (const { sql, params } of statements) database.prepare(sql).run(...(params as BackupValue[]));
  };
  run(beforeRows({ replace }));
  const writer = new RowWriter(database);
  for await (const rows of rowsToWrite(open, look)) for (const row of rows) writer.write(row);
  run(afterRows(look, { now, replace, floor: held.floor }));
}

/** KB of pages that are kept in memory while rows are written; the rest of a transaction is in the database's log. */
const cacheKilobytes = 32_000;

/** Longest wait for other writers, in ms. */
const busyTimeoutMs = 30_000;

/**
 * Writes everything in one transaction. If the process is killed, the previous data are unchanged. Throws
 * BackupCopyError.
 */
async function writeIn(path: string, writing: RestoreWriteInput): Promise<void> {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    database.exec(`PRAGMA cache_size = -${cacheKilobytes}; BEGIN IMMEDIATE`);
    await withReadableErrors(() => writeAll(database, writing));
    database.exec("COMMIT");
    // Empties the database's log, which is as long as the whole restore: most of it without blocking others.
    database.exec("PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}

/** Checks the whole file, then writes it. Throws BackupCopyError when the place is taken or the file unfit. */
export async function restoreIntoDatabase(
  place: LocalSealedDatabase,
  open: TextStreamOpener,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { makeSecrets, hasBackupSameSecret: sameSecret } = await loadBackupModule();
  const secrets = makeSecrets(place.secret, place.oldSecret);
  const look = await validateBackup(open, options, secrets);
  await writeIn(place.path, { open, look, replace: options.replace, now: place.now() });
  const { header, rows } = look.file;
  const linksHold = (await sameSecret(header, secrets)) !== false;
  return { rows, madeAt: header.made_at, setAgain: look.setAgain, linksHold };
}
