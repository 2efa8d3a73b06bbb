import { resolve } from "node:path";
import type { BackupStream } from "../app/backup/write.ts";
import { onEnding } from "../scripts/setup/ending.mjs";
import { writeCopy } from "./backup/copy-file.ts";
import { type CopyOptions, readCopyOptions } from "./backup/copy-options.ts";
import { backupOf } from "./backup/copy-write.ts";
import { openFolder } from "./folder-database.ts";
import { WrongOption } from "./state/options.ts";
import { oneLineMessage, setAgainLines } from "./state-messages.ts";

const defaultName = () => `upfront-backup-${new Date().toISOString().slice(0, 10)}.jsonl.gz`;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e5 ? 3 : 1)} MB`;

async function write({ file, withSecrets }: CopyOptions, { parts, rows, setAgain }: BackupStream): Promise<void> {
  const path = file ?? resolve(defaultName());
  const bytes = await writeCopy(path, parts);
  console.log(`${path}: ${rows} rows, ${megabytes(bytes)}.`);
  if (withSecrets) console.log("Its secrets are sealed: only the UPFRONT_SECRET of this deployment opens them.");
  for (const line of setAgainLines(setAgain)) console.log(line);
}

async function fromHere(options: CopyOptions): Promise<void> {
  const { place, offline, release } = await openFolder(options.state);
  console.log(`Reading ${options.state}${offline ? "" : ", which is running"} …`);
  await backupOf(place, options.withSecrets, (begun) => write(options, begun)).finally(release);
}

async function fromCloudflare(options: CopyOptions): Promise<void> {
  if (!options.withSecrets) {
    throw new WrongOption(
      "Only the deployment itself can open what is sealed: add --with-secrets, which keeps it sealed, or use “Download a backup” at /manage/deployment, which leaves secrets out.",
    );
  }
  const { backupRemotely } = await import("../scripts/deploy/copy.ts");
  await backupRemotely("--remote", (begun) => write(options, begun));
}

async function main(): Promise<void> {
  onEnding(() => process.exit(130));
  try {
    const options = readCopyOptions(process.argv.slice(2), process.env);
    await (options.cloudflare ? fromCloudflare(options) : fromHere(options));
  } catch (error) {
    console.error(oneLineMessage(error));
    process.exitCode = 1;
  }
}

await main();
