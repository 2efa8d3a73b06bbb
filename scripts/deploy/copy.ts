import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { TextStreamOpener } from "../../app/backup/read.ts";
import type { BackupStream } from "../../app/backup/write.ts";
import {
  BackupCopyError,
  type DeploymentContents,
  deploymentContentsSql,
  isEmptyDeployment,
  loadBackupModule,
  notEmptyDeploymentText,
} from "../../server/backup/copy.ts";
import { validateBackup, withReadableErrors } from "../../server/backup/copy-restore.ts";
import { readDatabaseRows } from "../../server/backup/copy-rows.ts";
import type { RestoreTarget } from "../../server/tasks.ts";
import { writeDeployedConfig } from "./deploy.ts";
import { DeployError } from "./deploy-error.ts";
import { readDeployOptions } from "./options.ts";
import { withTemporaryFolder } from "./passing-folder.ts";
import { sqlWithLiterals } from "./sql.ts";
import { splitSqlStatements } from "./sql-statements.ts";
import { parseJsonOutput, runWrangler } from "./wrangler.ts";

/** The deployed database, or wrangler's own on this machine. */
export type WranglerDatabaseFlag = "--remote" | "--local";

/** Returns the database's name, and the flags by which wrangler finds it: UPFRONT_NAME names the deployment. */
async function placeOf(where: WranglerDatabaseFlag): Promise<{ name: string; flags: string[] }> {
  if (where === "--local") return { name: "upfront", flags: [where] };
  const { config, database } = await writeDeployedConfig(readDeployOptions([], process.env)).catch((error) => {
    throw error instanceof DeployError ? new BackupCopyError(error.message) : error;
  });
  return { name: database, flags: [where, "--config", config] };
}

/**
 * Exports the database with D1's own export, at one moment, as a file of SQL, and loads it into a local database.
 * Throws BackupCopyError.
 */
async function exported(where: WranglerDatabaseFlag, folder: string): Promise<DatabaseSync> {
  const path = join(folder, "dump.sql");
  const { name, flags } = await placeOf(where);
  const args = ["d1", "export", name, ...flags, "--skip-confirmation", "--output", path];
  const { code } = await runWrangler(args, { quiet: true });
  if (code !== 0)
    throw new BackupCopyError("wrangler could not export the database: is it deployed, and are you signed in?");
  const database = new DatabaseSync(join(folder, "dump.sqlite"));
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  for await (const statement of splitSqlStatements(createReadStream(path, { encoding: "utf8" })))
    database.exec(statement);
  database.exec("COMMIT");
  return database;
}

/** Backs up everything of the deployed database; sealed texts stay sealed. */
export function backupRemoteDatabase<T>(
  where: WranglerDatabaseFlag,
  use: (begun: BackupStream) => Promise<T>,
): Promise<T> {
  console.log("Exporting the database from Cloudflare; it does not respond until that is done …");
  return withTemporaryFolder(async (folder) => {
    const { beginBackup } = await loadBackupModule();
    const database = await exported(where, folder);
    try {
      const from = await readDatabaseRows(database);
      return await use(await beginBackup({ from, now: Date.now(), secrets: null, withSecrets: true }));
    } finally {
      database.close();
    }
  });
}

async function ask<T>(where: WranglerDatabaseFlag, sql: string): Promise<T> {
  const { name, flags } = await placeOf(where);
  const args = ["d1", "execute", name, ...flags, "--json", "--command", sql];
  const { code, output } = await runWrangler(args, { quiet: true });
  const row = code === 0 ? parseJsonOutput<{ results: T[] }[]>(output)?.[0]?.results[0] : undefined;
  if (!row)
    throw new BackupCopyError("The database did not answer: run `npm run deploy` first, which makes its tables.");
  return row;
}

/**
 * Maximum number of characters of a parameter in a file, where a statement may have 100 KB: a letter takes up to three
 * bytes, a quote two.
 */
const charsPerParameter = 24_000;

type CopyRestoreOptions = { replace: boolean; now: number; floor: number };

/** Yields the whole restore as SQL, a statement at a time. */
async function* sqlOf(
  open: TextStreamOpener,
  look: Awaited<ReturnType<typeof validateBackup>>,
  restoring: CopyRestoreOptions,
) {
  const {
    restoreStatementsAfterRows: afterRows,
    restoreStatementsBeforeRows: beforeRows,
    RowInsertBatcher: RowInserts,
    backupRowsToWrite: rowsToWrite,
  } = await loadBackupModule();
  const said = (statements: ReturnType<typeof beforeRows>) =>
    statements.map(({ sql, params }) => `${sqlWithLiterals(sql, params as string[])};\n`).join("");
  yield said(beforeRows(restoring));
  const inserts = new RowInserts(charsPerParameter);
  for await (const rows of rowsToWrite(open, look)) {
    yield said(rows.flatMap(({ table, row }) => inserts.add(table, row)));
  }
  yield said(inserts.flush());
  yield said(afterRows(look, restoring));
}

/** Runs the file as a whole; when a statement fails, D1 restores the previous state. */
async function execute(where: WranglerDatabaseFlag, parts: AsyncIterable<string>): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, "restore.sql");
    await withReadableErrors(() => pipeline(Readable.from(parts), createWriteStream(path, { mode: 0o600 })));
    const { name, flags } = await placeOf(where);
    const { code } = await runWrangler(["d1", "execute", name, ...flags, "--yes", "--file", path]);
    if (code !== 0)
      throw new BackupCopyError("Cloudflare refused the restore (see above); D1 went back to how it was.");
  });
}

export async function cloudflareRestoreTarget(where: WranglerDatabaseFlag): Promise<RestoreTarget> {
  const held = () => ask<DeploymentContents>(where, deploymentContentsSql);
  return {
    held,
    async restore(open, options) {
      const look = await validateBackup(open, options, null);
      const there = await held();
      if (!options.replace && !isEmptyDeployment(there)) throw new BackupCopyError(notEmptyDeploymentText(there));
      const restoring = { now: Date.now(), replace: options.replace, floor: there.floor };
      await execute(where, sqlOf(open, look, restoring));
      const { header, rows } = look.file;
      return { rows, madeAt: header.made_at, setAgain: look.setAgain, linksHold: true };
    },
    after:
      "It shows within a minute. What was sealed opens only if the worker has the UPFRONT_SECRET of then; else restore with --without-secrets.",
  };
}
