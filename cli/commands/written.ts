import { type CommandCall, exitCodes } from "../definition/command-definition";
import { type CompletionShell, completionScript } from "../written/completion";
import { manualPage } from "../written/manual";

/** `upfront completion`. */
export async function printCompletion({ args: [shell], commands, machine }: CommandCall): Promise<number> {
  machine.out.write(completionScript(shell as CompletionShell, commands));
  return exitCodes.done;
}

/** `upfront man`. */
export async function printManual({ commands, machine }: CommandCall): Promise<number> {
  machine.out.write(manualPage(commands));
  return exitCodes.done;
}
