import { CliError } from "../definition/cli-error";
import type { CommandCall } from "../definition/command-definition";

/** Returns the text of `--message`; `-` reads it from standard input. Absent = none was given. */
export async function readMessageText({ options: { message }, machine }: CommandCall): Promise<string | undefined> {
  if (typeof message !== "string") return undefined;
  if (message !== "-") return message;
  const text = new TextDecoder().decode(await machine.readInput()).trim();
  if (text === "") throw new CliError("Standard input is empty, so there is no text to post.");
  return text;
}
