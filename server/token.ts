import { openTaskRunner } from "./ask.ts";
import { signInLinkMinutes } from "./link.ts";
import { findRunningStateFolders, isStartRunning } from "./running-state.ts";
import { deploymentFlags, readStartOptions, type StartOptions, WrongOptionError } from "./state/options.ts";
import { StateTakenError } from "./state/state.ts";

interface StateFolderChoice {
  state: string;
  /** Note for the person; null = the choice is what they asked for. */
  note: string | null;
}

const commandFor = (state: string) => `npm run token${deploymentFlags({ state })}`;

/** Returns the folder that was named; else that of a running start, and only then the default. Throws WrongOptionError. */
async function chosenState({ state, named }: StartOptions): Promise<StateFolderChoice> {
  const others = (await isStartRunning(state)) ? [] : await findRunningStateFolders();
  const [other, ...more] = others;
  if (other === undefined) return { state, note: null };
  const list = others.map((each) => `  ${commandFor(each)}`).join("\n");
  if (named.state) return { state, note: `Nothing runs on ${state}. For what runs:\n${list}` };
  if (more.length > 0) throw new WrongOptionError(`Nothing runs on ${state}, but elsewhere. Choose one:\n${list}`);
  return { state: other, note: `Nothing runs on ${state}: this link is for what runs on ${other}.` };
}

const portNote = (link: string, { port, named }: StartOptions) =>
  named.port && new URL(link).port !== String(port) ? `It runs at ${new URL(link).origin}, not on port ${port}.` : null;

async function printLink(state: string, options: StartOptions): Promise<void> {
  const { bindings, named, port } = options;
  const origin = bindings.UPFRONT_URL ?? (named.port ? `http://localhost:${port}` : undefined);
  const asking = await openTaskRunner({ state, origin, port });
  const link = await asking.ask("link").finally(asking.close);
  console.log(`${link}\nWorks once, for ${signInLinkMinutes} minutes.`);
  const elsewhere = asking.offline ? null : portNote(link, options);
  if (elsewhere) console.error(elsewhere);
}

async function main(): Promise<void> {
  try {
    const options = readStartOptions(process.argv.slice(2), process.env);
    const { state, note } = await chosenState(options);
    await printLink(state, options).finally(() => note && console.error(note));
  } catch (error) {
    const said =
      error instanceof StateTakenError
        ? "A start, a backup or a restore on this folder is under way: try again in a moment."
        : error;
    console.error(said instanceof WrongOptionError ? said.message : said);
    process.exitCode = 1;
  }
}

await main();
