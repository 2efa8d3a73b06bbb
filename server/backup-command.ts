import { resolve } from "node:path";
import type { BackupStream } from "../app/backup/write.ts";
import { onEnding } from "../scripts/setup/ending.mjs";
import { writeBackupCopy } from "./backup/copy-file.ts";
import { type BackupCommandOptions, readBackupCommandOptions } from "./backup/copy-options.ts";
import { streamBackup } from "./backup/copy-write.ts";
import { openFolderDatabase } from "./folder-database.ts";
import { WrongOptionError } from "./state/options.ts";
import { missingSecretLines, oneLineErrorMessage } from "./state-messages.ts";

const defaultName = () => `upfront-backup-${new Date().toISOString().slice(0, 10)}.jsonl.gz`;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e5 ? 3 : 1)} MB`;

async function write(
  { file, withSecrets }: BackupCommandOptions,
  { parts, rows, setAgain }: BackupStream,
): Promise<void> {
  const path = file ?? resolve(defaultName());
  const bytes = await writeBackupCopy(path, parts);
  console.log(`${path}: ${rows} rows, ${megabytes(bytes)}.`);
  if (withSecrets) console.log("Its secrets are sealed: only the UPFRONT_SECRET of this deployment opens them.");
  for (const line of missingSecretLines(setAgain)) console.log(line);
}

async function fromHere(options: BackupCommandOptions): Promise<void> {
  const { place, offline, release } = await openFolderDatabase(options.state);
  console.log(`Reading ${options.state}${offline ? "" : ", which is running"} …`);
  await streamBackup(place, options.withSecrets, (begun) => write(options, begun)).finally(release);
}

async function fromCloudflare(options: BackupCommandOptions): Promise<void> {
  if (!options.withSecrets) {
    throw new WrongOptionError(
      "Only the deployment itself can open what is sealed: add --with-secrets, which keeps it sealed, or use “Download a backup” at /manage/deployment, which leaves secrets out.",
    );
  }
  const { backupRemoteDatabase: backupRemotely } = await import("../scripts/deploy/copy.ts");
  await backupRemotely("--remote", (begun) => write(options, begun));
}

/** Backs up by the words of a command line; false when it failed, which was said. */
export async function runBackupCommand(args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  onEnding(() => process.exit(130));
  try {
    const options = readBackupCommandOptions(args, env);
    await (options.cloudflare ? fromCloudflare(options) : fromHere(options));
    return true;
  } catch (error) {
    console.error(oneLineErrorMessage(error));
    return false;
  }
}
