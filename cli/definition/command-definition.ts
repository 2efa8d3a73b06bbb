import type { CliMachine } from "../session/machine";
import type { CliSession } from "../session/session";

/** A flag of a command, such as `--component <NAME=STATUS>`. */
export interface OptionDefinition {
  /** As commander reads it: `--draft`, `-c, --component <NAME=STATUS>`, `--page [NAME]`. */
  flags: string;
  summary: string;
  /** True when it may be given several times. */
  isRepeatable?: true;
  choices?: readonly string[];
}

/** A word after the command. */
export interface ArgumentDefinition {
  name: string;
  summary: string;
  isOptional?: true;
  /** True for the last one, which takes all words that are left. */
  isRepeatable?: true;
  choices?: readonly string[];
}

/** Values of options by their names in camelCase. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** One call of a command: what was typed, and the way to the terminal and the deployment. */
export interface CommandCall {
  args: readonly string[];
  options: OptionValues;
  machine: CliMachine;
  session: CliSession;
  /** Definitions of all commands, for what is written from them. */
  commands: readonly CommandDefinition[];
}

/** Runs a command; returns its exit code. */
export type CommandWork = (call: CommandCall) => Promise<number>;

/** A command as the parser, the help, the completions, the manual and docs/cli.md know it. */
export interface CommandDefinition {
  /** One word, or a noun and a verb: `incident open`. */
  name: string;
  summary: string;
  /** Sentences below the summary. */
  about?: string;
  args?: readonly ArgumentDefinition[];
  options?: readonly OptionDefinition[];
  /** Lines to type, each with what it does. */
  examples: readonly (readonly [line: string, meaning: string])[];
  /** Exit codes besides those of every command. */
  exits?: Readonly<Record<number, string>>;
  /** Reads the code that runs it, when it runs. */
  load(): Promise<CommandWork>;
}

/** Name of the program. */
export const cliName = "upfront";

/** Options that every command takes. */
export const commonOptions: readonly OptionDefinition[] = [
  { flags: "--url <URL>", summary: "URL of the deployment; or set UPFRONT_URL" },
  { flags: "-p, --page <PAGE>", summary: "slug or id of the page; or set UPFRONT_PAGE" },
  { flags: "--json", summary: "write JSON instead of text" },
];

/** Exit codes of every command. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  notOperational: 3,
  notAllowed: 4,
  outOfReach: 5,
  unknownStatus: 6,
} as const;

export const exitMeaningByCode: Readonly<Record<number, string>> = {
  [exitCodes.done]: "done",
  [exitCodes.failed]: "the deployment refused it, or it failed",
  [exitCodes.wrongUsage]: "the command line is wrong",
  [exitCodes.notAllowed]: "not signed in, or not allowed",
  [exitCodes.outOfReach]: "the deployment can’t be reached, or has no time now",
};
