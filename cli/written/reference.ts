import {
  type ArgumentDefinition,
  type CommandDefinition,
  cliName,
  commonOptions,
  exitMeaningByCode,
  type OptionDefinition,
} from "../definition/command-definition";
import { cliVariableMeaningByName } from "../definition/environment";

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
const code = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``;

const withChoices = ({ summary, choices }: ArgumentDefinition | OptionDefinition): string =>
  cell(choices ? `${summary}: ${choices.join(", ")}` : summary);

const usageOf = ({ name, args = [] }: CommandDefinition): string =>
  [cliName, name, ...args.map((each) => (each.isOptional ? `[${each.name}]` : each.name))].join(" ");

const capitalised = (text: string): string => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;

const table = (heading: readonly [string, string], rows: readonly (readonly [string, string])[]): string[] =>
  rows.length === 0
    ? []
    : [`| ${heading.join(" | ")} |`, "| --- | --- |", ...rows.map((row) => `| ${row.join(" | ")} |`), ""];

function commandLines(definition: CommandDefinition): string[] {
  const { name, summary, about, args = [], options = [], examples, exits = {} } = definition;
  const words = [
    ...args.map((each) => [code(each.name), withChoices(each)] as const),
    ...options.map((each) => [code(each.flags), withChoices(each)] as const),
  ];
  return [
    `### ${cliName} ${name}`,
    [`${capitalised(summary)}.`, about].filter(Boolean).join(" "),
    "",
    "```",
    usageOf(definition),
    "```",
    "",
    ...table(["word", "meaning"], words),
    ...table(["exit code", "meaning"], Object.entries(exits)),
    "```sh",
    ...examples.map(([line, meaning]) => `${line}   # ${meaning}`),
    "```",
    "",
  ];
}

/** Returns the part of docs/cli.md that is written from the definitions. */
export function cliReference(commands: readonly CommandDefinition[]): string {
  const lines = [
    "## Options of every command",
    "",
    ...table(
      ["option", "meaning"],
      commonOptions.map((each) => [code(each.flags), withChoices(each)]),
    ),
    "## Environment",
    "",
    ...table(
      ["variable", "meaning"],
      Object.entries(cliVariableMeaningByName).map(([name, meaning]) => [code(name), cell(meaning)]),
    ),
    "## Exit codes",
    "",
    ...table(["code", "meaning"], Object.entries(exitMeaningByCode)),
    "## Commands",
    "",
    ...commands.flatMap(commandLines),
  ];
  return lines.join("\n");
}
