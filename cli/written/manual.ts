import {
  type CommandDefinition,
  cliName,
  commonOptions,
  exitMeaningByCode,
  type OptionDefinition,
} from "../definition/command-definition";
import { cliVariableMeaningByName } from "../definition/environment";

/** Escapes a text for roff: a dash is a dash, and no line starts a request. */
const roff = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^([.'])/gm, "\\&$1");

const optionLines = ({ flags, summary, choices }: OptionDefinition): string[] => [
  ".TP",
  `.B ${roff(flags)}`,
  roff(choices ? `${summary}: ${choices.join(", ")}` : summary),
];

const usageOf = ({ name, args = [] }: CommandDefinition): string =>
  [name, ...args.map((each) => (each.isOptional ? `[${each.name}]` : each.name))].join(" ");

function commandLines(definition: CommandDefinition): string[] {
  const { summary, about, args = [], options = [], examples, exits = {} } = definition;
  return [
    `.SS ${roff(usageOf(definition))}`,
    roff(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`),
    ...(about ? [roff(about)] : []),
    ...args.flatMap((each) => [
      ".TP",
      `.I ${roff(each.name)}`,
      roff(each.choices ? `${each.summary}: ${each.choices.join(", ")}` : each.summary),
    ]),
    ...options.flatMap(optionLines),
    ...Object.entries(exits).flatMap(([code, meaning]) => [".TP", `Exit code ${code}`, roff(meaning)]),
    ...examples.flatMap(([line, meaning]) => [".PP", roff(`${meaning}:`), ".PP", ".nf", `    ${roff(line)}`, ".fi"]),
  ];
}

/** Returns the manual page, for `man -l`. */
export function manualPage(commands: readonly CommandDefinition[]): string {
  const lines = [
    `.TH ${cliName.toUpperCase()} 1 "" "Upfront" "User commands"`,
    ".SH NAME",
    `${cliName} \\- status pages and incidents from the command line`,
    ".SH SYNOPSIS",
    `.B ${cliName}`,
    ".I COMMAND",
    "[options]",
    ".SH COMMANDS",
    ...commands.flatMap(commandLines),
    ".SH OPTIONS OF EVERY COMMAND",
    ...commonOptions.flatMap(optionLines),
    ".SH ENVIRONMENT",
    ...Object.entries(cliVariableMeaningByName).flatMap(([name, meaning]) => [".TP", `.B ${name}`, roff(meaning)]),
    ".SH EXIT STATUS",
    ...Object.entries(exitMeaningByCode).flatMap(([code, meaning]) => [".TP", `.B ${code}`, roff(meaning)]),
  ];
  return `${lines.join("\n")}\n`;
}
