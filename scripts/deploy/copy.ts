import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  type BackupMade,
  CopyRefused,
  fitBackup,
  type Held,
  heldSql,
  isEmpty,
  loadBackup,
  rowsIn,
  takenBy,
} from "../start/copy.ts";
import type { Way } from "../start/tasks.ts";
import { deployedConfig } from "./deploy.ts";
import { DeployFailed } from "./failed.ts";
import { readDeployOptions } from "./options.ts";
import { literalSql } from "./sql.ts";
import { jsonIn, wrangler } from "./wrangler.ts";

/** The deployed database, or wrangler's own on this machine. */
export type Where = "--remote" | "--local";

/** The database's name, and the flags by which wrangler finds it: UPFRONT_NAME says of which deployment. */
async function placeOf(where: Where): Promise<{ name: string; flags: string[] }> {
  if (where === "--local") return { name: "upfront", flags: [where] };
  const { config, database } = await deployedConfig(readDeployOptions([], process.env)).catch((error) => {
    throw error instanceof DeployFailed ? new CopyRefused(error.message) : error;
  });
  return { name: database, flags: [where, "--config", config] };
}

/** A folder for what passes through, gone afterwards. */
async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "upfront-copy-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As D1's own export gives it, at one moment; read here, as that file is SQL. Throws CopyRefused. */
async function dumped(where: Where): Promise<string> {
  return withFolder(async (folder) => {
    const path = join(folder, "dump.sql");
    const { name, flags } = await placeOf(where);
    const args = ["d1", "export", name, ...flags, "--skip-confirmation", "--output", path];
    const { code } = await wrangler(args, { quiet: true });
    if (code !== 0)
      throw new CopyRefused("wrangler could not export the database: is it deployed, and are you signed in?");
    return readFileSync(path, "utf8");
  });
}

type Raw = { name: string; one: string; two: string };

/** Everything of the deployed database; what is sealed stays sealed. */
export async function backupRemotely(where: Where): Promise<BackupMade> {
  const { backupText, selectRows } = await loadBackup();
  console.log("Exporting the database from Cloudflare; it does not respond until that is done …");
  const database = new DatabaseSync(":memory:");
  try {
    database.exec(await dumped(where));
    const raw = selectRows(null).flatMap(({ sql }) => database.prepare(sql).all() as unknown as Raw[]);
    return await backupText({ raw, now: Date.now(), secrets: null, withSecrets: true });
  } finally {
    database.close();
  }
}

async function ask<T>(where: Where, sql: string): Promise<T> {
  const { name, flags } = await placeOf(where);
  const args = ["d1", "execute", name, ...flags, "--json", "--command", sql];
  const { code, output } = await wrangler(args, { quiet: true });
  const row = code === 0 ? jsonIn<{ results: T[] }[]>(output)?.[0]?.results[0] : undefined;
  if (!row) throw new CopyRefused("The database did not answer: run `npm run deploy` first, which makes its tables.");
  return row;
}

/** Of one statement of a file, which may have 100 KB: a letter takes up to three bytes, a quote two. */
const parameterSize = 24_000;

/** wrangler hands the file over as a whole; where a statement fails, D1 goes back to how it was. */
async function execute(where: Where, text: string): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, "restore.sql");
    writeFileSync(path, text, { mode: 0o600 });
    const { name, flags } = await placeOf(where);
    const { code } = await wrangler(["d1", "execute", name, ...flags, "--yes", "--file", path]);
    if (code !== 0) throw new CopyRefused("Cloudflare refused the restore (see above); D1 went back to how it was.");
  });
}

export async function wayToCloudflare(where: Where): Promise<Way> {
  const { restoreStatements } = await loadBackup();
  const held = () => ask<Held>(where, heldSql);
  return {
    held,
    async restore({ text, options }) {
      const backup = await fitBackup(text, options, null);
      const there = await held();
      if (!options.replace && !isEmpty(there)) throw new CopyRefused(takenBy(there));
      const restoring = { now: Date.now(), replace: options.replace, floor: there.floor, size: parameterSize };
      const statements = restoreStatements(backup, restoring);
      await execute(where, statements.map(({ sql, params }) => `${literalSql(sql, params as string[])};\n`).join(""));
      return {
        rows: rowsIn(backup),
        madeAt: backup.header.made_at,
        setAgain: backup.header.set_again,
        linksHold: true,
      };
    },
    after:
      "It shows within a minute. What was sealed opens only if the worker has the UPFRONT_SECRET of then; else restore with --without-secrets.",
  };
}
