import { existsSync } from "node:fs";
import { askForLink } from "./control.ts";
import { linkMinutes, makeLink } from "./link.ts";
import { migrate } from "./migrate.ts";
import { readOptions, type StartOptions, WrongOption } from "./options.ts";
import { startRuntime } from "./runtime.ts";
import { lastOrigin, openState, StateTaken } from "./state.ts";

/** Nothing runs on the folder: the database is opened for the one row. */
async function linkOffline(options: StartOptions): Promise<string> {
  if (!existsSync(options.state))
    throw new WrongOption(
      `${options.state} does not exist: name the folder of the running one with --state, or run npm start first.`,
    );
  const state = openState(options.state);
  const runtime = await startRuntime({ bindings: {}, networks: [], databaseOnly: true }, state);
  try {
    await migrate(runtime.database);
    return await makeLink(
      runtime.database,
      options.bindings.UPFRONT_URL ?? lastOrigin(options.state) ?? `http://localhost:${options.port}`,
    );
  } finally {
    await runtime.stop();
    state.release();
  }
}

async function main(): Promise<void> {
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    const link = (await askForLink(options.state)) ?? (await linkOffline(options));
    console.log(`${link}\nWorks once, for ${linkMinutes} minutes.`);
  } catch (error) {
    const said = error instanceof StateTaken ? "A start on this folder is under way: try again in a moment." : error;
    console.error(said instanceof WrongOption ? said.message : said);
    process.exitCode = 1;
  }
}

await main();
