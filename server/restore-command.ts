import { createInterface } from "node:readline/promises";
import { DatabaseSync } from "node:sqlite";
import type { TextStreamOpener } from "../app/backup/read.ts";
import { onEnding } from "../scripts/setup/ending.mjs";
import {
  BackupCopyError,
  type DeploymentContents,
  deploymentContentsText,
  isEmptyDeployment,
  notEmptyDeploymentText,
} from "./backup/copy.ts";
import { type BackupCommandOptions, readBackupCommandOptions } from "./backup/copy-options.ts";
import { readDeploymentContents, restoreIntoDatabase } from "./backup/copy-restore.ts";
import { openBackupCopy } from "./backup/copy-text.ts";
import { openFolderDatabase } from "./folder-database.ts";
import { stateFolderOriginPath, writeFolderOrigin } from "./state/folder-origin.ts";
import { deploymentFlags, WrongOptionError } from "./state/options.ts";
import { missingSecretLines, oneLineErrorMessage } from "./state-messages.ts";
import type { RestoreTarget } from "./tasks.ts";

/** Asks for the deployment's name, so that a typing error cannot delete it. */
async function confirm(held: DeploymentContents, { yes }: BackupCommandOptions): Promise<void> {
  if (isEmptyDeployment(held)) return;
  console.log(`This deletes what is there: ${deploymentContentsText(held)}.`);
  if (yes) return;
  if (!process.stdin.isTTY) throw new WrongOptionError("Nobody is there to confirm it: add --yes.");
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const wanted = held.name || "delete";
  const typed = await asking.question(`Type “${wanted}” to go on: `).finally(() => asking.close());
  if (typed.trim() !== wanted) throw new WrongOptionError("That is another name: nothing was changed.");
}

async function restoreBy(way: RestoreTarget, open: TextStreamOpener, options: BackupCommandOptions): Promise<void> {
  const { replace, withoutSecrets, trusted } = options;
  const held = await way.held();
  if (!replace && !isEmptyDeployment(held)) throw new BackupCopyError(notEmptyDeploymentText(held));
  await confirm(held, options);
  console.log("Checking every line, then restoring in one transaction …");
  const { rows, madeAt, setAgain, linksHold } = await way.restore(open, { replace, withoutSecrets, trusted });
  console.log(`Restored ${rows} rows of ${madeAt}. Nobody was notified; everyone has to sign in again.`);
  for (const line of missingSecretLines(setAgain)) console.log(line);
  if (!linksHold)
    console.log(
      "Links in emails sent before (to unsubscribe, to change) do not work here: UPFRONT_SECRET is different.",
    );
  console.log(way.after);
}

function heldAt(path: string): DeploymentContents {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return readDeploymentContents(database);
  } finally {
    database.close();
  }
}

/**
 * Records the restore, so that the first start does not make the demo. The restored data are there even if this fails.
 */
function rememberRestored(folder: string): void {
  try {
    writeFolderOrigin(folder, "restored");
  } catch (error) {
    const why = (error as Error).message;
    console.error(
      `${stateFolderOriginPath(folder)} could not be written (${why}): start with --empty, or make room first.`,
    );
  }
}

async function intoState(open: TextStreamOpener, options: BackupCommandOptions): Promise<void> {
  const at = deploymentFlags({ state: options.state });
  const { place, offline, shown, release, giveUp } = await openFolderDatabase(options.state, { make: true });
  let done = false;
  try {
    const way: RestoreTarget = {
      held: async () => heldAt(place.path),
      restore: (text, asked) => restoreIntoDatabase(place, text, asked),
      after: offline
        ? `\`npm start${at}\` runs it; \`npm run token${at}\` prints a sign-in link.`
        : `It runs on with these data; \`npm run token${at}\` prints a sign-in link.`,
    };
    await restoreBy(way, open, options);
    done = true;
    rememberRestored(options.state);
    await shown();
  } finally {
    (done ? release : giveUp)();
  }
}

async function intoCloudflare(open: TextStreamOpener, options: BackupCommandOptions): Promise<void> {
  const { cloudflareRestoreTarget: wayToCloudflare } = await import("../scripts/deploy/copy.ts");
  await restoreBy(await wayToCloudflare("--remote"), open, options);
}

/** Restores by the words of a command line; false when it failed, which was said. */
export async function runRestoreCommand(args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  onEnding(() => process.exit(130));
  try {
    const options = readBackupCommandOptions(args, env);
    if (options.file === null) throw new WrongOptionError("Name the file: npm run restore -- upfront-backup.jsonl.gz");
    const open = await openBackupCopy(options.file, Date.now);
    await (options.cloudflare ? intoCloudflare(open, options) : intoState(open, options));
    return true;
  } catch (error) {
    console.error(oneLineErrorMessage(error));
    return false;
  }
}
