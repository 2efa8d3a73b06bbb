import type { CommandDefinition } from "../definition/command-definition";
import { configurationCommands } from "./configuration";
import { fileCommands } from "./files";
import { incidentCommands } from "./incidents";
import { operationCommands } from "./operations";
import { signInCommands } from "./sign-in";

/** All commands, in the order of the help. */
export const cliCommands: readonly CommandDefinition[] = [
  ...signInCommands,
  ...incidentCommands,
  ...operationCommands,
  ...configurationCommands,
  ...fileCommands,
];

/** Nouns that group commands, with their summaries. */
export const cliGroupDescriptionByName: Readonly<Record<string, string>> = {
  incident: "open, update and resolve incidents",
  maintenance: "schedule, start and complete maintenance",
  component: "list components and set their statuses",
  monitor: "list, check, pause and resume monitors",
};
