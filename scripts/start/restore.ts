import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { onEnding } from "../setup/ending.mjs";
import { openAsking } from "./ask.ts";
import { CopyRefused, type Held, heldWords, isEmpty, type Restored, takenBy } from "./copy.ts";
import { readCopy } from "./copy-file.ts";
import { type CopyOptions, readCopyOptions } from "./copy-options.ts";
import { WrongOption } from "./options.ts";
import { saidInOneLine, setAgainLines } from "./said.ts";
import { orderText, type Way } from "./tasks.ts";

/** Nobody deletes a deployment by a typing error: its name is asked for. */
async function confirm(held: Held, { yes }: CopyOptions): Promise<void> {
  if (isEmpty(held)) return;
  console.log(`This deletes what is there: ${heldWords(held)}.`);
  if (yes) return;
  if (!process.stdin.isTTY) throw new WrongOption("Nobody is there to confirm it: add --yes.");
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const wanted = held.name || "delete";
  const typed = await asking.question(`Type “${wanted}” to go on: `).finally(() => asking.close());
  if (typed.trim() !== wanted) throw new WrongOption("That is another name: nothing was changed.");
}

async function restoreBy(way: Way, text: string, options: CopyOptions): Promise<void> {
  const { replace, withoutSecrets, trusted } = options;
  const held = await way.held();
  if (!replace && !isEmpty(held)) throw new CopyRefused(takenBy(held));
  await confirm(held, options);
  console.log("Checking every line, then restoring in one transaction …");
  const { rows, madeAt, setAgain, linksHold } = await way.restore({
    text,
    options: { replace, withoutSecrets, trusted },
  });
  console.log(`Restored ${rows} rows of ${madeAt}. Nobody was notified; everyone has to sign in again.`);
  for (const line of setAgainLines(setAgain)) console.log(line);
  if (!linksHold)
    console.log(
      "Links in emails sent before (to unsubscribe, to change) do not work here: UPFRONT_SECRET is different.",
    );
  console.log(way.after);
}

async function intoState(text: string, options: CopyOptions): Promise<void> {
  const isNew = !existsSync(options.state);
  const asking = await openAsking({ state: options.state, make: true });
  let done = false;
  try {
    const way: Way = {
      held: async () => JSON.parse(await asking.ask("held")) as Held,
      restore: async (order) => JSON.parse(await asking.ask("restore", orderText(order))) as Restored,
      after: asking.offline
        ? "`npm start` runs it; `npm run token` prints a sign-in link."
        : "It runs on with these data; `npm run token` prints a sign-in link.",
    };
    await restoreBy(way, text, options);
    // What was restored is not to become the demo with the first start.
    writeFileSync(join(options.state, "made"), "restored\n");
    done = true;
  } finally {
    await asking.close();
    if (isNew && !done) rmSync(options.state, { recursive: true, force: true });
  }
}

async function intoCloudflare(text: string, options: CopyOptions): Promise<void> {
  const { wayToCloudflare } = await import("../deploy/copy.ts");
  await restoreBy(await wayToCloudflare("--remote"), text, options);
}

async function main(): Promise<void> {
  onEnding(() => process.exit(130));
  try {
    const options = readCopyOptions(process.argv.slice(2), process.env);
    if (options.file === null) throw new WrongOption("Name the file: npm run restore -- upfront-backup.jsonl.gz");
    const text = readCopy(options.file);
    await (options.cloudflare ? intoCloudflare(text, options) : intoState(text, options));
  } catch (error) {
    console.error(saidInOneLine(error));
    process.exitCode = 1;
  }
}

await main();
