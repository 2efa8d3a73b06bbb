import { MirrorError } from "../../scripts/mirror/options";
import { runMirrorTool } from "../../scripts/mirror/run";
import { CliError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printOutcome } from "../print/printer";

/** `upfront mirror`: the tool of `npm run mirror`. */
export async function mirrorPublicPageCommand(call: CommandCall): Promise<number> {
  try {
    const { lines, ...mirrored } = await runMirrorTool(call.args, call.machine.now());
    printOutcome(call, mirrored, lines.join("\n"));
    return exitCodes.done;
  } catch (error) {
    if (error instanceof MirrorError) throw new CliError(`${error.message} Nothing was changed.`);
    throw error;
  }
}
