import { exitCodes } from "./command-definition";

const errorName = "CliError";

/** Ends a command with one sentence and what to do. */
export class CliError extends Error {
  override readonly name = errorName;

  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failed,
  ) {
    super(message);
  }
}

/** True for such an error, also from a part of the built tool, which has its own copy of the class. */
export const isCliError = (error: unknown): error is CliError => error instanceof Error && error.name === errorName;

export const usageError = (message: string): CliError => new CliError(message, exitCodes.wrongUsage);
