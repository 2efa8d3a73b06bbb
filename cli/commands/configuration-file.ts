import { readFileSync } from "node:fs";
import type { ConfigurationDocument, ConfigurationError } from "~/configuration/rules/configuration-types";
import { readFileWithVariables } from "../../scripts/configuration/read-file";
import { usageError } from "../definition/cli-error";
import type { CliMachine } from "../session/machine";

/** A configuration file as it was read on this machine. */
export interface ConfigurationFile {
  /** Path as it was typed, for the places of errors. */
  path: string;
  /** Null = it has errors. */
  document: ConfigurationDocument | null;
  errors: readonly ConfigurationError[];
}

const standardInput = "-";

async function textOf(path: string, machine: CliMachine): Promise<string> {
  if (path === standardInput) return new TextDecoder().decode(await machine.readInput());
  try {
    return new TextDecoder().decode(readFileSync(path));
  } catch (error) {
    throw usageError(`${path} can’t be read (${(error as NodeJS.ErrnoException).code}). Check its name.`);
  }
}

/** Reads a file, or standard input, with the variables of the environment. Throws CliError when it can’t be read. */
export async function readConfigurationFile(path: string, machine: CliMachine): Promise<ConfigurationFile> {
  const { document, errors } = readFileWithVariables(await textOf(path, machine), machine.env);
  return { path: path === standardInput ? "stdin" : path, document, errors };
}
