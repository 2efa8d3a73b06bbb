import { Argument, Command, Option } from "commander";
import {
  type ArgumentDefinition,
  type CommandDefinition,
  cliName,
  commonOptions,
  exitMeaningByCode,
  type OptionDefinition,
  type OptionValues,
} from "../definition/command-definition";
import type { CliMachine } from "../session/machine";

/** What was typed, once the parser has accepted it. */
export interface ParsedCommand {
  definition: CommandDefinition;
  args: string[];
  options: OptionValues;
}

const addTo = (value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value];

function parserOption({ flags, summary, isRepeatable, choices }: OptionDefinition): Option {
  const option = new Option(flags, summary);
  if (choices) option.choices([...choices]);
  // After `choices`, which would replace it: no repeatable option has choices.
  if (isRepeatable) option.argParser(addTo);
  return option;
}

function parserArgument({ name, summary, isOptional, isRepeatable, choices = [] }: ArgumentDefinition): Argument {
  const word = isRepeatable ? `${name}...` : name;
  const said = choices.length > 0 ? `${summary}: ${choices.join(", ")}` : summary;
  return new Argument(isOptional ? `[${word}]` : `<${word}>`, said);
}

/** Returns the text below a command's options: examples and exit codes of its own. */
function helpEnd({ examples, exits = {} }: CommandDefinition): string {
  const shown = examples.map(([line, meaning]) => `  ${line}\n      ${meaning}`).join("\n");
  const codes = Object.entries(exits).map(([code, meaning]) => `  ${code}  ${meaning}`);
  const ends = codes.length > 0 ? `\n\nExit codes of its own:\n${codes.join("\n")}` : "";
  return `\nExamples:\n${shown}${ends}`;
}

function addCommand(parent: Command, definition: CommandDefinition, take: (parsed: ParsedCommand) => void): void {
  const name = definition.name.split(" ").at(-1) ?? "";
  const command = parent.command(name).summary(definition.summary);
  command.description([`${definition.summary}.`, definition.about].filter(Boolean).join(" "));
  for (const argument of definition.args ?? []) command.addArgument(parserArgument(argument));
  for (const option of [...(definition.options ?? []), ...commonOptions]) command.addOption(parserOption(option));
  command.addHelpText("after", helpEnd(definition));
  command.action(() => {
    take({ definition, args: command.args, options: command.opts() });
  });
}

interface ParserSettings {
  commands: readonly CommandDefinition[];
  /** Summaries of the nouns that group commands. */
  groups: Readonly<Record<string, string>>;
  machine: Pick<CliMachine, "out" | "err">;
  take: (parsed: ParsedCommand) => void;
}

const rootHelp = `
Every command explains itself with --help. Exit codes: ${Object.entries(exitMeaningByCode)
  .map(([code, meaning]) => `${code} ${meaning}`)
  .join("; ")}.`;

/** Makes the parser of all commands; it writes nothing but help and errors, and never ends the process. */
export function makeParser({ commands, groups, machine: { out, err }, take }: ParserSettings): Command {
  const program = new Command(cliName).description("Status pages and incidents from the command line.");
  program.exitOverride().configureOutput({
    writeOut: (text) => out.write(text),
    writeErr: (text) => err.write(text),
    getOutHelpWidth: () => out.columns,
    getErrHelpWidth: () => err.columns,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
  program.showHelpAfterError("(add --help for help)").showSuggestionAfterError(true).addHelpText("after", rootHelp);
  const nouns = new Map<string, Command>();
  for (const definition of commands) {
    const [noun = "", verb] = definition.name.split(" ");
    const known = nouns.get(noun);
    const parent = verb === undefined ? program : (known ?? program.command(noun).description(groups[noun] ?? ""));
    if (verb !== undefined) nouns.set(noun, parent);
    addCommand(parent, definition, take);
  }
  return program;
}
