import { ImportToolError } from "../../scripts/import/options";
import { runImportTool } from "../../scripts/import/run";
import { CliError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { resolveTarget } from "../session/session";

const tokenVariable = "UPFRONT_TOKEN";

/** Options of the import tool by the names of ours. */
const passed = {
  from: "url",
  keyEnv: "key-env",
  timeZone: "time-zone",
  choice: "choice",
  variable: "variable",
  out: "out",
} as const;

function optionWords({ options }: CommandCall): string[] {
  const words = Object.entries(passed).flatMap(([name, flag]) => {
    const value = options[name];
    const values = Array.isArray(value) ? (value as readonly string[]) : typeof value === "string" ? [value] : [];
    return values.flatMap((each) => [`--${flag}`, each]);
  });
  return options.dry === true ? [...words, "--dry"] : words;
}

/** Returns the words that name the target, and the environment with its token. */
async function targetOf(call: CommandCall): Promise<{ words: string[]; env: NodeJS.ProcessEnv }> {
  const { args, machine, options, session } = call;
  const isKept = options.dry === true || typeof options.out === "string" || args[0] === "list";
  const target = isKept ? null : resolveTarget(machine, options);
  if (target === null) return { words: [], env: { ...machine.env } };
  const page = await session.page();
  return { words: ["--to", target.url, "--page", page], env: { ...machine.env, [tokenVariable]: target.token ?? "" } };
}

/** `upfront import`: the tool of `npm run import`, signed in. */
export async function importPage(call: CommandCall): Promise<number> {
  const { words, env } = await targetOf(call);
  try {
    await runImportTool([...call.args, ...optionWords(call), ...words], env);
    return exitCodes.done;
  } catch (error) {
    if (error instanceof ImportToolError) throw new CliError(error.message);
    throw error;
  }
}
