import { writeFileSync } from "node:fs";
import { usageError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printJson, printOutcome, wantsJsonOutput } from "../print/printer";
import { toTerminalBlock } from "../print/terminal-text";

function writeExport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw usageError(`${path} can’t be written (${(error as NodeJS.ErrnoException).code}). Check its name.`);
  }
}

/** `upfront export`. */
export async function exportPageCommand(call: CommandCall): Promise<number> {
  const { machine, options, session } = call;
  const answer = await session.onPage<{ text: string }>("/configuration");
  if (typeof options.out === "string") {
    writeExport(options.out, answer.text);
    printOutcome(call, { file: options.out }, `Wrote ${options.out}.`);
  } else if (wantsJsonOutput(call)) printJson(call, answer);
  else machine.out.write(machine.out.isTerminal ? toTerminalBlock(answer.text) : answer.text);
  return exitCodes.done;
}
