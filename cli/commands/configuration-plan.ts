import type { ConfigurationDocument, ConfigurationError } from "~/configuration/rules/configuration-types";
import { configurationPlanText } from "~/configuration/rules/plan-text";
import { CliError } from "../definition/cli-error";
import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printJson, wantsJsonOutput } from "../print/printer";
import { toTerminalBlock } from "../print/terminal-text";
import { isSuccess, jsonIn, refusalError } from "../session/api-client";
import type { ConfigurationFile } from "./configuration-file";

interface FileError {
  message: string;
  line: number | null;
  column: number | null;
}

/** A plan as the API answers it. */
export interface ShownPlan {
  file: string;
  digest: string;
  exit_code: number;
  text: string;
  changes: readonly unknown[];
  errors: readonly FileError[];
  left: readonly unknown[];
}

/** Exit code of a plan with changes. */
export const changesExitCode = 2;

/** Returns the exit code of a plan; what it lists decides. */
export const planExitCode = ({ errors, changes }: ShownPlan): number =>
  errors.length > 0 ? exitCodes.failed : changes.length > 0 ? changesExitCode : exitCodes.done;

/** Most bytes of a request with a document. */
const maxSentBytes = 1_048_576;

/** Returns the body of a request about a file. Throws CliError when it is longer than any deployment reads. */
export function configurationBody(document: ConfigurationDocument, { options }: CommandCall) {
  const size = Buffer.byteLength(JSON.stringify(document));
  if (size < maxSentBytes - 1000) return { document, prune: options.prune === true };
  const megabytes = (size / maxSentBytes).toFixed(1);
  throw new CliError(`The file takes ${megabytes} MB to send, and 1 MB is read. Split it into several files.`);
}

const missingPage =
  "A page of the file does not exist, or your token can’t see it. Creating a page takes the operator and a token whose highest role is Owner; changing one takes Admin. Run upfront login again to choose another role.";

/** Asks the deployment what the file would change. Throws CliError. */
export async function requestPlan(call: CommandCall, document: ConfigurationDocument): Promise<ShownPlan> {
  const { api } = call.session;
  const configuration = configurationBody(document, call);
  const { status, text } = await api.request("/configuration/plan", { method: "POST", body: { configuration } });
  if (status === 404) throw new CliError(missingPage);
  if (!isSuccess(status)) throw refusalError(api.target, status, text);
  return jsonIn<ShownPlan>(api.target, text);
}

/** Returns errors as the API lists them. */
export const fileErrors = (errors: readonly ConfigurationError[]): FileError[] =>
  errors.map(({ message, place }) => ({ message, line: place?.line ?? null, column: place?.column ?? null }));

/** Returns the errors of a file, one a line as editors and terminals link them, and their number. */
export const errorsText = (path: string, errors: readonly FileError[]): string =>
  configurationPlanText(
    {
      changes: [],
      errors: errors.map(({ message, line, column }) => ({
        message,
        place: line === null || column === null ? null : { line, column },
      })),
    },
    path,
  );

/** Returns the plan of a file that can’t be read, in the form that the API gives to others. */
export function unreadablePlan({ path, errors }: ConfigurationFile): ShownPlan {
  const all = fileErrors(errors);
  const text = errorsText(path, all);
  return { file: "", digest: "", exit_code: exitCodes.failed, text, changes: [], errors: all, left: [] };
}

/** Prints a plan for people; the errors of the file go to the error output. */
export function printPlanText({ machine }: CommandCall, path: string, { errors, text }: ShownPlan): void {
  if (errors.length > 0) machine.err.write(toTerminalBlock(errorsText(path, errors)));
  else machine.out.write(toTerminalBlock(text));
}

/** Prints a plan, as JSON where that was asked for. */
export function printPlan(call: CommandCall, path: string, plan: ShownPlan): void {
  if (wantsJsonOutput(call)) printJson(call, plan);
  else printPlanText(call, path, plan);
}
