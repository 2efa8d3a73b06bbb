import { CommanderError } from "commander";
import { type CliError, isCliError, usageError } from "../definition/cli-error";
import { exitCodes } from "../definition/command-definition";
import { cliCommands, cliGroupDescriptionByName } from "../definitions/commands";
import { toTerminalBlock, toTerminalText } from "../print/terminal-text";
import type { CliMachine } from "../session/machine";
import { CliSession } from "../session/session";
import { makeParser, type ParsedCommand } from "./parser";

/** Reads the command line; null when help was printed, or was asked for. Throws CliError. */
function parseCommandLine(args: readonly string[], machine: CliMachine): ParsedCommand | null {
  let parsed: ParsedCommand | null = null;
  const take = (found: ParsedCommand) => {
    parsed = found;
  };
  const program = makeParser({ commands: cliCommands, groups: cliGroupDescriptionByName, machine, take });
  if (args.length === 0) {
    program.outputHelp();
    return null;
  }
  try {
    program.parse([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    // The parser has written the reason.
    throw usageError("");
  }
  return parsed;
}

/** Refuses a word that is none of an argument's; `open` also takes the id of an incident. */
function checkChoices({ definition, args }: ParsedCommand): void {
  for (const [at, { name, choices, isOptional }] of (definition.args ?? []).entries()) {
    const word = args[at];
    if (!choices || word === undefined || choices.includes(word)) continue;
    if (isOptional && /^[0-9a-z]{26}$/.test(word)) continue;
    throw usageError(`“${word}” is no ${name}. Choose one of: ${choices.join(", ")}.`);
  }
}

async function runCommand(parsed: ParsedCommand, machine: CliMachine): Promise<number> {
  checkChoices(parsed);
  const { definition, args, options } = parsed;
  const work = await definition.load();
  return work({ args, options, machine, session: new CliSession(machine, options), commands: cliCommands });
}

/** Returns the exit code of an error; a code by which the command itself means something else is the general one. */
function errorExitCode({ exitCode }: CliError, args: readonly string[]): number {
  const isTyped = (name: string) => name.split(" ").every((word, at) => args[at] === word);
  const definition = cliCommands.find(({ name }) => isTyped(name));
  return exitCode in (definition?.exits ?? {}) ? exitCodes.failed : exitCode;
}

/** Returns what to say about an error that no command expects; its texts may be those of an answer. */
function unexpectedErrorText(error: unknown): string {
  if ((error as NodeJS.ErrnoException | null)?.code === "ERR_UNKNOWN_BUILTIN_MODULE")
    return `This command needs Node 22.16 or later; this is ${process.version}.`;
  const about =
    "This is a fault of the tool, or of an answer: its URL may be that of another program, or of another version.";
  return `${about}\n${error instanceof Error ? error.stack : String(error)}`;
}

/** Runs the tool with the words after its name; returns the exit code. Every error is said, and nothing is thrown. */
export async function runCli(args: readonly string[], machine: CliMachine): Promise<number> {
  try {
    const parsed = parseCommandLine(args, machine);
    return parsed === null ? exitCodes.done : await runCommand(parsed, machine);
  } catch (error) {
    if (!isCliError(error)) {
      machine.err.write(`${toTerminalBlock(unexpectedErrorText(error))}\n`);
      return exitCodes.failed;
    }
    if (error.message !== "") machine.err.write(`${toTerminalText(error.message)}\n`);
    return errorExitCode(error, args);
  }
}
