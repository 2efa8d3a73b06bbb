import { openAsking } from "./ask.ts";
import { linkMinutes } from "./link.ts";
import { readOptions, WrongOption } from "./options.ts";
import { StateTaken } from "./state.ts";

async function main(): Promise<void> {
  try {
    const { state, bindings, port } = readOptions(process.argv.slice(2), process.env);
    const asking = await openAsking({ state, origin: bindings.UPFRONT_URL, port });
    const link = await asking.ask("link").finally(asking.close);
    console.log(`${link}\nWorks once, for ${linkMinutes} minutes.`);
  } catch (error) {
    const said = error instanceof StateTaken ? "A start on this folder is under way: try again in a moment." : error;
    console.error(said instanceof WrongOption ? said.message : said);
    process.exitCode = 1;
  }
}

await main();
