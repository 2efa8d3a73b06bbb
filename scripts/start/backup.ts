import { resolve } from "node:path";
import { onEnding } from "../setup/ending.mjs";
import { openAsking } from "./ask.ts";
import type { BackupMade } from "./copy.ts";
import { writeCopy } from "./copy-file.ts";
import { type CopyOptions, readCopyOptions } from "./copy-options.ts";
import { WrongOption } from "./options.ts";
import { saidInOneLine, setAgainLines } from "./said.ts";
import { madeOf } from "./tasks.ts";

const defaultName = () => `upfront-backup-${new Date().toISOString().slice(0, 10)}.jsonl.gz`;

async function fromHere({ state, withSecrets }: CopyOptions): Promise<BackupMade> {
  const asking = await openAsking({ state });
  console.log(`Reading ${state}${asking.offline ? "" : ", which is running"} …`);
  return madeOf(await asking.ask("backup", JSON.stringify({ withSecrets })).finally(asking.close));
}

async function fromCloudflare({ withSecrets }: CopyOptions): Promise<BackupMade> {
  if (!withSecrets) {
    throw new WrongOption(
      "Only the deployment itself can open what is sealed: add --with-secrets, which keeps it sealed, or use “Download a backup” at /manage/deployment, which leaves secrets out.",
    );
  }
  const { backupRemotely } = await import("../deploy/copy.ts");
  return backupRemotely("--remote");
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e5 ? 3 : 1)} MB`;

async function main(): Promise<void> {
  onEnding(() => process.exit(130));
  try {
    const options = readCopyOptions(process.argv.slice(2), process.env);
    const { text, rows, setAgain } = await (options.cloudflare ? fromCloudflare(options) : fromHere(options));
    const path = options.file ?? resolve(defaultName());
    const bytes = writeCopy(path, text);
    console.log(`${path}: ${rows} rows, ${megabytes(bytes)}.`);
    if (options.withSecrets)
      console.log("Its secrets are sealed: only the UPFRONT_SECRET of this deployment opens them.");
    for (const line of setAgainLines(setAgain)) console.log(line);
  } catch (error) {
    console.error(saidInOneLine(error));
    process.exitCode = 1;
  }
}

await main();
