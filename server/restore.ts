import { createInterface } from "node:readline/promises";
import { DatabaseSync } from "node:sqlite";
import type { OpenText } from "../app/backup/read.ts";
import { onEnding } from "../scripts/setup/ending.mjs";
import { CopyError, type DeploymentContents, heldWords, isEmpty, notEmptyText } from "./backup/copy.ts";
import { type CopyOptions, readCopyOptions } from "./backup/copy-options.ts";
import { readDeploymentContents, restoreInto } from "./backup/copy-restore.ts";
import { openCopy } from "./backup/copy-text.ts";
import { openFolder } from "./folder-database.ts";
import { madeFile, writeFolderOrigin } from "./state/folder-origin.ts";
import { placeFlags, WrongOption } from "./state/options.ts";
import { oneLineMessage, setAgainLines } from "./state-messages.ts";
import type { RestoreTarget } from "./tasks.ts";

/** Asks for the deployment's name, so that a typing error cannot delete it. */
async function confirm(held: DeploymentContents, { yes }: CopyOptions): Promise<void> {
  if (isEmpty(held)) return;
  console.log(`This deletes what is there: ${heldWords(held)}.`);
  if (yes) return;
  if (!process.stdin.isTTY) throw new WrongOption("Nobody is there to confirm it: add --yes.");
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const wanted = held.name || "delete";
  const typed = await asking.question(`Type “${wanted}” to go on: `).finally(() => asking.close());
  if (typed.trim() !== wanted) throw new WrongOption("That is another name: nothing was changed.");
}

async function restoreBy(way: RestoreTarget, open: OpenText, options: CopyOptions): Promise<void> {
  const { replace, withoutSecrets, trusted } = options;
  const held = await way.held();
  if (!replace && !isEmpty(held)) throw new CopyError(notEmptyText(held));
  await confirm(held, options);
  console.log("Checking every line, then restoring in one transaction …");
  const { rows, madeAt, setAgain, linksHold } = await way.restore(open, { replace, withoutSecrets, trusted });
  console.log(`Restored ${rows} rows of ${madeAt}. Nobody was notified; everyone has to sign in again.`);
  for (const line of setAgainLines(setAgain)) console.log(line);
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
    console.error(`${madeFile(folder)} could not be written (${why}): start with --empty, or make room first.`);
  }
}

async function intoState(open: OpenText, options: CopyOptions): Promise<void> {
  const at = placeFlags({ state: options.state });
  const { place, offline, shown, release, giveUp } = await openFolder(options.state, { make: true });
  let done = false;
  try {
    const way: RestoreTarget = {
      held: async () => heldAt(place.path),
      restore: (text, asked) => restoreInto(place, text, asked),
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

async function intoCloudflare(open: OpenText, options: CopyOptions): Promise<void> {
  const { wayToCloudflare } = await import("../scripts/deploy/copy.ts");
  await restoreBy(await wayToCloudflare("--remote"), open, options);
}

async function main(): Promise<void> {
  onEnding(() => process.exit(130));
  try {
    const options = readCopyOptions(process.argv.slice(2), process.env);
    if (options.file === null) throw new WrongOption("Name the file: npm run restore -- upfront-backup.jsonl.gz");
    const open = await openCopy(options.file, Date.now);
    await (options.cloudflare ? intoCloudflare(open, options) : intoState(open, options));
  } catch (error) {
    console.error(oneLineMessage(error));
    process.exitCode = 1;
  }
}

await main();
